import type { Id } from '@paydesk/contract/lib/id'
import {
  type OperationKind,
  type OperationState,
  openOperationStates,
} from '@paydesk/contract/paypal/operation'
import type { PayPal } from '@paydesk/paypal/client'
import type { Dispute } from '@paydesk/paypal/disputes'
import type { Invoice } from '@paydesk/paypal/invoice'
import type { Refusal } from '@paydesk/paypal/outcome'
import type { Refund } from '@paydesk/paypal/payments'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../lib/db.ts'
import type { JobKind, Jobs } from '../../lib/job.ts'
import { toJsonb } from '../../lib/json.ts'
import { literals } from '../../lib/literals.ts'
import { announce } from '../../lib/live/change.ts'
import { refuseInQuarantine } from '../../lib/outside/quarantine.ts'

/** Jobs that 0.3.0 queued name no account. */
const OperationData = z.object({
  companyId: z.uuid(),
  operationId: z.uuid(),
  accountId: z.uuid().optional(),
})
/**
 * Operations mostly wait for PayPal, so many run at once. An account's own pause (429) holds its
 * operations back.
 */
export const performOperation: JobKind<typeof OperationData> = {
  name: 'operation.perform',
  data: OperationData,
  concurrency: 12,
  perAccount: 6,
}
export const perform = (
  db: Db,
  jobs: Jobs,
  {
    companyId,
    accountId,
    id: operationId,
  }: { companyId: Id<'company'>; accountId: Id<'paypalAccount'>; id: string },
  when?: { afterSeconds: number },
) => jobs.enqueue(db, performOperation, { companyId, accountId, operationId }, when)

/** PayPal's own record as it is now, if the operation saw it. */
type Found = {
  invoiceId?: string
  invoice?: Invoice
  refund?: Refund
  dispute?: Dispute
  /** What else the subject found out, in its own words. */
  facts?: Record<string, unknown>
}

/**
 * done: the effect is there at PayPal, once. refused: it is not there and will not be. unknown: it
 * may be there, so look before anything else.
 */
export type Result =
  | ({ result: 'done'; unconfirmed?: true } & Found)
  | ({ result: 'refused'; refusal: Refusal } & Found)
  | ({ result: 'unknown'; reason: string; refusal?: Refusal } & Found)

export type Settled =
  | ({ state: 'done'; unconfirmed?: true } & Found)
  | ({ state: 'refused'; code: string; detail: string } & Found)
  | ({
      state: 'unknown' | 'ready'
      afterSeconds: number
      reason: string
      alarming: boolean
    } & Found)

export type OperationRecord = {
  id: string
  companyId: Id<'company'>
  accountId: Id<'paypalAccount'>
  billId: Id<'bill'> | null
  refundId: Id<'refund'> | null
  disputeId: Id<'dispute'> | null
  kind: OperationKind
  /** What was asked for, in the words of its subject. */
  request: Record<string, unknown>
  state: OperationState
  calls: number
  looks: number
  actorId: Id<'user'> | null
  actorName: string
  createdAt: string
  startedAt: string
  /**
   * The first call was made through another app of the account: PayPal may not know the request ids
   * in the present app.
   */
  otherApp: boolean
}

/**
 * What an operation is about. `prepare` reads what the call needs and returns the call, which runs
 * outside any transaction. `finish` writes the outcome.
 */
export type Subject = {
  prepare: (
    db: Db,
    operation: OperationRecord,
    client: PayPal,
  ) => Promise<(mayHaveHappened: boolean) => Promise<Result>>
  finish: (
    db: Db,
    jobs: Jobs,
    operation: OperationRecord,
    settled: Settled,
    startedAt: string,
  ) => Promise<void>
}

export type NewOperation = {
  /**
   * Where the id is the request's id at PayPal: given, the same act has the same id even after this
   * database has forgotten its call.
   */
  id?: string
  companyId: Id<'company'>
  accountId: Id<'paypalAccount'>
  billId: Id<'bill'> | null
  refundId?: Id<'refund'>
  disputeId?: Id<'dispute'>
  kind: OperationKind
  request?: object
  /** What PayPal has done of the same act leads to this call; nobody asks for it anew. */
  following?: true
  actor: { userId: Id<'user'> | null; name: string }
}

/**
 * Writes the intention to call PayPal and the job that does so, in the caller's transaction:
 * neither exists without the other. `beside` is what the caller writes with the operation's id; it
 * goes out in the same round trip.
 */
