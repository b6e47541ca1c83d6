import { currencyExponent } from '@paydesk/paypal/money'

/** Fixed rates, so that every run converts alike. Units per US dollar. */
const perDollar: Record<string, number> = {
  USD: 1,
  EUR: 0.92,
  GBP: 0.79,
  JPY: 150,
  HKD: 7.8,
  TWD: 32,
  HUF: 360,
  CNY: 7.2,
  AUD: 1.5,
  CAD: 1.36,
  SGD: 1.35,
  CHF: 0.88,
}

/** PayPal's price for converting, on top of the rate. */
const spread = 0.97

/** Decimal text as the API shows it: 1 unit of the source is this many of the target. */
export function rateBetween(source: string, target: string): string {
  return (((perDollar[target] ?? 1) / (perDollar[source] ?? 1)) * spread).toFixed(8)
}

/** Converts by the rate as printed, so that net × exchange_rate is the amount credited. */
export function convert(amountMinor: number, source: string, target: string): number {
  const shift = (currencyExponent[target] ?? 2) - (currencyExponent[source] ?? 2)
  const rate = BigInt(rateBetween(source, target).replace('.', ''))
  const scale = 10n ** BigInt(8 + Math.max(0, -shift))
  const value = BigInt(amountMinor) * rate * 10n ** BigInt(Math.max(0, shift))
  return Number((2n * value + scale) / (2n * scale))
}
