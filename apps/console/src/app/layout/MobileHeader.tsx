import { MenuOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { t } from '../../lib/i18n.ts'
import { Brand } from './Brand.tsx'
import styles from './Layout.module.css'

export const MobileHeader = ({ onOpenMenu, actions }: { onOpenMenu: () => void; actions: ReactNode }) => (
  <div className={styles.mobileHeader}>
    <button type="button" className={styles.iconButton} aria-label={t('layout.openMenu')} onClick={onOpenMenu}>
      <MenuOutlined aria-hidden />
    </button>
    <Brand />
    <div className={styles.mobileActions}>{actions}</div>
  </div>
)
