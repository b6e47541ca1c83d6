import { passwordStrength, passwordStrengths } from '@paydesk/contract/people/passwordStrength'
import { t } from '../../lib/i18n.ts'
import styles from './StrengthMeter.module.css'

/**
 * Spec §5: Strong, Medium, Weak, by the same measure by which the API refuses a weak password.
 * `own`: the person's names, which do not count as strength.
 */
export function StrengthMeter({ password, own }: { password: string; own: readonly string[] }) {
  const strength = password ? passwordStrength(password, own) : undefined
  return (
    <div className={styles.meter}>
      <span className={styles.bars} data-strength={strength} aria-hidden>
        {passwordStrengths.map((level) => (
          <span key={level} className={styles.bar} />
        ))}
      </span>
      <output className={styles.word}>
        {strength ? `${t('strength.label')}: ${t(`strength.${strength}`)}` : t('strength.hint')}
      </output>
    </div>
  )
}
