import { SettingOutlined } from '@ant-design/icons'
import { Suspense, useState } from 'react'
import { t } from '../../../lib/i18n.ts'
import { lazyPage } from '../../../lib/lazyPage.ts'
import styles from './Tools.module.css'

const LazyPanel = lazyPage(() => import('./LayoutPanel.tsx'))

/**
 * The layout panel and the button that opens it are separate elements: choosing another navigation
 * moves the button to another place of the page, and the panel must stay open meanwhile. The
 * panel's code is loaded when it is first opened.
 */
export function useLayoutSettings() {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  const button = (
    <button
      type="button"
      className={styles.iconButton}
      aria-label={t('panel.title')}
      title={t('panel.title')}
      onClick={show}
    >
      <SettingOutlined aria-hidden />
    </button>
  )
  const panel = wanted && (
    <Suspense>
      <LazyPanel open={open} onClose={() => setOpen(false)} />
    </Suspense>
  )
  return { button, panel }
}
