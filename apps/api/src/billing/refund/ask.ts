import {
  askedRefundStates,
  type Refund,
  type RefundPreview,
  reservingRefundStates,
} from '@paydesk/contract/billing/refund'
import type { Id } from '@paydesk/contract/lib/id'
import { type Currency, toDecimal } from '@paydesk/contract/lib/money'
import { sql } from 'kysely'
import { type Actor, requireFactor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import type { Jobs } from '../../lib/job.ts'
import { literals } from '../../lib/literals.ts'
import { refuseInQuarantine } from '../../lib/outside/quarantine.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { readSettings } from '../../people/companySetting/companySetting.ts'
import { askApproval } from '../approval/approval.ts'
import { lockBill, noteAct, readBill, reserveRefund } from '../bill/bill.ts'
import { startRefund } from './perform.ts'

type Payment = {
  id: string
  accountId: Id<'paypalAccount'> | null
  source: string
  pending: boolean
  currency: Currency
  amountMinor: number
  refundedMinor: number
  refundingMinor: number
  feeMinor: number | null
  disputeId: Id<'dispute'> | null
}

async function paymentOf(
  db: Db,
  companyId: Id<'company'>,
  billId: Id<'bill'>,
  paymentId: string,
): Promise<Payment> {
  const { rows } = await sql<Payment>`
    select p.id, p.account_id, p.source, p.pending, p.currency, p.amount_minor, p.refunded_minor,
      p.refunding_minor, p.fee_minor,
      (
        select d.id
        from dispute d
        where d.company_id = p.company_id and d.payment_id = p.id and d.status <> 'RESOLVED'
        order by d.opened_at
        limit 1
      ) as dispute_id
    from bill_payment p
    where p.company_id = ${companyId}
      and p.bill_id = ${billId}
      and p.id = ${paymentId}`.execute(db)
  if (!rows[0]) throw refuse('notFound')
  return rows[0]
}

const leftOf = ({ source, pending, amountMinor, refundedMinor, refundingMinor }: Payment) =>
  source === 'paypal' && !pending ? amountMinor - refundedMinor - refundingMinor : 0

/**
 * A second person is needed from the threshold on, and for every refund in a currency that has
 * none. Earlier refunds of the same bill that had no second person count as well: a large refund in
 * small parts is a large refund.
 */
async function thresholdFor(
  db: Db,
  companyId: Id<'company'>,
  billId: Id<'bill'>,
  currency: Currency,
  amountMinor: number,
) {
  const { approval } = await readSettings(db, companyId)
  const threshold =
    approval.refundThresholds.find((line) => line.currency === currency)?.amountMinor ?? null
  // A currency without a limit is closed, not open: nobody has said how much may go back without
  // a second person.
  if (threshold === null) return { thresholdMinor: null, approvalNeeded: true }
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(r.amount_minor), 0)::bigint as sum from refund r
    where r.company_id = ${companyId}
      and r.bill_id = ${billId}
      and r.origin = 'paydesk'
      and r.state in (${literals(askedRefundStates)})
      and not exists (
        select
        from approval a
        where a.company_id = r.company_id and a.refund_id = r.id and a.kind = 'refund'
      )`.execute(db)
  return {
    thresholdMinor: threshold,
    approvalNeeded: amountMinor + Number(rows[0]?.sum ?? 0) >= threshold,
  }
}

export async function previewRefund(
  db: Db,
  actor: Actor,
  billId: Id<'bill'>,
  { paymentId, amountMinor }: { paymentId: string; amountMinor: number },
): Promise<RefundPreview> {
  await readBill(db, actor, billId)
  const payment = await paymentOf(db, actor.companyId, billId, paymentId)
  const {
    amountMinor: paidMinor,
    refundedMinor,
    refundingMinor,
    currency,
    feeMinor,
    disputeId,
  } = payment
  return {
    currency,
    paidMinor,
    refundableMinor: leftOf(payment),
    feeMinor,
    keptMinor:
      feeMinor === null
        ? null
        : paidMinor - refundedMinor - refundingMinor - amountMinor - feeMinor,
    ...(await thresholdFor(db, actor.companyId, billId, currency, amountMinor)),
    disputeId,
  }
}

export type RefundRequest = {
  version: number
  paymentId: string
  amountMinor: number
  reason: string
  noteToPayer: string
}

export async function askRefund(
  db: Db,
  jobs: Jobs,
  actor: Actor,
  billId: Id<'bill'>,
  request: RefundRequest,
): Promise<Refund> {
  const { companyId } = actor
  const { paymentId, amountMinor, reason, noteToPayer } = request
  // Also where a second person has to agree first: the refund may have been made already.
  await refuseInQuarantine(db)
  const bill = await lockBill(db, actor, billId, 'refund', request.version)
  const payment = await paymentOf(db, companyId, billId, paymentId)
  assertRefundable(payment, amountMinor)
  const { currency } = payment
  const { approvalNeeded } = await thresholdFor(db, companyId, billId, currency, amountMinor)
  if (approvalNeeded) requireFactor(actor)
  if (!(await reserveRefund(db, companyId, payment.id, amountMinor))) throw moreThanLeft(payment)
  const accountId = payment.accountId ?? (bill.accountId as string)
  const { id } = await db
    .insertInto('refund')
    .values({
      companyId,
      accountId,
      billId,
      paymentId,
      origin: 'paydesk',
      currency,
      amountMinor,
      state: 'waiting',
      reason,
      noteToPayer,
      requestedBy: actor.userId,
      requestedByName: actor.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const data = { amountMinor, currency, reason, approval: approvalNeeded }
  await noteAct(db, actor, bill, { action: 'refund', kind: 'refundAsked', data })
  if (approvalNeeded)
    await askApproval(db, actor, { refundId: id, currency, amountMinor, billNumber: bill.number })
  else
    await startRefund(
      db,
      jobs,
      { id, companyId, accountId, billId, paymentId, amountMinor, currency, noteToPayer },
      actor,
    )
  const refund = (await readBill(db, actor, billId)).refunds.find((one) => one.id === id) as Refund
  await recordChange(db, actor, {
    action: 'bill.refund',
    entityId: billId,
    label: bill.number,
    after: { ...data, payment: payment.id, state: refund.state },
  })
  return refund
}

function assertRefundable(payment: Payment, amountMinor: number): void {
  if (payment.source !== 'paypal' || payment.pending) throw refuse('refund.notRefundable')
  if (payment.disputeId && amountMinor < leftOf(payment))
    throw refuse('refund.disputed', {}, { disputeId: payment.disputeId })
  if (amountMinor > leftOf(payment)) throw moreThanLeft(payment)
}

const moreThanLeft = (payment: Payment) =>
  refuse('refund.moreThanLeft', {
    left: `${payment.currency} ${toDecimal({ currency: payment.currency, amountMinor: Math.max(0, leftOf(payment)) })}`,
  })

/**
 * Days may have passed until the approval: meanwhile PayPal or a dispute may have taken the money
 * that the refund was to give back.
 */
export async function assertStillRefundable(
  db: Db,
  companyId: Id<'company'>,
  refund: { id: string; billId: Id<'bill'>; paymentId: string; amountMinor: number },
): Promise<void> {
  const payment = await paymentOf(db, companyId, refund.billId, refund.paymentId)
  const { rows } = await sql<{ others: number }>`
    select coalesce(sum(amount_minor), 0)::bigint as others
    from refund
    where company_id = ${companyId} and payment_id = ${refund.paymentId}
      and id <> ${refund.id}
      and state in (${literals(reservingRefundStates)})
      and kind <> 'returned'`.execute(db)
  assertRefundable({ ...payment, refundingMinor: Number(rows[0]?.others ?? 0) }, refund.amountMinor)
}
