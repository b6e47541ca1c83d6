import { type Currency, fromDecimal } from '@paydesk/contract/lib/money'

/** Chinese input methods write full-width digits and signs; people write thousands separators. */
export const plain = (text: string) => text.normalize('NFKC').replace(/[\s,，]/g, '')

/** Reads a typed amount as minor units of the currency; undefined when the text is no amount. */
export const amountOf = (text: string, currency: Currency): number | undefined => {
  const money = fromDecimal(plain(text), currency)
  return money && money.amountMinor >= 0 ? money.amountMinor : undefined
}
