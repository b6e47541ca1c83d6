import { Suspense } from 'react'
import { withTexts } from '../lib/i18n.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import styles from './Layout.module.css'

const LazyBell = lazyPage(withTexts('notice', () => import('../notice/Bell.tsx')))

/** Fetched after the layout: nothing waits for it, and its place is kept. */
export const NoticeBell = () => (
  <Suspense fallback={<span className={styles.iconButton} />}>
    <LazyBell />
  </Suspense>
)