export async function startOperation(
  db: Db,
  jobs: Jobs,
  operation: NewOperation,
  beside?: (id: string) => Promise<unknown>,
): Promise<string> {
  const {
    companyId,
    accountId,
    billId,
    refundId = null,
    disputeId = null,
    kind,
    request,
    actor,
  } = operation
  const insert = db
    .insertInto('operation')
    .values({
      ...(operation.id && { id: operation.id }),
      companyId,
      accountId,
      billId,
      refundId,
      disputeId,
      kind,
      request: toJsonb(request ?? {}),
      actorId: actor.userId,
      actorName: actor.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [{ id }] = await Promise.all([
    insert,
    ...(operation.following ? [] : [refuseInQuarantine(db)]),
  ])
  await Promise.all([
    beside?.(id),
    perform(db, jobs, { companyId, accountId, id }),
    announce(db, companyId, [{ entity: 'operation', id }]),
  ])
  return id
}

/**
 * Takes up a waiting operation now. The condition is in the update itself, because an
 * operation that a worker has just taken up must keep its lease. Answers false if the
 * operation does not wait.
 */
export async function retryOperation(
  db: Db,
  jobs: Jobs,
  companyId: Id<'company'>,
  id: string,
): Promise<boolean> {
  const { rows } = await sql<{
    accountId: Id<'paypalAccount'>
  }>`update operation set due_at = now() where company_id = ${companyId} and id = ${id}
    and state in ('ready', 'unknown') returning account_id`.execute(db)
  for (const { accountId } of rows) await perform(db, jobs, { companyId, accountId, id })
  return rows.length > 0
}

/**
 * Takes up operations that have been due far longer than any call can take and that no job has:
 * theirs was lost. One whose job waits in a long queue must not get another: the more jobs wait the
 * more would come, and each of them has to be taken up to see that it is not needed.
 */
export async function reviveStuck(
  db: Db,
  jobs: Jobs,
  { companyId, accountId }: { companyId: Id<'company'>; accountId: Id<'paypalAccount'> },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update operation
    set due_at = now()
    where company_id = ${companyId} and account_id = ${accountId}
      and state in (${literals(openOperationStates)}) and due_at < now() - interval '5 minutes'
      and not exists (
        select
        from pgboss.job j
        where j.name = ${performOperation.name}
          and j.state < 'completed'
          and j.data ->> 'operationId' = operation.id::text
      )
      returning id`.execute(db)
  for (const { id } of rows) await perform(db, jobs, { companyId, accountId, id })
}

/**
 * Ends an operation of which nobody knows what it came to, because people have found it out. It is
 * never repeated then. Answers false if a worker has it, or if it has ended meanwhile.
 */
export async function settleByHand(
  db: Db,
  companyId: Id<'company'>,
  id: string,
  state: 'done' | 'refused',
): Promise<boolean> {
  const { rows } = await sql`update operation
    set state = ${state}, outcome = ${toJsonb({ state, byHand: true })}::jsonb, finished_at = now()
    where company_id = ${companyId} and id = ${id} and state = 'unknown' returning id`.execute(db)
  if (rows.length > 0) await announce(db, companyId, [{ entity: 'operation', id }])
  return rows.length > 0
}

/**
 * After a restore nobody knows whether what waits here was done meanwhile: each operation is looked
 * up before it is made, and now. One that a worker holds looks first as well (jobs.ts).
 */
export async function doubtOpen(
  db: Db,
  jobs: Jobs,
  companyId: Id<'company'>,
  accountId?: Id<'paypalAccount'>,
): Promise<number> {
  const { rows } = await sql<{ id: string; accountId: Id<'paypalAccount'> }>`
    update operation
    set due_at = now(), state = 'unknown', unknown_since = coalesce(unknown_since, now())
    where company_id = ${companyId}
      and (state in ('ready', 'unknown') or (state = 'running' and due_at < now()))
      ${accountId ? sql`and account_id = ${accountId}` : sql``}
      returning id, account_id`.execute(db)
  for (const one of rows) await perform(db, jobs, { companyId, ...one })
  return rows.length
}

/**
 * Ends an operation that must not be carried out any more: PayPal has done something later of which
 * nothing is known here.
 */
export async function overtakeOperation(
  db: Db,
  companyId: Id<'company'>,
  id: string,
): Promise<void> {
  await sql`
    update operation
    set state = 'refused',
      outcome = ${toJsonb({ state: 'refused', code: 'OVERTAKEN' })}::jsonb,
      finished_at = now()
    where company_id = ${companyId}
      and id = ${id}
      and state in (${literals(openOperationStates)})`.execute(db)
  await announce(db, companyId, [{ entity: 'operation', id }])
}
