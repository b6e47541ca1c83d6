import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Layout } from 'antd'
import { t } from '../../lib/i18n.ts'
import type { Route } from '../route.ts'
import { choose, useChoices } from '../settings.ts'
import { Brand } from './Brand.tsx'
import { Navigation } from './Navigation.tsx'
import styles from './Sider.module.css'

type Props = {
  label: string
  routes: readonly Route[]
  current: string | undefined
  withBrand: boolean
}

export function Sider({ label, routes, current, withBrand }: Props) {
  const { menuFolded: folded, fixSiderbar } = useChoices()
  return (
    <Layout.Sider
      theme="light"
      width="var(--sider-width)"
      collapsedWidth="var(--sider-width)"
      collapsed={folded}
      className={styles.sider ?? ''}
    >
      <div className={fixSiderbar ? `${styles.inner} ${styles.fixed}` : styles.inner}>
        {withBrand && (
          <div className={styles.brand}>
            <Brand short={folded} />
          </div>
        )}
        {/* Made anew: a menu that was folded from the beginning would not know which groups to
            open. */}
        <Navigation key={String(folded)} mode="inline" {...{ label, routes, current, folded }} />
        <button
          type="button"
          className={styles.fold}
          aria-expanded={!folded}
          aria-label={t(folded ? 'layout.expandMenu' : 'layout.collapseMenu')}
          title={t(folded ? 'layout.expandMenu' : 'layout.collapseMenu')}
          onClick={() => choose({ menuFolded: !folded })}
        >
          {folded ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
        </button>
      </div>
    </Layout.Sider>
  )
}
