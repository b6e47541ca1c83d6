import type { ExceptionRow } from '@paydesk/contract/billing/reconciliation'
import { addMoney, type Currency, type Money as Sum } from '@paydesk/contract/lib/money'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import { openOf } from './columns.tsx'
import styles from './Reconciliation.module.css'

export type OpenRow = Pick<ExceptionRow, 'id' | 'version' | 'grossMinor' | 'matchedMinor' | 'currency'>

/** What is open of these rows: one sum per currency. */
export function sumsOf(rows: readonly Pick<OpenRow, 'grossMinor' | 'matchedMinor' | 'currency'>[]): { count: number; sum: Sum }[] {
  const sums = new Map<Currency, { count: number; sum: Sum }>()
  for (const row of rows) {
    const { count, sum } = sums.get(row.currency) ?? { count: 0, sum: { amountMinor: 0, currency: row.currency } }
    sums.set(row.currency, { count: count + 1, sum: addMoney(sum, openOf(row)) })
  }
  return [...sums.values()]
}

export const SumsOf = ({ rows }: { rows: readonly OpenRow[] }) => (
  <ul className={styles.ofRows}>
    {sumsOf(rows).map(({ count, sum }) => (
      <li key={sum.currency}>
        {t('money.sums.count', { currency: sum.currency, count })} <Money {...sum} />
      </li>
    ))}
  </ul>
)
