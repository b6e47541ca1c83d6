import {
  type Dispute,
  type DisputeAnswer,
  type DisputeFile,
  disputeActions,
  type evidenceFileTypes,
  evidenceMaxFiles,
  givingBack,
} from '@paydesk/contract/billing/dispute'
import type { Id } from '@paydesk/contract/lib/id'
import type { Dispute as PayPalDispute } from '@paydesk/paypal/disputes'
import { sql } from 'kysely'
import { type Actor, requireFactor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { assertFresh, refuse } from '../../lib/errors.ts'
import type { Jobs } from '../../lib/job.ts'
import { announce } from '../../lib/live/change.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { startOperation } from '../../paypal/operation/operation.ts'
import { type Answer, marksOf } from './happened.ts'
import { lookAtDispute } from './look.ts'
import { filesOf, readDispute } from './read.ts'

type Locked = {
  id: string
  accountId: Id<'paypalAccount'>
  billId: Id<'bill'> | null
  providerDisputeId: string
  actions: string[]
  amountMinor: number | null
  operationId: Id<'operation'> | null
  raw: PayPalDispute
  version: number
}

/**
 * Locks the bill, then its operation on the way to PayPal, then the dispute, as everywhere: a
 * worker takes them in the same order.
 */
async function lockDispute(
  db: Db,
  { companyId }: Actor,
  id: string,
): Promise<Locked & { isOnItsWay: boolean }> {
  await sql`
    select
    from bill b
    where b.company_id = ${companyId}
      and b.id = (select bill_id from dispute where company_id = ${companyId} and id = ${id})
    for update`.execute(db)
  const { rows: operations } = await sql<{ id: string; state: string }>`
    select id, state from operation where company_id = ${companyId}
      and id = (select operation_id from dispute where company_id = ${companyId} and id = ${id})
      for update`.execute(db)
  const { rows } = await sql<Locked>`
    select d.id, d.account_id, d.bill_id, d.provider_dispute_id, d.actions, d.amount_minor,
      d.operation_id, d.raw, d.version
    from dispute d where d.company_id = ${companyId} and d.id = ${id} for update`.execute(db)
  const [dispute] = rows
  if (!dispute) throw refuse('notFound')
  // An answer whose outcome stays unknown holds nobody up: the next answer replaces it, and it is
  // never repeated (perform.ts).
  const isUnknown = operations.some(
    (operation) => operation.id === dispute.operationId && operation.state === 'unknown',
  )
  return { ...dispute, isOnItsWay: dispute.operationId !== null && !isUnknown }
}

export async function answerDispute(
  db: Db,
  jobs: Jobs,
  actor: Actor,
  id: string,
  { version, ...answer }: DisputeAnswer,
): Promise<Dispute> {
  const { companyId } = actor
  if (givingBack.includes(answer.action)) requireFactor(actor)
  const dispute = await lockDispute(db, actor, id)
  if (dispute.version !== version) assertFresh(await readDispute(db, actor, id), version)
  if (dispute.isOnItsWay) throw refuse('dispute.busy')
  if (!dispute.actions.includes(disputeActions[answer.action])) throw refuse('dispute.notAllowed')
  if (answer.amountMinor !== undefined && answer.amountMinor > (dispute.amountMinor ?? 0))
    throw refuse('request.invalid', { detail: 'amountMinor' })
  const files = await unsentFiles(db, companyId, id, answer.fileIds)
  const request = { ...answer, before: marksOf(dispute.raw, answer.note) } as Answer
  const { accountId, billId } = dispute
  const operationId = await startOperation(db, jobs, {
    companyId,
    accountId,
    billId,
    disputeId: id,
    kind: answer.action,
    request,
    actor,
  })
  await sql`
    update dispute_file
    set operation_id = ${operationId}
    where company_id = ${companyId} and id = any(${answer.fileIds})`.execute(db)
  await sql`update dispute set operation_id = ${operationId}, failure = null, version = version + 1
    where company_id = ${companyId} and id = ${id}`.execute(db)
  await announce(db, companyId, [{ entity: 'dispute', id }])
  const after = await readDispute(db, actor, id)
  const { fileIds: _, ...said } = answer
  await recordChange(db, actor, {
    action: 'dispute.answer',
    entityId: id,
    label: dispute.providerDisputeId,
    after: { ...said, files: files.map(({ name }) => name) },
  })
  return after
}

async function unsentFiles(
  db: Db,
  companyId: Id<'company'>,
  id: string,
  fileIds: string[],
): Promise<DisputeFile[]> {
  const files = (await filesOf(db, companyId, id)).filter(
    (file) => fileIds.includes(file.id) && !file.sent,
  )
  if (files.length < new Set(fileIds).size) throw refuse('notFound')
  return files
}

/** The first bytes decide; the type that the sender names is not trusted. */
function typeOf(bytes: Buffer): (typeof evidenceFileTypes)[number] {
  const starts = (...head: number[]) => head.every((byte, index) => bytes[index] === byte)
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (starts(0x25, 0x50, 0x44, 0x46, 0x2d)) return 'application/pdf'
  throw refuse('dispute.fileType')
}

export async function addFile(
  db: Db,
  actor: Actor,
  id: string,
  name: string,
  bytes: Buffer,
): Promise<DisputeFile> {
  const { companyId } = actor
  const dispute = await lockDispute(db, actor, id)
  const type = typeOf(bytes)
  const unsent = (await filesOf(db, companyId, id)).filter(({ sent }) => !sent)
  if (unsent.length >= evidenceMaxFiles)
    throw refuse('dispute.tooManyFiles', { limit: evidenceMaxFiles })
  const { rows } = await sql<DisputeFile>`
    insert into dispute_file (company_id, dispute_id, name, type, bytes, actor_name)
    values (${companyId}, ${id}, ${name}, ${type}, ${bytes}, ${actor.name})
    returning id, name, type, length(bytes) as size, false as sent, actor_name,
      created_at`.execute(db)
  const file = rows[0] as DisputeFile
  await announce(db, companyId, [{ entity: 'dispute', id }])
  await recordChange(db, actor, {
    action: 'dispute.addFile',
    entityId: id,
    label: dispute.providerDisputeId,
    after: { name, size: file.size },
  })
  return file
}

export async function removeFile(
  db: Db,
  actor: Actor,
  id: string,
  fileId: string,
): Promise<{ id: string }> {
  const dispute = await lockDispute(db, actor, id)
  const { rows } = await sql<{ name: string }>`
    delete from dispute_file
    where company_id = ${actor.companyId}
      and dispute_id = ${id}
      and id = ${fileId}
      and operation_id is null
    returning name`.execute(db)
  if (!rows[0]) throw refuse('notFound')
  await announce(db, actor.companyId, [{ entity: 'dispute', id }])
  await recordChange(db, actor, {
    action: 'dispute.removeFile',
    entityId: id,
    label: dispute.providerDisputeId,
    before: rows[0],
  })
  return { id: fileId }
}

export async function resyncDispute(
  db: Db,
  jobs: Jobs,
  actor: Actor,
  id: string,
): Promise<Dispute> {
  const { companyId } = actor
  const dispute = await readDispute(db, actor, id)
  const { accountId, providerDisputeId } = dispute
  await jobs.enqueue(db, lookAtDispute, { companyId, accountId, providerDisputeId })
  await recordChange(db, actor, {
    action: 'dispute.resync',
    entityId: id,
    label: providerDisputeId,
  })
  return dispute
}
