import type { Id } from '@paydesk/contract/lib/id'
import { hasIssue, mayMeanDone, type Outcome, type Refusal } from '@paydesk/paypal/outcome'
import type { Refund } from '@paydesk/paypal/payments'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import type { Jobs } from '../../lib/job.ts'
import { toJsonb } from '../../lib/json.ts'
import { announce } from '../../lib/live/change.ts'
import {
  type OperationRecord,
  type Result,
  type Settled,
  type Subject,
  startOperation,
} from '../../paypal/operation/operation.ts'
import { addEntry, announceBill, recountRefunds, wantRefresh } from '../bill/bill.ts'
import { finalState, fromRefund } from './seen.ts'
import { tellNotRefunded } from './tell.ts'

export type ToSend = {
  id: string
  companyId: Id<'company'>
  accountId: Id<'paypalAccount'>
  billId: Id<'bill'>
  paymentId: string
  amountMinor: number
  currency: string
  noteToPayer: string
}

/**
 * Sends the refund to PayPal: nothing stands in its way any more. `actor` is the person
 * who asked for it. The operation has the refund's own id, which PayPal gets as the
 * request's id from whichever worker takes it up: a refund that is approved once more
 * after a restore is a repetition.
 */
export async function startRefund(
  db: Db,
  jobs: Jobs,
  refund: ToSend,
  actor: { userId: Id<'user'> | null; name: string },
): Promise<void> {
  const { id, companyId, accountId, billId } = refund
  const operationId = await startOperation(db, jobs, {
    id,
    companyId,
    accountId,
    billId,
    refundId: id,
    kind: 'refundPayment',
    actor,
  })
  await sql`update refund set state = 'sending', operation_id = ${operationId}, version = version + 1
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

/**
 * PayPal keeps a request id for 45 days (paypal §2.3): a later repetition would be a second refund.
 */
const repeatableMs = 44 * 86_400_000

const subjectOf = (db: Db, { companyId, refundId }: OperationRecord) =>
  sql<
    ToSend & {
      captureId: string | null
      providerRefundId: string | null
      state: string
      paidMinor: number
      othersMinor: number
    }
  >`
    select r.id, r.company_id, r.account_id, r.bill_id, r.payment_id, r.amount_minor, r.currency,
      r.note_to_payer, r.provider_refund_id, r.state, p.provider_payment_id as capture_id,
      coalesce(p.amount_minor, 0)::bigint as paid_minor,
      (
        select coalesce(sum(o.amount_minor), 0)::bigint
        from refund o
        where o.company_id = r.company_id
          and o.payment_id = r.payment_id
          and o.id <> r.id
          and o.provider_refund_id is not null
          and o.state in ('pending', 'completed')
          and o.kind <> 'returned'
      ) as others_minor
    from refund r left join bill_payment p on p.company_id = r.company_id and p.id = r.payment_id
    where r.company_id = ${companyId} and r.id = ${refundId}`
    .execute(db)
    .then(({ rows }) => {
      if (!rows[0]) throw new Error(`Refund ${refundId} is gone`)
      return rows[0]
    })

export const refundSubject: Subject = {
  async prepare(db, operation, client) {
    const refund = await subjectOf(db, operation)
    const { captureId, providerRefundId, amountMinor, currency, noteToPayer } = refund
    return async (mayHaveHappened) => {
      // An event or the reporting has shown the refund meanwhile: it is done and only has to be
      // read.
      if (providerRefundId) return read(await client.payments.getRefund(providerRefundId), true)
      if (!captureId)
        return mayHaveHappened
          ? { result: 'unknown', reason: 'look' }
          : { result: 'refused', refusal: gone }
      if (mayHaveHappened && Date.now() - Date.parse(operation.createdAt) > repeatableMs)
        return { result: 'unknown', reason: 'tooOld' }
      // PayPal may keep request ids apart for each app: a repetition by another app could be a
      // second refund. If the refund was made, an event or the reporting will show it, and our id
      // on it tells that it is this one.
      if (mayHaveHappened && operation.otherApp) return { result: 'unknown', reason: 'look' }
      const request = {
        amount: { currency, amountMinor },
        // This is PayPal's second guard: it refuses an invoice id that was used before
        // (paypal §5.2).
        invoiceId: `R-${refund.id}`,
        customId: refund.id,
        ...(noteToPayer && { note: noteToPayer }),
      }
      const othersLeft = refund.paidMinor - refund.othersMinor >= amountMinor
      return read(
        await client.payments.refund(captureId, request, operation.id),
        mayHaveHappened,
        othersLeft,
      )
    }
  },
  finish,
}

const gone = {
  by: 'policy' as const,
  name: 'PAYMENT_GONE',
  message: 'PayPal no longer shows this payment',
  issues: [],
}

/**
 * PayPal may not let our app refund what it did not capture itself, such as an invoice's
 * payment (paypal §3.7). It is not known with which of the two words it says so; neither is
 * about the account.
 */
const named = (refusal: Refusal): Refusal =>
  refusal.by === 'paypal' && hasIssue(refusal, 'PERMISSION_DENIED')
    ? { ...refusal, name: 'REFUND_IS_RESTRICTED', issues: [{ issue: 'REFUND_IS_RESTRICTED' }] }
    : refusal

/** PayPal says that the payment's money is gone. Our own earlier call may have taken it. */
const moneyGone = ['CAPTURE_FULLY_REFUNDED', 'REFUND_AMOUNT_EXCEEDED']

/**
 * What PayPal's answer says about the refund. `othersLeft`: other refunds that PayPal has shown
 * leave enough of the payment for this one. If they do not, PayPal cannot have made it, because it
 * never gives back more than was paid.
 */
export function read(
  outcome: Outcome<Refund>,
  mayHaveHappened: boolean,
  othersLeft = true,
): Result {
  if (outcome.outcome === 'done') return { result: 'done', refund: outcome.value }
  if (outcome.outcome === 'unknown') return { result: 'unknown', reason: outcome.reason }
  const refusal = named(outcome.refusal)
  // The refund's own invoice id or request id is used up: a call of ours whose answer was lost may
  // have made the refund. It cannot be looked up without PayPal's id; an event or the reporting
  // will show it, or two people settle it (settle.ts).
  if (mayMeanDone(refusal)) return { result: 'unknown', reason: 'duplicate' }
  if (mayHaveHappened && othersLeft && hasIssue(refusal, ...moneyGone))
    return { result: 'unknown', reason: 'duplicate' }
  // These refusals come before PayPal looks at the call, so they say nothing about the earlier one.
  // Any other refusal is that call's answer.
  const turnedAway =
    refusal.by !== 'paypal' ||
    refusal.status === 401 ||
    refusal.status === 403 ||
    refusal.status === 429
  return mayHaveHappened && turnedAway
    ? { result: 'unknown', reason: 'look', refusal }
    : { result: 'refused', refusal }
}

async function finish(
  db: Db,
  jobs: Jobs,
  operation: OperationRecord,
  settled: Settled,
): Promise<void> {
  const { companyId, refundId, kind } = operation
  // The bill is locked already (operation/jobs.ts).
  const refund = await subjectOf(db, operation)
  const entry = (
    name: 'operationDone' | 'operationRefused' | 'operationUnknown',
    data: object = {},
  ) =>
    addEntry(db, companyId, refund.billId, {
      source: 'system',
      kind: name,
      data: {
        operation: kind,
        amountMinor: refund.amountMinor,
        currency: refund.currency,
        ...data,
      },
    })
  if (settled.state === 'done' && settled.refund) {
    const state = await writeDone(db, refund, settled.refund)
    await entry('operationDone')
    if (state === 'failed' && refund.state !== 'failed')
      await tellNotRefunded(db, companyId, refund.id, '')
    await wantRefresh(db, jobs, companyId, refund.billId)
  } else if (settled.state === 'refused' && !refund.providerRefundId) {
    const { code, detail } = settled
    await sql`
      update refund
      set state = 'refused',
        failure = ${toJsonb({ code, detail })}::jsonb,
        finished_at = now(),
        listed_as = null,
        version = version + 1
      where company_id = ${companyId} and id = ${refundId}`.execute(db)
    await entry('operationRefused', { code, detail })
    await tellNotRefunded(db, companyId, refund.id, `${code} ${detail}`.trim())
  } else if (settled.state === 'unknown' && operation.looks === 0) await entry('operationUnknown')
  if (refund.paymentId) await recountRefunds(db, companyId, [refund.paymentId])
  const { rows } = await sql<{
    ownerId: Id<'user'>
  }>`select owner_id from bill where company_id = ${companyId} and id = ${refund.billId}`.execute(
    db,
  )
  await announce(db, companyId, [{ entity: 'refund', id: refund.id }])
  await announceBill(db, companyId, { id: refund.billId, ownerId: rows[0]?.ownerId as string })
}

/**
 * Writes PayPal's answer and returns the refund's state. A final state that is already stored is
 * kept.
 */
async function writeDone(
  db: Db,
  refund: ToSend & { state: string },
  answer: Refund,
): Promise<string> {
  const { id, companyId, accountId } = refund
  // PayPal showed the refund before we knew that it is ours: the two records become one.
  const { rows: replaced } = await sql<{ state: string }>`
    delete from refund
    where company_id = ${companyId}
      and account_id = ${accountId}
      and provider_refund_id = ${answer.id}
      and id <> ${id}
      and origin = 'paypal'
    returning state`.execute(db)
  const shown = finalState(refund.state) ?? finalState(replaced[0]?.state)
  const state = shown ?? fromRefund(answer)?.state ?? 'pending'
  await sql`
    update refund
    set provider_refund_id = ${answer.id},
      failure = null,
      looked_at = now(),
      version = version + 1,
      state = ${state},
      listed_as = case when ${state} = 'failed' then null else listed_as end,
      finished_at = case when ${state} <> 'pending' then coalesce(finished_at, now()) end
    where company_id = ${companyId} and id = ${id}`.execute(db)
  return state
}
