import { type Currency, fromDecimal, toDecimal } from '@paydesk/contract/lib/money'
import type { AccountLimit } from '@paydesk/contract/paypal/paypalAccount'

/** A line of the form: amounts as people type them, empty for "no limit". */
export type LimitLine = {
  currency?: Currency
  billMin: string
  billMax: string
  daily: string
  monthly: string
}
export const blankLine: LimitLine = { billMin: '', billMax: '', daily: '', monthly: '' }

export const toLine = ({
  currency,
  billMinMinor,
  billMaxMinor,
  dailyMinor,
  monthlyMinor,
}: AccountLimit): LimitLine => {
  const text = (amountMinor: number | null) =>
    amountMinor === null ? '' : toDecimal({ amountMinor, currency })
  return {
    currency,
    billMin: text(billMinMinor),
    billMax: text(billMaxMinor),
    daily: text(dailyMinor),
    monthly: text(monthlyMinor),
  }
}

/** The form has made sure that every line has a currency and that every amount is valid. */
export const fromLine = ({
  currency = 'USD',
  billMin,
  billMax,
  daily,
  monthly,
}: LimitLine): AccountLimit => {
  const minor = (text: string) =>
    text.trim() === '' ? null : (fromDecimal(text, currency)?.amountMinor ?? null)
  return {
    currency,
    billMinMinor: minor(billMin),
    billMaxMinor: minor(billMax),
    dailyMinor: minor(daily),
    monthlyMinor: minor(monthly),
  }
}

/** Whether the text is an amount of that currency and not negative; empty is allowed. */
export function isAmount(text: string, currency: Currency | undefined): boolean {
  if (text.trim() === '') return true
  const money = fromDecimal(text, currency ?? 'USD')
  return money !== undefined && money.amountMinor >= 0
}
