import { SettingOutlined } from '@ant-design/icons'
import { Suspense, useState } from 'react'
import { t } from '../lib/i18n.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import styles from './Layout.module.css'

const LazyPanel = lazyPage(() => import('./LayoutPanel.tsx'))

/** The panel is fetched when first opened: few people open it often, and everyone loads the layout. */
export function LayoutSettings() {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <button type="button" className={styles.iconButton} aria-label={t('panel.title')} title={t('panel.title')} onClick={show}>
        <SettingOutlined aria-hidden />
      </button>
      {wanted && (
        <Suspense>
          <LazyPanel open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
