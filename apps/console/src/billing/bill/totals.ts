import type { Bill } from '@paydesk/contract/billing/bill'
import type { BillItem } from '@paydesk/contract/billing/billInput'
import { type BillTotals, billTotals } from '@paydesk/contract/billing/billTotals'
import { t } from '../../lib/i18n.ts'

export type TotalLine = { label: string; amountMinor: number; grand?: true }

type Written = Pick<
  Bill,
  | 'items'
  | 'subtotalMinor'
  | 'discountTotalMinor'
  | 'taxTotalMinor'
  | 'shippingMinor'
  | 'totalMinor'
>

/** The lines below the items, from the bill's own totals. Lines that are zero are left out. */
export function totalLinesOf(bill: Written): TotalLine[] {
  const { itemDiscountMinor } = billTotals({ items: bill.items })
  const whole = bill.discountTotalMinor - itemDiscountMinor
  return lines(
    bill.subtotalMinor,
    itemDiscountMinor,
    whole,
    bill.shippingMinor,
    bill.taxTotalMinor,
    bill.totalMinor,
  )
}

/** The same lines for a bill that is still being written. */
export const previewLinesOf = (totals: BillTotals) =>
  lines(
    totals.itemTotalMinor,
    totals.itemDiscountMinor,
    totals.invoiceDiscountMinor,
    totals.shippingMinor,
    totals.taxTotalMinor,
    totals.totalMinor,
  )

/**
 * PayPal reckons in this order (paypal §3.3), and so does a person who adds up what the customer
 * gets.
 */
const lines = (
  subtotal: number,
  ofItems: number,
  ofWhole: number,
  shipping: number,
  tax: number,
  total: number,
): TotalLine[] => [
  { label: t('bill.subtotal'), amountMinor: subtotal },
  ...(ofItems ? [{ label: t('bill.discount.items'), amountMinor: -ofItems }] : []),
  ...(ofWhole ? [{ label: t('bill.discount.whole'), amountMinor: -ofWhole }] : []),
  ...(shipping ? [{ label: t('bill.shipping'), amountMinor: shipping }] : []),
  ...(tax ? [{ label: t('bill.tax'), amountMinor: tax }] : []),
  { label: t('bill.total'), amountMinor: total, grand: true },
]

/**
 * A line before discount and tax, as it counts in the subtotal, and the discount that stands below.
 */
export function lineOf({
  quantity,
  unitAmountMinor,
  discount,
}: Pick<BillItem, 'quantity' | 'unitAmountMinor' | 'discount'>) {
  const [line] = billTotals({ items: [{ quantity, unitAmountMinor, discount }] }).lines
  return { grossMinor: line?.grossMinor ?? 0, discountMinor: line?.discountMinor ?? 0 }
}
