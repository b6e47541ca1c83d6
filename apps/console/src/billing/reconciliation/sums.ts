import type { ExceptionRow } from '@paydesk/contract/billing/reconciliation'
import { addMoney, type Money } from '@paydesk/contract/lib/money'

/** What nothing explains yet. */
export const openOf = ({
  grossMinor,
  matchedMinor,
  currency,
}: Pick<ExceptionRow, 'grossMinor' | 'matchedMinor' | 'currency'>) => ({
  amountMinor: grossMinor - matchedMinor,
  currency,
})

export type OpenRow = Pick<
  ExceptionRow,
  'id' | 'version' | 'grossMinor' | 'matchedMinor' | 'currency'
>

/** What is open of these rows: sums per currency, money that came and money that went apart. */
export function sumsOf(
  rows: readonly Pick<OpenRow, 'grossMinor' | 'matchedMinor' | 'currency'>[],
): { key: string; count: number; sum: Money }[] {
  const sums = new Map<string, { key: string; count: number; sum: Money }>()
  for (const row of rows) {
    const open = openOf(row)
    const key = `${row.currency} ${open.amountMinor < 0 ? 'out' : 'in'}`
    const { count, sum } = sums.get(key) ?? {
      count: 0,
      sum: { amountMinor: 0, currency: row.currency },
    }
    sums.set(key, { key, count: count + 1, sum: addMoney(sum, open) })
  }
  return [...sums.values()]
}
