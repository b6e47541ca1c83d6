import { setTimeout as sleep } from 'node:timers/promises'
import type { Volume as World } from '../../stack/options.ts'
import { type Account, addBills, type NewBill } from '../../world/manyCompanies.ts'

/**
 * The bills `from` to `to`, all of which PayPal says were paid at one moment. Everything about a
 * bill follows from its place.
 */
export type Lot = { from: number; to: number; createdBase: number; paidAt: number }

const padded = (n: number, length: number) => String(n).padStart(length, '0')
export const totalOf = (bill: number) => 1000 + (bill % 90_000)
export const numberOf = (bill: number) => `IN-${padded(bill, 9)}`
export const invoiceOf = (bill: number) =>
  `INV2-${(padded(bill, 16).match(/.{4}/g) ?? []).join('-')}`
export const captureOf = (bill: number) => `CAP${padded(bill, 14)}`
/**
 * Made one after the other, so that a page of PayPal's search can hold what a look asks for
 * and little else.
 */
export const createdAt = ({ createdBase }: Lot, bill: number) => createdBase + bill * 50
export const accountOf = <A>(accounts: A[], bill: number) => accounts[bill % accounts.length] as A

const perRequest = 5000

/**
 * Has these bills sent here and at the simulator, and paid at the simulator, which tells nobody.
 * Its reporting stands still meanwhile and shows the payments when it goes on.
 */
export async function addPaid(
  world: World,
  from: number,
  to: number,
  createdBase: number,
): Promise<Lot> {
  const { sim, accounts } = world
  const { lastRefreshedAt } = await sim.act<{ lastRefreshedAt: number }>('freezeReporting', {
    frozen: true,
  })
  const lot: Lot = {
    from,
    to,
    createdBase,
    paidAt: (Math.floor(lastRefreshedAt / 1000) + 1) * 1000,
  }
  for (let first = from; first < to; first += perRequest) {
    const bills = Array.from({ length: Math.min(perRequest, to - first) }, (_, n) => first + n)
    await sim.act('addInvoices', {
      invoices: bills.map((bill) => ({
        accountId: accountOf<Account>(accounts, bill).simId,
        number: numberOf(bill),
        id: invoiceOf(bill),
        totalMinor: totalOf(bill),
        createdAt: createdAt(lot, bill),
        paid: { at: lot.paidAt, captureId: captureOf(bill) },
      })),
    })
    const given = bills.map((bill): NewBill => {
      return {
        account: bill % accounts.length,
        number: numberOf(bill),
        totalMinor: totalOf(bill),
        invoiceId: invoiceOf(bill),
      }
    })
    await addBills(world, given)
  }
  await world.owner.query('analyze')
  // By now that moment is past.
  await sleep(1000)
  return lot
}
