import type { TotalDifference } from '@paydesk/contract/billing/billFailure'
import type { BillTotals } from '@paydesk/contract/billing/billTotals'
import { type Currency, toDecimal } from '@paydesk/contract/lib/money'
import type { Invoice } from '@paydesk/paypal/invoice'
import type { InvoiceDraft } from '@paydesk/paypal/invoicing'

/** The invoice as we meant it: what PayPal was given, and what we reckoned it comes to. */
export type Meant = { draft: InvoiceDraft; totals: BillTotals }

type Money = { currency: string; amountMinor: number } | undefined
type Part = { part: TotalDifference['part']; line?: number; ours: number; paypals: Money }

/**
 * Sets what PayPal reckoned against what we reckoned, to the minor unit. Undefined: they agree.
 * `untold`: PayPal has not said what the invoice comes to. Otherwise the first part in which they
 * differ, a line before the sums that it is in. A part that PayPal does not tell is not compared.
 * Discounts are negative in PayPal's breakdown (paypal §3.3).
 */
export function differenceOf(
  invoice: Invoice,
  { draft, totals }: Meant,
): TotalDifference | 'untold' | undefined {
  if (!invoice.amount) return 'untold'
  const { currency, amountMinor: paypalsMinor } = invoice.amount
  const whole = { currency: draft.currency as Currency, oursMinor: totals.totalMinor, paypalsMinor }
  if (currency !== draft.currency)
    return {
      ...whole,
      paypalsCurrency: currency,
      part: 'total',
      line: null,
      partOursMinor: totals.totalMinor,
      partPaypalsMinor: paypalsMinor,
    }
  const found = parts(invoice, { draft, totals }).find(
    ({ ours, paypals }) => paypals && Math.abs(paypals.amountMinor) !== ours,
  )
  if (!found?.paypals) return undefined
  const { part, line, ours, paypals } = found
  return {
    ...whole,
    part,
    line: line ?? null,
    partOursMinor: ours,
    partPaypalsMinor: Math.abs(paypals.amountMinor),
  }
}

function parts(invoice: Invoice, { draft, totals }: Meant): Part[] {
  const { breakdown } = invoice.amount ?? {}
  const shown = invoice.items?.length === draft.items.length ? invoice.items : []
  const lines = shown.flatMap(({ unit_amount, discount, tax }, i): Part[] => [
    {
      part: 'price',
      line: i + 1,
      ours: draft.items[i]?.unitAmount.amountMinor ?? 0,
      paypals: unit_amount,
    },
    {
      part: 'itemDiscount',
      line: i + 1,
      ours: totals.lines[i]?.discountMinor ?? 0,
      paypals: discount?.amount,
    },
    { part: 'tax', line: i + 1, ours: totals.lines[i]?.taxMinor ?? 0, paypals: tax?.amount },
  ])
  return [
    ...lines,
    { part: 'items', ours: totals.itemTotalMinor, paypals: breakdown?.item_total },
    {
      part: 'itemDiscount',
      ours: totals.itemDiscountMinor,
      paypals: breakdown?.discount?.item_discount,
    },
    {
      part: 'discount',
      ours: totals.invoiceDiscountMinor,
      paypals: breakdown?.discount?.invoice_discount?.amount,
    },
    { part: 'shipping', ours: totals.shippingMinor, paypals: breakdown?.shipping?.amount },
    { part: 'tax', ours: totals.taxTotalMinor, paypals: breakdown?.tax_total },
    { part: 'total', ours: totals.totalMinor, paypals: invoice.amount },
  ]
}

/** For logs, notices and PayPal's support: the figures without any language. */
export function wordsOf({
  currency,
  paypalsCurrency,
  oursMinor,
  paypalsMinor,
  part,
  line,
  ...parts
}: TotalDifference): string {
  const decimal = (amountMinor: number) => toDecimal({ currency, amountMinor })
  const theirs = paypalsCurrency ? `${paypalsCurrency} ${paypalsMinor}` : decimal(paypalsMinor)
  const named =
    part === 'total'
      ? ''
      : ` (${part}${line ? ` #${line}` : ''}: ${decimal(parts.partOursMinor)} ≠ ${decimal(parts.partPaypalsMinor)})`
  return `${currency} ${decimal(oursMinor)} ≠ ${theirs}${named}`
}
