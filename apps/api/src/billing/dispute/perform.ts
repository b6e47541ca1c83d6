import type { Id } from '@paydesk/contract/lib/id'
import type { PayPal } from '@paydesk/paypal/client'
import type { Dispute, Evidence, EvidenceFile } from '@paydesk/paypal/disputes'
import { mayMeanDone, type Outcome, type Refusal } from '@paydesk/paypal/outcome'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import type { Jobs } from '../../lib/job.ts'
import { toJsonb } from '../../lib/json.ts'
import { announce } from '../../lib/live/change.ts'
import type { OperationRecord, Result, Settled, Subject } from '../../paypal/operation/operation.ts'
import { type Answer, happened } from './happened.ts'
import { lookAtDispute } from './look.ts'
import { writeDispute } from './write.ts'

type Target = {
  providerDisputeId: string
  operationId: Id<'operation'> | null
  currency: string | null
}

const targetOf = (db: Db, { companyId, disputeId }: OperationRecord) =>
  sql<Target>`
    select provider_dispute_id, operation_id, currency
    from dispute
    where company_id = ${companyId} and id = ${disputeId}`
    .execute(db)
    .then(({ rows }) => {
      if (!rows[0]) throw new Error(`Dispute ${disputeId} is gone`)
      return rows[0]
    })

const superseded: Refusal = {
  by: 'policy',
  name: 'SUPERSEDED',
  message: 'Someone has answered again since',
  issues: [],
}

export const disputeSubject: Subject = {
  async prepare(db, operation, client) {
    const target = await targetOf(db, operation)
    const answer = operation.request as unknown as Answer
    const files = await filesOf(db, operation)
    return async (mayHaveHappened) => {
      if (mayHaveHappened) {
        const now = await client.disputes.get(target.providerDisputeId)
        if (now.outcome === 'unknown') return { result: 'unknown', reason: 'look' }
        if (now.outcome === 'refused')
          return { result: 'unknown', reason: 'look', refusal: now.refusal }
        const verdict = happened(answer, now.value)
        if (verdict === 'yes') return { result: 'done', dispute: now.value }
        if (target.operationId !== operation.id)
          return { result: 'refused', refusal: superseded, dispute: now.value }
        if (verdict === 'cannotTell')
          return { result: 'unknown', reason: 'cannotTell', dispute: now.value }
      }
      return withDispute(
        client,
        target,
        answer,
        await act(client, target, answer, files),
        mayHaveHappened,
      )
    }
  },
  finish,
}

/** PayPal's answers carry links only, so the dispute's present state must be read. */
export async function withDispute(
  client: PayPal,
  { providerDisputeId }: Target,
  answer: Answer,
  outcome: Outcome<unknown>,
  again: boolean,
): Promise<Result> {
  if (outcome.outcome === 'unknown') return { result: 'unknown', reason: outcome.reason }
  const now = await client.disputes.get(providerDisputeId)
  const dispute = now.outcome === 'done' ? { dispute: now.value as Dispute } : {}
  if (outcome.outcome === 'refused' && mayMeanDone(outcome.refusal)) {
    const verdict = now.outcome === 'done' ? happened(answer, now.value) : 'cannotTell'
    if (verdict === 'yes') return { result: 'done', ...dispute }
    // The effect may still come. Only what is not there after a repetition either did not happen.
    if (verdict === 'cannotTell' || !again)
      return { result: 'unknown', reason: 'duplicate', ...dispute }
  }
  return outcome.outcome === 'done'
    ? { result: 'done', ...dispute }
    : { result: 'refused', refusal: outcome.refusal, ...dispute }
}

async function filesOf(db: Db, { companyId, id }: OperationRecord): Promise<EvidenceFile[]> {
  const { rows } = await sql<{ name: string; type: string; bytes: Buffer }>`
    select name, type, bytes
    from dispute_file
    where company_id = ${companyId} and operation_id = ${id}
    order by created_at, id`.execute(db)
  return rows
}

/**
 * PayPal's own names of the carriers that sellers here use; every other carrier is sent as
 * OTHER with its name.
 */
const carriers = ['UPS', 'USPS', 'FEDEX', 'DHL']

function evidenceOf({
  evidenceType = 'OTHER',
  note,
  carrier = '',
  trackingNumber,
}: Answer): Evidence[] {
  const name = carriers.find((one) => one === carrier.toUpperCase())
  const tracking = trackingNumber && {
    carrier_name: name ?? 'OTHER',
    ...(!name && carrier && { carrier_name_other: carrier }),
    tracking_number: trackingNumber,
  }
  return [
    {
      evidence_type: evidenceType,
      ...(tracking && { evidence_info: { tracking_info: [tracking] } }),
      ...(note && { notes: note }),
    },
  ]
}

function act(
  { disputes }: PayPal,
  target: Target,
  answer: Answer,
  files: EvidenceFile[],
): Promise<Outcome<unknown>> {
  const { providerDisputeId: id } = target
  const { action, note, amountMinor } = answer
  const amount =
    amountMinor && target.currency ? { amountMinor, currency: target.currency } : undefined
  switch (action) {
    case 'provideEvidence':
      return disputes.provideEvidence(id, evidenceOf(answer), files)
    case 'appeal':
      return disputes.appeal(id, evidenceOf(answer), files)
    case 'acceptClaim':
      return disputes.acceptClaim(id, {
        note,
        ...(amount && { type: 'PARTIAL_REFUND', refundAmount: amount }),
      })
    case 'makeOffer':
      return disputes.makeOffer(id, {
        note,
        type: answer.offerType ?? 'REFUND',
        ...(amount && { amount }),
      })
    case 'sendMessage':
      return disputes.sendMessage(id, note)
    case 'escalate':
      return disputes.escalate(id, note)
    case 'acknowledgeReturn':
      return disputes.acknowledgeReturn(id, {
        type: answer.returnType ?? 'ITEM_RECEIVED',
        ...(note && { note }),
      })
  }
}

async function finish(
  db: Db,
  jobs: Jobs,
  operation: OperationRecord,
  settled: Settled,
): Promise<void> {
  const { companyId, accountId, disputeId, kind } = operation
  const target = await targetOf(db, operation)
  if (settled.dispute) await writeDispute(db, { companyId, accountId }, settled.dispute)
  else if (settled.state === 'done')
    await jobs.enqueue(db, lookAtDispute, {
      companyId,
      accountId,
      providerDisputeId: target.providerDisputeId,
    })
  if (settled.state === 'done' || settled.state === 'refused') {
    const failure =
      settled.state === 'refused' && settled.code !== superseded.name
        ? toJsonb({ action: kind, code: settled.code, detail: settled.detail })
        : null
    await sql`update dispute set operation_id = null, failure = ${failure}::jsonb, version = version + 1
      where company_id = ${companyId}
        and id = ${disputeId}
        and operation_id = ${operation.id}`.execute(db)
  }
  // Files that PayPal did not take can be sent with another answer.
  if (settled.state === 'refused')
    await sql`
      update dispute_file
      set operation_id = null
      where company_id = ${companyId} and operation_id = ${operation.id}`.execute(db)
  await announce(db, companyId, [{ entity: 'dispute', id: disputeId as string }])
}
