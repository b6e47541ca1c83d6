/**
 * Decimals per currency as PayPal counts them (PayPal currency code reference). Not ISO
 * 4217: HUF and TWD have two decimals there and none at PayPal. A test holds this table
 * equal to the contract's.
 */
export const currencyExponent: Readonly<Record<string, number>> = {
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
}

/** What we hold: a safe integer count of the currency's minor unit. */
export interface Amount {
  currency: string
  amountMinor: number
}

/** What PayPal says and hears. */
export interface WireMoney {
  currency_code: string
  value: string
}

function exponentOf(currency: string): number {
  // Not a plain lookup: `constructor` is no currency.
  const exponent = Object.hasOwn(currencyExponent, currency)
    ? currencyExponent[currency]
    : undefined
  // Guessing an exponent would be wrong by a factor of 100: an unknown currency must
  // stop the caller.
  if (exponent === undefined) throw new RangeError(`PayPal currency ${currency} is unknown`)
  return exponent
}

export function toWire({ currency, amountMinor }: Amount): WireMoney {
  if (!Number.isSafeInteger(amountMinor))
    throw new RangeError(`${amountMinor} is not a safe integer`)
  const exponent = exponentOf(currency)
  const digits = String(Math.abs(amountMinor)).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  const sign = amountMinor < 0 ? '-' : ''
  return {
    currency_code: currency,
    value: exponent ? `${sign}${whole}.${digits.slice(-exponent)}` : `${sign}${whole}`,
  }
}

/**
 * Accepts what the schema allows (`-5`, `.5`, `10.00` for JPY) and refuses a fraction that the
 * currency cannot hold.
 */
export function fromWire({ currency_code, value }: WireMoney): Amount {
  const exponent = exponentOf(currency_code)
  const match = /^(-?)(\d*)(?:\.(\d+))?$/.exec(value)
  const [, sign, whole = '', fraction = ''] = match ?? []
  if (!match || (whole === '' && fraction === ''))
    throw new RangeError(`"${value}" is not an amount`)
  if (/[1-9]/.test(fraction.slice(exponent)))
    throw new RangeError(`"${value}" has more decimals than ${currency_code}`)
  const magnitude = Number(whole + fraction.slice(0, exponent).padEnd(exponent, '0'))
  if (!Number.isSafeInteger(magnitude)) throw new RangeError(`"${value}" is not a safe amount`)
  return { currency: currency_code, amountMinor: sign && magnitude ? -magnitude : magnitude }
}
