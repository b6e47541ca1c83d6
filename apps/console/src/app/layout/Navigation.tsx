import { EllipsisOutlined } from '@ant-design/icons'
import { Menu } from 'antd'
import { t } from '../../lib/i18n.ts'
import type { Route } from '../route.ts'
import { entriesOf } from './menu.tsx'
import styles from './Navigation.module.css'

type Props = {
  label: string
  mode: 'horizontal' | 'inline'
  routes: readonly Route[]
  current: string | undefined
  folded?: boolean
}

export function Navigation({ label, mode, routes, current, folded = false }: Props) {
  return (
    <nav aria-label={label} className={mode === 'horizontal' ? styles.top : styles.side}>
      <Menu
        mode={mode}
        items={entriesOf(routes, current)}
        selectedKeys={current ? [current] : []}
        defaultOpenKeys={mode === 'inline' && !folded ? routes.map(({ path }) => path) : []}
        {...(mode === 'inline' && { inlineCollapsed: folded, inlineIndent: 12 })}
        overflowedIndicator={<EllipsisOutlined aria-label={t('layout.moreMenu')} />}
      />
    </nav>
  )
}
