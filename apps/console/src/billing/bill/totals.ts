import type { Bill } from '@paydesk/contract/billing/bill'
import type { BillItem } from '@paydesk/contract/billing/billInput'
import { type BillTotals, billTotals } from '@paydesk/contract/billing/billTotals'
import { t } from '../../lib/i18n.ts'

export type TotalLine = { label: string; amountMinor: number; grand?: true }

/** The lines below the items, from the bill's own totals. Lines that are zero are left out. */
export const totalLinesOf = (bill: Pick<Bill, 'subtotalMinor' | 'discountTotalMinor' | 'taxTotalMinor' | 'shippingMinor' | 'totalMinor'>) =>
  lines(bill.subtotalMinor, bill.discountTotalMinor, bill.shippingMinor, bill.taxTotalMinor, bill.totalMinor)

/** The same lines for a bill that is still being written. */
export const previewLinesOf = (totals: BillTotals) =>
  lines(
    totals.itemTotalMinor,
    totals.itemDiscountMinor + totals.invoiceDiscountMinor,
    totals.shippingMinor,
    totals.taxTotalMinor,
    totals.totalMinor,
  )

const lines = (subtotal: number, discount: number, shipping: number, tax: number, total: number): TotalLine[] => [
  { label: t('bill.subtotal'), amountMinor: subtotal },
  ...(discount ? [{ label: t('bill.discount'), amountMinor: -discount }] : []),
  ...(shipping ? [{ label: t('bill.shipping'), amountMinor: shipping }] : []),
  ...(tax ? [{ label: t('bill.tax'), amountMinor: tax }] : []),
  { label: t('bill.total'), amountMinor: total, grand: true },
]

/** The amount of a line before tax. */
export function lineAmountOf({ quantity, unitAmountMinor, discount }: Pick<BillItem, 'quantity' | 'unitAmountMinor' | 'discount'>): number {
  const [line] = billTotals({ items: [{ quantity, unitAmountMinor, discount }] }).lines
  return line ? line.grossMinor - line.discountMinor : 0
}
