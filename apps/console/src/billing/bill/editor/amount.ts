import { type Currency, toDecimal } from '@paydesk/contract/lib/money'
import { amountOf, plain } from '../../../lib/amount.ts'

const decimals = /^\d+(\.\d{1,5})?$/

/** A percentage as the contract writes it; the % sign is optional. */
export const percentOf = (text: string): string | undefined => {
  const number = plain(text).replace(/%$/, '')
  return decimals.test(number) && Number(number) <= 100 ? trimmed(number) : undefined
}

export const quantityOf = (text: string): string | undefined => {
  const number = plain(text)
  return decimals.test(number) && Number(number) > 0 && Number(number) <= 1_000_000
    ? trimmed(number)
    : undefined
}

const trimmed = (number: string) => number.replace(/^0+(?=\d)/, '')

export type Discount = { percent: string } | { amountMinor: number }

/** `10%` is a part of the price, `10` is an amount. */
export function discountOf(text: string, currency: Currency): Discount | undefined {
  if (plain(text).endsWith('%')) {
    const percent = percentOf(text)
    return percent === undefined ? undefined : { percent }
  }
  const amountMinor = amountOf(text, currency)
  return amountMinor === undefined ? undefined : { amountMinor }
}

export const discountText = (discount: Discount | null | undefined, currency: Currency) => {
  if (!discount) return ''
  return 'percent' in discount
    ? `${discount.percent}%`
    : toDecimal({ amountMinor: discount.amountMinor, currency })
}
