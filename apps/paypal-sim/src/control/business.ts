import { openDispute, resolve } from '../dispute/dispute.ts'
import { takePayment } from '../payment/capture.ts'
import type { CaptureRecord } from '../record/capture.ts'
import { makeRefund } from '../refund/refund.ts'
import { dayMs } from '../world/clock.ts'
import { Random } from '../world/random.ts'
import type { World } from '../world/world.ts'

export interface Business {
  accountId: string
  count: number
  seed: number
  /** The merchant's own bills, each of which is paid once; further payments name no bill. */
  bills: { number: string; currency: string }[]
  /** How many of ten payments are made through the account's app, which hears of them. */
  throughApp: number
}

const currencies = ['USD', 'USD', 'USD', 'EUR', 'JPY', 'PLN']

/**
 * Plays a shop's business at random: payments (some pending for days, some in a currency that the
 * account does not hold), refunds, disputes with their holds, chargebacks, withdrawals. None of it
 * goes through the API: it is done as if in PayPal's own pages.
 */
export function doBusiness(
  world: World,
  { accountId, count, seed, bills, throughApp }: Business,
): { made: Record<string, number> } {
  const random = new Random(seed)
  const app = [...world.apps.values()].find((one) => one.accountId === accountId)
  const made: Record<string, number> = {}
  const open = [...world.captures.values()]
    .filter((capture) => capture.accountId === accountId && capture.status === 'COMPLETED')
    .slice(-500)
  const note = (what: string) => {
    made[what] = (made[what] ?? 0) + 1
  }
  const pay = (bill: Business['bills'][number] | undefined) => {
    const pending = random.fraction() < 0.08 ? ('ECHECK' as const) : undefined
    const capture = takePayment(world, {
      accountId,
      appId: app && random.fraction() < throughApp / 10 ? app.id : undefined,
      currency:
        bill?.currency ?? (currencies[random.between([0, currencies.length - 1])] as string),
      amountMinor: random.between([500, 90_000]),
      invoiceId: bill?.number,
      payer: { email: `buyer-${random.between([1, 5000])}@personal.example` },
      pending,
    })
    if (pending)
      world.schedule.add(
        'clearPayment',
        capture.id,
        world.clock.now() + random.between([1, 5]) * dayMs,
      )
    else open.push(capture)
    note(bill ? 'billPayments' : 'otherPayments')
  }
  for (let index = 0; index < count; index++) {
    const roll = random.fraction()
    const capture = open[random.between([0, Math.max(0, open.length - 1)])]
    if (roll < 0.12 && capture && refundSome(world, capture, random)) note('refunds')
    else if (roll >= 0.12 && roll < 0.15 && capture && dispute(world, capture, random))
      note('disputes')
    else if (roll >= 0.15 && roll < 0.17 && withdraw(world, accountId, random)) note('withdrawals')
    else pay(roll < 0.9 ? bills.shift() : undefined)
  }
  world.emitted = []
  world.record({ by: 'buyer', accountId, operation: 'doBusiness' })
  return { made }
}

function refundSome(world: World, capture: CaptureRecord, random: Random): boolean {
  const left = capture.amountMinor - capture.refundedMinor
  const account = world.accounts.get(capture.accountId)
  const isOpen =
    capture.disputeId !== undefined && world.disputes.get(capture.disputeId)?.status !== 'RESOLVED'
  if (!account || left <= 0 || isOpen || capture.chargedBack) return false
  const amountMinor = random.fraction() < 0.4 ? left : random.between([1, left])
  makeRefund(world, capture, { amountMinor })
  return true
}

/** Half of the disputes end at once, one way or the other; the others end by their deadlines. */
function dispute(world: World, capture: CaptureRecord, random: Random): boolean {
  const known = capture.disputeId ? world.disputes.get(capture.disputeId) : undefined
  const mayDispute = capture.status === 'COMPLETED' || capture.status === 'PARTIALLY_REFUNDED'
  if (!mayDispute || capture.amountMinor <= capture.refundedMinor || known) return false
  const opened = openDispute(
    world,
    capture,
    random.fraction() < 0.3 ? { channel: 'EXTERNAL', reason: 'UNAUTHORISED' } : {},
  )
  if (random.fraction() < 0.5) return true
  const lost = random.fraction() < 0.5
  resolve(world, opened, lost ? 'RESOLVED_BUYER_FAVOUR' : 'RESOLVED_SELLER_FAVOUR', undefined, lost)
  return true
}

function withdraw(world: World, accountId: string, random: Random): boolean {
  const currency = currencies[random.between([0, currencies.length - 1])] as string
  const { available } = world.ledger.balance(accountId, currency)
  if (available < 1000) return false
  const amountMinor = -Math.floor(available * (0.1 + random.fraction() * 0.8))
  world.ledger.post(accountId, {
    transactionId: world.id.transaction(),
    eventCode: 'T0403',
    currency,
    amountMinor,
  })
  return true
}
