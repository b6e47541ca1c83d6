import { t } from '../../lib/i18n.ts'
import styles from './Layout.module.css'

/**
 * Moves the focus without touching the URL: a hash there would become part of the redirect after
 * the next sign-in.
 */
export const SkipLink = ({ to }: { to: string }) => (
  <a
    className={styles.skip}
    href={`#${to}`}
    onClick={(event) => {
      event.preventDefault()
      document.getElementById(to)?.focus()
    }}
  >
    {t('layout.skip')}
  </a>
)
