import type { BillInput } from '@paydesk/contract/billing/billInput'
import { type Currency, currencyExponent } from '@paydesk/contract/lib/money'
import { type CastCustomer, type Dice, perDollar, pick } from './cast.ts'

export const dayMs = 86_400_000
export const hourMs = 3_600_000

/**
 * What becomes of a bill. `paid…`: how its money comes. What would come after the story's end does
 * not, and the bill is open or overdue, so the ageing classes fill by themselves.
 */
export const fates = {
  paid: 196,
  paidInTwo: 26,
  paidInPart: 10,
  paidByEcheck: 16,
  paidByReview: 8,
  paidByAlias: 16,
  paidByNumber: 10,
  paidByBank: 8,
  refundedPart: 14,
  refundedWhole: 8,
  refundedAtPayPal: 5,
  never: 34,
  writtenOff: 6,
  cancelled: 11,
  dropped: 5,
} as const
export type Fate = keyof typeof fates

export type BillPlan = {
  at: number
  customer: CastCustomer
  input: Omit<BillInput, 'customerId' | 'accountId'>
  totalMinor: number
  fate: Fate
  /** When the customer pays, or would. */
  paysAt: number
  roll: number
}

export type Market = {
  customers: readonly CastCustomer[]
  goods: readonly (readonly [string, number, readonly [number, number]])[]
  titles: readonly (readonly [string, number, string])[]
  /** Nobody works on Saturdays and Sundays there. */
  timezoneHours: number
}

const between = (roll: Dice, from: number, to: number) =>
  from + Math.floor(roll() * (to - from + 1))

/** One bill for each place, on working days, evenly over the time. */
export function planBills(
  roll: Dice,
  market: Market,
  { from, to, count }: { from: number; to: number; count: number },
): BillPlan[] {
  const bag = shuffled(roll, bagOf(count))
  const days = workingDays(from, to, market.timezoneHours)
  return bag.map((fate, index) => {
    const day = days[Math.floor((index * days.length) / count)] as number
    const at = day + (9.5 - market.timezoneHours + roll() * 7.5) * hourMs
    const { input, totalMinor, customer } = contentOf(roll, market, fate)
    const term = { net10: 10, net15: 15, net30: 30, onReceipt: 3 }[input.term as 'net15']
    // Most people pay some days before the last, some a little late.
    const after = Math.max(0.3, term * (0.25 + roll() * 0.85)) * dayMs
    const evening = (12 + roll() * 6) * hourMs
    const paysAt = Math.floor((at + after) / dayMs) * dayMs + evening
    return {
      at,
      customer,
      input,
      totalMinor,
      fate,
      paysAt: Math.max(paysAt, at + 2 * hourMs),
      roll: roll(),
    }
  })
}

/** Every fate in its share; in a short story at least the commonest ones. */
function bagOf(count: number): Fate[] {
  const all = Object.values(fates).reduce((sum, n) => sum + n, 0)
  const bag = (Object.entries(fates) as [Fate, number][]).flatMap(([fate, n]) =>
    Array<Fate>(Math.round((n * count) / all)).fill(fate),
  )
  return [...bag, ...Array<Fate>(Math.max(0, count - bag.length)).fill('paid')].slice(0, count)
}

function shuffled<T>(roll: Dice, list: T[]): T[] {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(roll() * (at + 1))
    const held = list[at] as T
    list[at] = list[other] as T
    list[other] = held
  }
  return list
}

function workingDays(from: number, to: number, timezoneHours: number): number[] {
  const days: number[] = []
  for (let day = Math.ceil(from / dayMs) * dayMs; day < to; day += dayMs) {
    const weekday = new Date(day + timezoneHours * hourMs).getUTCDay()
    if (weekday !== 0 && weekday !== 6) days.push(day)
  }
  return days
}

/** The price in the customer's currency: JPY has no cents, and prices are round there. */
function priced(currency: Currency, dollarCents: number): number {
  const minor = dollarCents * (perDollar[currency] ?? 1) * 10 ** (currencyExponent[currency] - 2)
  return currencyExponent[currency] === 0 ? Math.round(minor / 10) * 10 : Math.round(minor)
}

function contentOf(roll: Dice, { customers, goods, titles }: Market, fate: Fate) {
  // Whoever pays past the invoice is known by another address; a payment by its number can
  // come from anyone.
  const possible = fate === 'paidByAlias' ? customers.filter(({ pays }) => pays) : customers
  const customer = pick(roll, possible.length > 0 ? possible : customers)
  const { currency } = customer
  const [title, share, words] = pick(roll, titles)
  const lines = Array.from({ length: share < 1 ? 1 : between(roll, 1, 3) }, () => {
    const [name, price, [least, most]] = pick(roll, goods)
    const quantity = between(roll, least, most)
    return share < 1
      ? {
          name: `${words}: ${name} × ${quantity}`,
          quantity: '1',
          unitAmountMinor: priced(currency, price * quantity * share),
        }
      : { name, quantity: String(quantity), unitAmountMinor: priced(currency, price) }
  })
  const items = lines.map((line) => ({ description: '', taxName: '', ...line }))
  const shipping =
    share === 1 && roll() < 0.4
      ? { amountMinor: priced(currency, between(roll, 40, 220) * 100), taxName: '' }
      : null
  const partial = fate === 'paidInTwo' || fate === 'paidInPart'
  const input = {
    title,
    currency,
    items,
    discount: null,
    shipping,
    note: '',
    terms: '',
    memo: '',
    allowPartial: partial,
    minimumDueMinor: null,
    billDate: null,
    term: pick(roll, ['net15', 'net15', 'net10', 'net30', 'onReceipt'] as const),
    dueDate: null,
    tags: roll() < 0.15 ? ['加急'] : [],
  }
  const totalMinor =
    items.reduce((sum, one) => sum + Number(one.quantity) * one.unitAmountMinor, 0) +
    (shipping?.amountMinor ?? 0)
  return { customer, input, totalMinor }
}
