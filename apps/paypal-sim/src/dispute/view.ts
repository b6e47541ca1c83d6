import { toWire } from '@paydesk/paypal/money'
import { type Link, link } from '../http/link.ts'
import type { CaptureRecord } from '../record/capture.ts'
import type { DisputeRecord } from '../record/dispute.ts'
import { instantMillis } from '../world/clock.ts'
import { given } from '../world/given.ts'
import type { World } from '../world/world.ts'
import { allowed, stateOf } from './rules.ts'

function linksOf(world: World, dispute: DisputeRecord): Link[] {
  const path = `/v1/customer/disputes/${dispute.id}`
  return [
    link(world, 'self', path),
    ...allowed(dispute)
      .slice(0, 9)
      .map((rel) => link(world, rel, `${path}/${rel.replaceAll('_', '-')}`, 'POST')),
  ]
}

export function renderDispute(
  world: World,
  dispute: DisputeRecord,
  short = false,
): Record<string, unknown> {
  const money = (amountMinor: number) => toWire({ currency: dispute.currency, amountMinor })
  const at = (ms: number | undefined) => (ms === undefined ? undefined : instantMillis(ms))
  const core = {
    dispute_id: dispute.id,
    create_time: at(dispute.createdAt),
    update_time: at(dispute.updatedAt),
    reason: dispute.reason,
    status: dispute.status,
    dispute_amount: money(dispute.amountMinor),
    dispute_life_cycle_stage: dispute.stage,
    dispute_channel: dispute.channel,
    buyer_response_due_date: at(dispute.buyerDueAt),
    seller_response_due_date: at(dispute.sellerDueAt),
  }
  if (short)
    return given({
      ...core,
      dispute_state: stateOf(dispute),
      links: [link(world, 'self', `/v1/customer/disputes/${dispute.id}`)],
    })
  const capture = world.captures.get(dispute.captureId)
  return given({
    ...core,
    disputed_transactions: capture ? [renderTransaction(world, dispute, capture)] : undefined,
    dispute_outcome: dispute.outcome
      ? given({
          outcome_code: dispute.outcome.code,
          amount_refunded: dispute.outcome.refundedMinor
            ? money(dispute.outcome.refundedMinor)
            : undefined,
        })
      : undefined,
    money_movements: dispute.movements.length
      ? dispute.movements.map((m) => ({
          affected_party: 'SELLER',
          amount: money(m.amountMinor),
          initiated_time: at(m.at),
          type: m.type,
          reason: m.reason,
        }))
      : undefined,
    messages: dispute.messages.length
      ? dispute.messages.map((m) => ({ posted_by: m.by, time_posted: at(m.at), content: m.text }))
      : undefined,
    evidences: dispute.evidences.length
      ? dispute.evidences.map((e) =>
          given({
            evidence_type: e.type,
            notes: e.notes,
            source: `SUBMITTED_BY_${e.by}`,
            date: at(e.at),
          }),
        )
      : undefined,
    offer: dispute.offer
      ? { seller_offered_amount: money(dispute.offer.amountMinor), offer_type: dispute.offer.type }
      : undefined,
    links: linksOf(world, dispute),
  })
}

function renderTransaction(world: World, dispute: DisputeRecord, capture: CaptureRecord) {
  const account = world.accounts.get(capture.accountId)
  return given({
    // The buyer has another id for the same payment (paypal §11 no. 25).
    buyer_transaction_id: [...capture.id].reverse().join(''),
    seller_transaction_id: capture.id,
    create_time: instantMillis(capture.createdAt),
    transaction_status: dispute.held ? 'HELD' : capture.chargedBack ? 'REVERSED' : capture.status,
    gross_amount: toWire({ currency: capture.currency, amountMinor: capture.amountMinor }),
    invoice_number:
      capture.invoiceId && /^[A-Za-z0-9:\-|]+$/.test(capture.invoiceId)
        ? capture.invoiceId
        : undefined,
    custom: capture.customId,
    buyer: { name: capture.payer.name },
    seller: account
      ? { email: account.email, merchant_id: account.id, name: account.name }
      : undefined,
  })
}
