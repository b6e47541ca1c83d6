import type { BillRow } from '@paydesk/contract/billing/bill'
import { owedOf } from '@paydesk/contract/billing/billStatus'
import { addMoney, type Currency, type Money } from '@paydesk/contract/lib/money'

export type Sum = { currency: Currency; count: number; total: Money; due: Money }

/** One sum per currency: amounts of different currencies are never added. */
export function sumsOf(
  rows: readonly Pick<BillRow, 'currency' | 'totalMinor' | 'dueMinor' | 'status'>[],
): Sum[] {
  const sums = new Map<Currency, Sum>()
  for (const row of rows) {
    const { currency, totalMinor } = row
    const zero = { amountMinor: 0, currency }
    const sum = sums.get(currency) ?? { currency, count: 0, total: zero, due: zero }
    sums.set(currency, {
      currency,
      count: sum.count + 1,
      total: addMoney(sum.total, { amountMinor: totalMinor, currency }),
      due: addMoney(sum.due, { amountMinor: owedOf(row), currency }),
    })
  }
  return [...sums.values()]
}
