import { QuestionCircleOutlined } from '@ant-design/icons'
import { useLocation } from 'react-router'
import { t, textPack } from '../../../lib/i18n.ts'
import { guideUrl } from '../../guide.ts'
import styles from './Tools.module.css'

/**
 * Opens the guide at the page that belongs to the current one, in another tab so that the
 * work stays open.
 */
export function HelpLink() {
  const { pathname } = useLocation()
  return (
    <a
      className={`${styles.iconButton} ${styles.help}`}
      href={guideUrl(pathname, textPack)}
      target="_blank"
      rel="noopener"
      aria-label={t('layout.guide')}
      title={t('layout.guide')}
    >
      <QuestionCircleOutlined aria-hidden />
    </a>
  )
}
