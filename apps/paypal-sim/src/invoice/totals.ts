import type { DiscountInput, Totals } from '../record/invoiceInput.ts'

/**
 * The simulator's own arithmetic, written as exact fractions on purpose: the contract package
 * computes the same with scaled integers, and a property test holds the two equal. Neither
 * imports the other.
 */
class Fraction {
  readonly n: bigint
  readonly d: bigint
  constructor(n: bigint, d = 1n) {
    this.n = d < 0n ? -n : n
    this.d = d < 0n ? -d : d
  }
  static parse(text: string): Fraction {
    const [whole = '0', decimals = ''] = text.replace('-', '').split('.')
    const value = BigInt(whole + decimals)
    return new Fraction(text.startsWith('-') ? -value : value, 10n ** BigInt(decimals.length))
  }
  times(other: Fraction): Fraction {
    return new Fraction(this.n * other.n, this.d * other.d)
  }
  minus(other: Fraction): Fraction {
    return new Fraction(this.n * other.d - other.n * this.d, this.d * other.d)
  }
  over(other: Fraction): Fraction {
    return new Fraction(this.n * other.d, this.d * other.n)
  }
  /** Cuts off towards zero. */
  cut(): number {
    return Number(this.n / this.d)
  }
  /** Rounds half away from zero: floor(|x| + 1/2) with the sign put back. */
  round(): number {
    const magnitude = this.n < 0n ? -this.n : this.n
    const floor = magnitude / this.d
    const rest = magnitude - floor * this.d
    const rounded = rest * 2n >= this.d ? floor + 1n : floor
    return Number(this.n < 0n ? -rounded : rounded)
  }
}

const one = new Fraction(1n)
const minor = (amount: number) => new Fraction(BigInt(amount))
const percent = (text: string) => Fraction.parse(text).over(new Fraction(100n))

export interface TotalsInput {
  items: {
    quantity: string
    unitMinor: number
    taxPercent?: string | undefined
    discount?: DiscountInput | undefined
  }[]
  invoiceDiscount?: DiscountInput | undefined
  shipping?: { amountMinor: number; taxPercent?: string | undefined } | undefined
  customMinor?: number | undefined
  taxAfterDiscount: boolean
  /** Percentages are cut off instead of rounded (zeroDecimalRounding). */
  cut?: boolean
}

type Round = (value: Fraction) => number

/** If both an amount and a percentage are given, the amount wins (paypal §3.2). */
function take(discount: DiscountInput | undefined, from: number, round: Round): number {
  if (discount?.amountMinor !== undefined) return discount.amountMinor
  return discount?.percent === undefined ? 0 : round(minor(from).times(percent(discount.percent)))
}

function leftAfter(discount: DiscountInput | undefined, net: number): Fraction {
  if (discount?.amountMinor !== undefined)
    return net === 0 ? one : one.minus(minor(discount.amountMinor).over(minor(net)))
  return discount?.percent === undefined ? one : one.minus(percent(discount.percent))
}

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)

export function computeTotals(input: TotalsInput): Totals {
  const round: Round = (value) => (input.cut ? value.cut() : value.round())
  const gross = input.items.map((item) =>
    Fraction.parse(item.quantity).times(minor(item.unitMinor)).round(),
  )
  const itemDiscounts = input.items.map((item, i) => take(item.discount, gross[i] as number, round))
  const net = sum(gross) - sum(itemDiscounts)
  const left = leftAfter(input.invoiceDiscount, net)
  const itemTaxes = input.items.map((item, i) => {
    if (item.taxPercent === undefined) return 0
    const base = minor(
      input.taxAfterDiscount
        ? (gross[i] as number) - (itemDiscounts[i] as number)
        : (gross[i] as number),
    )
    return round(base.times(input.taxAfterDiscount ? left : one).times(percent(item.taxPercent)))
  })
  const shipping = input.shipping?.amountMinor ?? 0
  const shippingTax = input.shipping?.taxPercent
    ? round(minor(shipping).times(percent(input.shipping.taxPercent)))
    : 0
  const invoiceDiscount = take(input.invoiceDiscount, net, round)
  const taxTotal = sum(itemTaxes) + shippingTax
  return {
    itemTotal: sum(gross),
    itemDiscount: sum(itemDiscounts),
    invoiceDiscount,
    itemTaxes,
    itemDiscounts,
    shippingTax,
    taxTotal,
    total: net - invoiceDiscount + taxTotal + shipping + (input.customMinor ?? 0),
  }
}
