import { type Currency, fromDecimal, toDecimal } from '@paydesk/contract/money'

/** Chinese input methods write full-width digits and signs; people write thousands separators. */
const plain = (text: string) => text.normalize('NFKC').replace(/[\s,，]/g, '')

/** What someone typed as an amount, in the currency's minor unit; undefined when it is none. */
export const amountOf = (text: string, currency: Currency): number | undefined => {
  const money = fromDecimal(plain(text), currency)
  return money && money.amountMinor >= 0 ? money.amountMinor : undefined
}

const decimals = /^\d+(\.\d{1,5})?$/

/** A percentage as the contract has it; a sign is not needed. */
export const percentOf = (text: string): string | undefined => {
  const number = plain(text).replace(/%$/, '')
  return decimals.test(number) && Number(number) <= 100 ? trimmed(number) : undefined
}

export const quantityOf = (text: string): string | undefined => {
  const number = plain(text)
  return decimals.test(number) && Number(number) > 0 && Number(number) <= 1_000_000 ? trimmed(number) : undefined
}

const trimmed = (number: string) => number.replace(/^0+(?=\d)/, '')

export type Discount = { percent: string } | { amountMinor: number }

/** `10%` is a part of the price, `10` an amount. */
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
  return 'percent' in discount ? `${discount.percent}%` : toDecimal({ amountMinor: discount.amountMinor, currency })
}
