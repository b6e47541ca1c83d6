import { z } from 'zod'

/**
 * PayPal's currencies and their decimals, not ISO 4217's: HUF and TWD have two decimals there and
 * none at PayPal. Source: developer.paypal.com/docs/api/reference/currency-codes.
 */
export const currencyExponent = {
  AUD: 2,
  BRL: 2,
  CAD: 2,
  CHF: 2,
  CNY: 2,
  CZK: 2,
  DKK: 2,
  EUR: 2,
  GBP: 2,
  HKD: 2,
  HUF: 0,
  ILS: 2,
  INR: 2,
  JPY: 0,
  MXN: 2,
  MYR: 2,
  NOK: 2,
  NZD: 2,
  PHP: 2,
  PLN: 2,
  RUB: 2,
  SEK: 2,
  SGD: 2,
  THB: 2,
  TWD: 0,
  USD: 2,
} as const
export type Currency = keyof typeof currencyExponent

export const currencies = Object.keys(currencyExponent) as Currency[]
export const Currency = z.enum(currencies as [Currency, ...Currency[]])

/** Through PayPal, or outside of it and recorded by a person. */
export const MoneySource = z.enum(['paypal', 'external'])

/**
 * An integer count of the currency's minor unit. JSON carries it as a number, so it must
 * stay a safe integer.
 */
export const AmountMinor = z.int()
export const Money = z.object({ amountMinor: AmountMinor, currency: Currency })
export type Money = z.infer<typeof Money>

/** Amounts of different currencies are never added: that is a bug in the caller, so it throws. */
export function addMoney(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new TypeError(`Cannot add ${b.currency} to ${a.currency}`)
  const sum = BigInt(a.amountMinor) + BigInt(b.amountMinor)
  return { amountMinor: toSafeNumber(sum), currency: a.currency }
}

export function toSafeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER) || value < BigInt(Number.MIN_SAFE_INTEGER))
    throw new RangeError(`${value} is not a safe integer`)
  return Number(value)
}

/** `12345` USD → `"123.45"`: the form that PayPal and files use. */
export function toDecimal({ amountMinor, currency }: Money): string {
  const exponent = currencyExponent[currency]
  const digits = String(Math.abs(amountMinor)).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  const sign = amountMinor < 0 ? '-' : ''
  return exponent ? `${sign}${whole}.${digits.slice(-exponent)}` : `${sign}${whole}`
}

/** The reverse of `toDecimal`; undefined when the text is not an amount of that currency. */
export function fromDecimal(text: string, currency: Currency): Money | undefined {
  const exponent = currencyExponent[currency]
  const match = /^(-?)(\d{1,16})(?:\.(\d+))?$/.exec(text.trim())
  if (!match) return undefined
  const [, sign, whole = '', fraction = ''] = match
  if (/[1-9]/.test(fraction.slice(exponent))) return undefined
  const magnitude = Number(whole + fraction.slice(0, exponent).padEnd(exponent, '0'))
  if (!Number.isSafeInteger(magnitude)) return undefined
  return { amountMinor: sign && magnitude ? -magnitude : magnitude, currency }
}
