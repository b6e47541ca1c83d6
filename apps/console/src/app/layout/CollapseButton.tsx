import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { isValidElement, type ReactNode } from 'react'
import { t } from '../../lib/i18n.ts'
import styles from './Layout.module.css'

/** A button in place of ProLayout's clickable div, which a keyboard does not reach. It takes over the div's click handler. */
export function CollapseButton({ collapsed, node }: { collapsed: boolean; node: ReactNode }) {
  const onClick = isValidElement<{ onClick?: () => void }>(node) ? node.props.onClick : undefined
  return (
    <button
      type="button"
      className={styles.collapse}
      onClick={onClick}
      aria-expanded={!collapsed}
      aria-label={t(collapsed ? 'layout.expandMenu' : 'layout.collapseMenu')}
    >
      {collapsed ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
    </button>
  )
}
