import { isDeepStrictEqual } from 'node:util'
import type { PayPal } from '@paydesk/paypal/client'
import type { Dispute } from '@paydesk/paypal/disputes'
import type { Outcome } from '@paydesk/paypal/outcome'
import type { Capture, Refund } from '@paydesk/paypal/payments'
import {
  endsLook,
  type Failure,
  mostUnclear,
  readInvoices,
  type Wanted,
} from '../../billing/bill/bill.ts'
import { finalRows, type Held, type Hint } from './hint.ts'

/**
 * PayPal's own words about what the hints are about. What is not in here was not asked this time.
 */
export type Looked = Awaited<ReturnType<typeof readInvoices>> & {
  captures: Map<string, Capture | 'absent'>
  refunds: Map<string, Refund | 'absent'>
  disputes: Map<string, Dispute | 'absent'>
  /**
   * Whether PayPal itself lists the event, with the same words. Without an answer, or without
   * permission to ask, it is not in here.
   */
  events: Map<string, boolean>
}

/**
 * Captures tell their fee, so few are read even when their invoice says enough; the rows of many
 * come by reporting.
 */
const fewCaptures = 3
/** Of each kind that PayPal shows one by one only, so many are asked in one look. */
const mostEach = 20

export async function lookAtPayPal(paypal: PayPal, hints: Hint[], held: Held): Promise<Looked> {
  const looked: Looked = {
    ...(await readInvoices(paypal, wantedInvoices(hints, held))),
    captures: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    events: new Map(),
  }
  const { payments, disputes, webhooks } = paypal
  await askEach(looked, captureIds(hints, held), looked.captures, (id) => payments.getCapture(id))
  await askEach(looked, refundIds(hints, held), looked.refunds, (id) => payments.getRefund(id))
  await askEach(looked, disputeIds(hints), looked.disputes, (id) => disputes.get(id))
  const doubtful = hints.filter(({ claim, overdue }) => overdue || claim.about === 'other')
  const listed: Map<string, { resource?: unknown; event_type: string } | 'absent'> = new Map()
  await askEach(
    looked,
    doubtful.map(({ eventId }) => eventId),
    listed,
    (id) => webhooks.getEvent(id),
    [404],
  )
  for (const { eventId, eventType, resource } of doubtful) {
    const own = listed.get(eventId)
    if (own)
      looked.events.set(
        eventId,
        own !== 'absent' &&
          own.event_type === eventType &&
          isDeepStrictEqual(own.resource, resource),
      )
  }
  return looked
}

function wantedInvoices(hints: Hint[], held: Held): Wanted[] {
  const wanted = new Map<string, Wanted>()
  for (const { claim } of hints) {
    if (claim.about === 'invoice' && isInvoiceId(claim.invoiceId)) {
      const paid = claim.paid.length > 0 && claim.paid.every(({ byHand }) => !byHand)
      // Only times of our own bills say where to search: a made-up invoice must not lead the search
      // for the others astray.
      const timed = held.bills.has(claim.invoiceId)
      wanted.set(claim.invoiceId, {
        invoiceId: claim.invoiceId,
        ...(timed && !Number.isNaN(claim.createdAt) && { createdAt: claim.createdAt }),
        ...(timed && paid && !Number.isNaN(claim.updatedAt) && { paidAt: claim.updatedAt }),
      })
    }
    if (claim.about !== 'capture' || held.rows.has(claim.captureId)) continue
    const of = held.invoices.get(claim.captureId) ?? held.invoices.get(claim.number ?? '')
    if (of && !wanted.has(of.invoiceId)) wanted.set(of.invoiceId, { invoiceId: of.invoiceId })
  }
  // If not all can be read, our own bills come first.
  return [...wanted.values()].sort(
    (a, b) => Number(held.bills.has(b.invoiceId)) - Number(held.bills.has(a.invoiceId)),
  )
}

/** A made-up id is never sent to PayPal. */
export const isInvoiceId = (id: string) => /^INV2-[A-Z0-9-]{19}$/.test(id)

function captureIds(hints: Hint[], held: Held): string[] {
  const open = hints.flatMap(({ claim }) =>
    claim.about === 'capture' && !held.rows.has(claim.captureId) ? [claim] : [],
  )
  const unlinked = open.filter(
    ({ captureId, number }) => !held.invoices.has(captureId) && !held.invoices.has(number ?? ''),
  )
  return (open.length <= fewCaptures ? open : unlinked).map(({ captureId }) => captureId)
}
const refundIds = (hints: Hint[], held: Held) =>
  hints.flatMap(({ claim }) =>
    claim.about === 'refund' && finalRows(held, claim.refundId).length === 0
      ? [claim.refundId]
      : [],
  )
const disputeIds = (hints: Hint[]) =>
  hints.flatMap(({ claim }) => (claim.about === 'dispute' ? [claim.disputeId] : []))

async function askEach<T>(
  looked: { failure?: Failure; unclear: Set<string> },
  ids: string[],
  into: Map<string, T | 'absent'>,
  ask: (id: string) => Promise<Outcome<T>>,
  gone = [400, 403, 404],
): Promise<void> {
  let asked = 0
  for (const id of new Set(ids)) {
    if (!/^[A-Za-z0-9-]{1,60}$/.test(id)) into.set(id, 'absent')
    if (into.has(id)) continue
    if (looked.failure || asked++ >= mostEach) return
    const answer = await ask(id)
    if (answer.outcome === 'done') into.set(id, answer.value)
    else if (
      answer.outcome === 'refused' &&
      answer.refusal.by === 'paypal' &&
      gone.includes(answer.refusal.status ?? 0)
    )
      into.set(id, 'absent')
    else if (endsLook(answer) || looked.unclear.add(id).size >= mostUnclear) looked.failure = answer
  }
}
