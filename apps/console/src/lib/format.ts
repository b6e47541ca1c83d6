import { currencyExponent, type Money, toDecimal } from '@paydesk/contract/lib/money'
import { directionOf, type Locale, textPackOf } from './locale.ts'

/**
 * Formats figures for people, with Latin digits in every locale, because operators compare them
 * with paypal.com.
 * The locale is a parameter here; ui/ passes the chosen one.
 *
 * A locale that runs from right to left would put sign and symbol on the other side, with marks
 * that turn the sentence around them. No text of ours is in such a language, so figures are written
 * as in the language of the texts.
 */
export const figuresIn = (locale: Locale) =>
  `${directionOf(locale) === 'rtl' ? textPackOf(locale) : locale}-u-nu-latn`

/** Formats an amount with PayPal's number of decimals, which differs from ISO's for HUF and TWD. */
export function formatMoney(money: Money, locale: Locale): string {
  // The amount is passed as text: a division by 100 could not represent every amount exactly.
  return moneyFormat(`${locale} ${money.currency}`, locale, money.currency).format(
    toDecimal(money) as `${number}`,
  )
}

const moneyFormat = madeOnce((locale: Locale, currency: Money['currency']) => {
  const decimals = currencyExponent[currency]
  return new Intl.NumberFormat(figuresIn(locale), {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
})

export const formatCount = (count: number, locale: Locale) =>
  new Intl.NumberFormat(figuresIn(locale)).format(count)

/** `2025-03-05 14:05`, in the company's time zone; the same in every language, and it sorts. */
export function formatInstant(iso: string, timeZone: string): string {
  const parts = instantFormat(timeZone, timeZone).formatToParts(new Date(iso))
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`
}

const instantFormat = madeOnce(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
)

/**
 * A list asks for the same few formats with every row, and each costs the browser more to
 * make than to use.
 */
function madeOnce<A extends unknown[], F>(make: (...args: A) => F): (key: string, ...args: A) => F {
  const made = new Map<string, F>()
  return (key, ...args) => {
    const format = made.get(key) ?? make(...args)
    made.set(key, format)
    return format
  }
}

/** The hour of the day in that time zone, for a greeting. */
export const hourIn = (timeZone: string, at: Date): number =>
  Number(
    new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(at),
  )
