import { MenuOutlined } from '@ant-design/icons'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { t } from '../../lib/i18n.ts'
import { lazyPage } from '../../lib/lazyPage.ts'
import type { Route } from '../route.ts'
import styles from './tool/Tools.module.css'

const LazyMenu = lazyPage(() => import('./MobileMenu.tsx'))

/**
 * Where there is no room for the menu it is behind this button. It closes when it has led
 * somewhere.
 */
export function MobileMenuButton({
  routes,
  current,
}: {
  routes: readonly Route[]
  current: string | undefined
}) {
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const [wanted, setWanted] = useState(false)
  const show = () => {
    setWanted(true)
    setOpenAt(pathname)
  }
  return (
    <>
      <button
        type="button"
        className={styles.iconButton}
        aria-haspopup="dialog"
        aria-label={t('layout.openMenu')}
        onClick={show}
      >
        <MenuOutlined aria-hidden />
      </button>
      {wanted && (
        <Suspense>
          <LazyMenu
            open={openAt === pathname}
            onClose={() => setOpenAt(undefined)}
            {...{ routes, current }}
          />
        </Suspense>
      )}
    </>
  )
}
