import { toSafeNumber } from '../lib/money.ts'

/**
 * Computes an invoice's totals as PayPal does, to the cent, so that the preview and the sent bill
 * agree (paypal §3.3). The rules reproduce PayPal's published example; rounding is half up (away
 * from zero for credits), per line. Tax-inclusive prices are left out: no worked example of
 * PayPal's arithmetic for them is known.
 */
export type BillDiscount = { percent: string } | { amountMinor: number }

export interface BillTotalsItem {
  /** Decimal text, at most five decimals. */
  quantity: string
  unitAmountMinor: number
  taxPercent?: string | undefined
  discount?: BillDiscount | undefined
}

export interface BillTotalsInput {
  items: BillTotalsItem[]
  discount?: BillDiscount | undefined
  shipping?: { amountMinor: number; taxPercent?: string | undefined } | undefined
  customMinor?: number | undefined
  /** PayPal's default is true: discounts lower the tax. */
  taxAfterDiscount?: boolean | undefined
}

type WrittenAmounts = {
  items: BillTotalsItem[]
  discount: BillDiscount | null
  shipping: { amountMinor: number; taxPercent?: string | undefined } | null
}

export interface BillTotals {
  lines: { grossMinor: number; discountMinor: number; taxMinor: number }[]
  itemTotalMinor: number
  itemDiscountMinor: number
  invoiceDiscountMinor: number
  taxTotalMinor: number
  shippingMinor: number
  customMinor: number
  totalMinor: number
}

/**
 * Quantities and percentages have at most five decimals. They are held as integers
 * scaled by this factor.
 */
const scale = 100_000n
const whole = 100n * scale

function scaled(text: string): bigint {
  const match = /^(-?)(\d{1,9})(?:\.(\d{1,5}))?$/.exec(text)
  if (!match) throw new RangeError(`"${text}" is not a number with at most five decimals`)
  const magnitude = BigInt(`${match[2]}${(match[3] ?? '').padEnd(5, '0')}`)
  return match[1] ? -magnitude : magnitude
}

function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const n = numerator < 0n ? -numerator : numerator
  const d = denominator < 0n ? -denominator : denominator
  const rounded = (2n * n + d) / (2n * d)
  return negative ? -rounded : rounded
}

const percentOf = (amount: bigint, percent: bigint) => divideHalfUp(amount * percent, whole)

const discountOn = (amount: bigint, discount: BillDiscount | undefined) => {
  if (!discount) return 0n
  return 'percent' in discount
    ? percentOf(amount, scaled(discount.percent))
    : BigInt(discount.amountMinor)
}

/**
 * The part of each line that is still taxed after the invoice discount is spread over the lines, as
 * a fraction kept/of.
 */
function taxedShare(net: bigint, discount: BillDiscount | undefined): { kept: bigint; of: bigint } {
  if (!discount) return { kept: 1n, of: 1n }
  if ('percent' in discount) return { kept: whole - scaled(discount.percent), of: whole }
  return net === 0n ? { kept: 1n, of: 1n } : { kept: net - BigInt(discount.amountMinor), of: net }
}

/** The totals of a bill as people write it, where nothing is null. */
export const totalsOf = ({ items, discount, shipping }: WrittenAmounts): BillTotals =>
  billTotals({ items, ...(discount && { discount }), ...(shipping && { shipping }) })

export function billTotals(input: BillTotalsInput): BillTotals {
  const afterDiscount = input.taxAfterDiscount ?? true
  const lines = input.items.map((item) => {
    const gross = divideHalfUp(scaled(item.quantity) * BigInt(item.unitAmountMinor), scale)
    const discount = discountOn(gross, item.discount)
    return { gross, discount, net: gross - discount, taxPercent: scaled(item.taxPercent ?? '0') }
  })
  const itemTotal = lines.reduce((sum, line) => sum + line.gross, 0n)
  const itemDiscount = lines.reduce((sum, line) => sum + line.discount, 0n)
  const net = itemTotal - itemDiscount
  const invoiceDiscount = discountOn(net, input.discount)
  const share = taxedShare(net, input.discount)
  const taxes = lines.map((line) =>
    afterDiscount
      ? divideHalfUp(line.net * share.kept * line.taxPercent, share.of * whole)
      : percentOf(line.gross, line.taxPercent),
  )
  const shipping = BigInt(input.shipping?.amountMinor ?? 0)
  const shippingTax = percentOf(shipping, scaled(input.shipping?.taxPercent ?? '0'))
  const taxTotal = taxes.reduce((sum, tax) => sum + tax, shippingTax)
  const custom = BigInt(input.customMinor ?? 0)
  return {
    lines: lines.map((line, index) => ({
      grossMinor: toSafeNumber(line.gross),
      discountMinor: toSafeNumber(line.discount),
      taxMinor: toSafeNumber(taxes[index] ?? 0n),
    })),
    itemTotalMinor: toSafeNumber(itemTotal),
    itemDiscountMinor: toSafeNumber(itemDiscount),
    invoiceDiscountMinor: toSafeNumber(invoiceDiscount),
    taxTotalMinor: toSafeNumber(taxTotal),
    shippingMinor: toSafeNumber(shipping),
    customMinor: toSafeNumber(custom),
    totalMinor: toSafeNumber(
      itemTotal - itemDiscount - invoiceDiscount + taxTotal + shipping + custom,
    ),
  }
}
