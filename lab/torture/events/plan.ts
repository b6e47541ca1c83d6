import { dice } from '../../ground/dice.ts'

/** An invoice that is at PayPal before the run begins. Those that are not ours have no bill. */
export type Planned = {
  account: number
  number: string
  totalMinor: number
  createdAt: number
  ours: boolean
}
/**
 * One act at PayPal and how many events it fires. `invoice` is the place in the plan's invoices.
 */
export type PlannedAct = {
  invoice: number
  what: 'pay' | 'payPart' | 'change' | 'cancel' | 'refund'
  share: number
  events: number
}
export type Plan = { invoices: Planned[]; acts: PlannedAct[] }

type Step = [PlannedAct['what'], events: number]
/** What becomes of an invoice, and how often in a thousand. */
const fates: [perMille: number, Step[]][] = [
  [885, [['pay', 1]]],
  [
    100,
    [
      ['payPart', 1],
      ['pay', 1],
    ],
  ],
  [
    3,
    [
      ['change', 1],
      ['pay', 1],
    ],
  ],
  [7, [['cancel', 1]]],
  [
    5,
    [
      ['pay', 1],
      // The invoice and the payment each tell of it.
      ['refund', 2],
    ],
  ],
]
const dayMs = 86_400_000

/** Customers pay bills of the last three weeks, in no order. */
export function planOf(seed: number, events: number, accounts: number, now: number): Plan {
  const random = dice(seed)
  const invoices: Planned[] = []
  const placed: { at: number; act: PlannedAct }[] = []
  for (let told = 0; told < events; ) {
    const invoice = invoices.length
    invoices.push({
      account: Math.floor(random() * accounts),
      number: `TE-${String(invoice).padStart(8, '0')}`,
      totalMinor: 500 + Math.floor(random() * 90_000),
      createdAt: now - Math.floor((0.1 + random() * 20) * dayMs),
      ours: random() >= 0.02,
    })
    let at = told
    for (const [what, count] of fateOf(random() * 1000)) {
      placed.push({ at, act: { invoice, what, share: 0.1 + random() * 0.8, events: count } })
      told += count
      // What follows comes some seconds later.
      at += 200 + random() * 3000
    }
  }
  return { invoices, acts: placed.sort((a, b) => a.at - b.at).map(({ act }) => act) }
}

function fateOf(roll: number): Step[] {
  let left = roll
  for (const [perMille, steps] of fates) {
    if (left < perMille) return steps
    left -= perMille
  }
  return []
}
