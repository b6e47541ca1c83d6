import { locale, switchLocale, t } from '../lib/i18n.ts'
import { type Locale, localeNames, locales } from '../lib/locale.ts'
import styles from './LanguageSelect.module.css'
import { Icon } from './plain/Icon.tsx'

/**
 * The browser's own select: it scrolls, finds by typing, works with screen readers and on a phone,
 * and adds no kilobytes. `compact` shows only the globe, with the select invisible on top of it.
 */
export function LanguageSelect({ compact = false }: { compact?: boolean }) {
  return (
    <span
      className={compact ? `${styles.language} ${styles.compact}` : styles.language}
      title={t('language.label')}
    >
      <Icon name="globe" />
      <select
        className={styles.select}
        aria-label={t('language.label')}
        value={locale}
        onChange={(event) => switchLocale(event.target.value as Locale)}
      >
        {locales.map((code) => (
          <option key={code} value={code} lang={code}>
            {localeNames[code]}
          </option>
        ))}
      </select>
    </span>
  )
}
