import type { ImportErrorCode } from '@paydesk/contract/billing/billImport'
import { type Currency, currencyExponent, fromDecimal } from '@paydesk/contract/lib/money'

/** The value of a cell, or what is wrong with it. */
export type Cell<T> = { value: T } | { code: ImportErrorCode }

/** No amount, day or code is longer. What is longer is none, and nothing is tried on it. */
const maxLength = 64
/** Turns full-width digits and signs into ordinary ones. */
const plain = (text: string) => (text.length > maxLength ? '' : text.normalize('NFKC').trim())
/** Turns `1,234.50` into `1234.50`. A comma in any other place stays, and the amount is refused. */
const ungrouped = (text: string) =>
  /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text

/**
 * An amount of the currency, with PayPal's decimals: `12.5` is an amount of dollars and not of yen.
 * PayPal takes at most a million.
 */
export function readAmount(text: string, currency: Currency): Cell<number> {
  const decimal = ungrouped(plain(text))
  if (!/^\d{1,9}(\.\d*)?$/.test(decimal)) return { code: 'badAmount' }
  const money = fromDecimal(decimal.replace(/\.$/, ''), currency)
  if (!money) return { code: 'tooManyDecimals' }
  return money.amountMinor <= 100_000_000 ? { value: money.amountMinor } : { code: 'badAmount' }
}

export function readQuantity(text: string): Cell<string> {
  const decimal = ungrouped(plain(text))
  const good =
    /^\d{1,7}(\.\d{1,5})?$/.test(decimal) && Number(decimal) > 0 && Number(decimal) <= 1_000_000
  return good ? { value: decimal } : { code: 'badQuantity' }
}

/** `13` or `13%`. A cell that a sheet shows as a percentage arrives here as one. */
export function readPercent(text: string): Cell<string> {
  const written = plain(text)
  const number = written.endsWith('%') ? written.slice(0, -1).trimEnd() : written
  return /^\d{1,3}(\.\d{1,5})?$/.test(number) && Number(number) <= 100
    ? { value: number }
    : { code: 'badPercent' }
}

/** A percentage such as `5%`, or an amount. */
export function readDiscount(
  text: string,
  currency: Currency,
): Cell<{ percent: string } | { amountMinor: number }> {
  if (plain(text).endsWith('%')) {
    const percent = readPercent(text)
    return 'value' in percent ? { value: { percent: percent.value } } : percent
  }
  const amount = readAmount(text, currency)
  return 'value' in amount ? { value: { amountMinor: amount.value } } : amount
}

export function readCurrency(text: string): Cell<Currency> {
  const code = plain(text).toUpperCase()
  return Object.hasOwn(currencyExponent, code)
    ? { value: code as Currency }
    : { code: 'unknownCurrency' }
}

const dayMs = 86_400_000

/**
 * Reads 2026-01-31, 2026/1/31, 2026.1.31, 2026年1月31日, 20260131, or a spreadsheet's day number.
 */
export function readDay(text: string, date1904: boolean): Cell<string> {
  const written = plain(text)
  const serial = /^\d{5}(\.\d+)?$/.test(written) ? Math.floor(Number(written)) : undefined
  if (serial !== undefined) {
    // Day 1 is 1900-01-01, and spreadsheets count a 29 February 1900 that never was, so the count
    // starts two days earlier (ECMA-376 18.17.4.1).
    const first = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
    return inReach(new Date(first + serial * dayMs).toISOString().slice(0, 10))
  }
  const match =
    /^(\d{4})(?:[-/.年])(\d{1,2})(?:[-/.月])(\d{1,2})日?(?:\s+0{1,2}:00(:00)?)?$/.exec(written) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(written)
  if (!match) return { code: 'badDate' }
  const day = `${match[1]}-${match[2]?.padStart(2, '0')}-${match[3]?.padStart(2, '0')}`
  // 31 February is well formed but does not exist.
  const exists = !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)
  return exists ? inReach(day) : { code: 'badDate' }
}

const inReach = (day: string): Cell<string> =>
  day >= '2000-01-01' && day <= '2099-12-31' ? { value: day } : { code: 'badDate' }

/** Enough to catch a slip; the contract's rule decides. */
export const looksLikeEmail = (text: string) =>
  text.length <= 254 && /^[^\s@,;]+@[^\s@,;]+\.[^\s@.,;]{2,}$/.test(text)
