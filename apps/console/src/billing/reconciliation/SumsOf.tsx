import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import styles from './Reconciliation.module.css'
import { type OpenRow, sumsOf } from './sums.ts'

export const SumsOf = ({ rows }: { rows: readonly OpenRow[] }) => (
  <ul className={styles.ofRows}>
    {sumsOf(rows).map(({ key, count, sum }) => (
      <li key={key}>
        {t('money.sums.count', { currency: sum.currency, count })} <Money {...sum} />
      </li>
    ))}
  </ul>
)
