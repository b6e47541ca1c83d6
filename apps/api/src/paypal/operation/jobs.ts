import type { Id } from '@paydesk/contract/lib/id'
import type { OperationKind } from '@paydesk/contract/paypal/operation'
import { sql } from 'kysely'
import { type Db, inCompany } from '../../lib/db.ts'
import { jobWithWait } from '../../lib/job.ts'
import { isQuarantined } from '../../lib/outside/quarantine.ts'
import { clientOf } from '../paypalAccount/paypalAccount.ts'
import {
  type OperationRecord,
  perform,
  performOperation,
  type Result,
  type Subject,
} from './operation.ts'
import { settle } from './settle.ts'

/**
 * `leased`: for how many seconds the worker that runs the operation may still be
 * waiting for PayPal.
 */
type Locked = OperationRecord & { leased: number }

const lockOperation = (db: Db, companyId: Id<'company'>, id: string) =>
  sql<Locked>`
    select greatest(0, ceil(extract(epoch from o.due_at - now())))::int as leased, o.id,
      o.company_id, o.account_id, o.bill_id, o.refund_id, o.dispute_id, o.created_at, o.kind,
      o.request, o.state, o.calls, o.looks, o.actor_id, o.actor_name,
      coalesce(o.client_id <> a.client_id, false) as other_app, clock_timestamp() as started_at
    from operation o join paypal_account a on a.company_id = o.company_id and a.id = o.account_id
    where o.company_id = ${companyId} and o.id = ${id} for update of o`
    .execute(db)
    .then(({ rows }) => rows[0])

const noCredentials: Result = {
  result: 'refused',
  refusal: {
    by: 'policy',
    name: 'ACCOUNT_DISCONNECTED',
    message: 'The account has no credentials',
    issues: [],
  },
}

type Begun = { operation: Locked; held?: number; result?: Result }
type Call = (mayHaveHappened: boolean) => Promise<Result>

/**
 * `subjectOf` says what each kind of call is about. Bills, refunds and disputes lie above this
 * floor, so the entry point hands them in.
 */
export const operationJobs = (subjectOf: (kind: OperationKind) => Subject) => [
  jobWithWait(
    performOperation,
    async ({ pool, data: { companyId, operationId }, outside }): Promise<Begun | undefined> => {
      // This is committed before the call, so that a worker that finds the operation running knows
      // that PayPal may have been called.
      const begun = await inCompany(
        pool,
        companyId,
        async (db): Promise<(Begun & { mayHaveHappened?: boolean; call?: Call }) | undefined> => {
          const operation = await lockOperation(db, companyId, operationId)
          if (!operation || operation.state === 'done' || operation.state === 'refused')
            return undefined
          // Another job has the operation. Its call may still be on the way, so a look now
          // would prove nothing.
          if (operation.state === 'running' && operation.leased > 0)
            return { operation, held: operation.leased }
          // In quarantine the call may have been made by the database that was lost. It is written
          // down before the call asks for its turn: what was taken up in quarantine looks first,
          // also if the quarantine ends meanwhile.
          const mayHaveHappened = operation.state !== 'ready' || (await isQuarantined(db))
          const client = await clientOf(db, outside, operation)
          if (!client) return { operation, result: noCredentials }
          // Nobody else touches the operation until the lease ends. The lease covers the token, a
          // look that is repeated once, and the call itself. Each of them may wait for its turn and
          // then for an answer.
          const leaseSeconds =
            Math.ceil((outside.paypal.attemptMs * (mayHaveHappened ? 4 : 2)) / 1000) + 2
          await sql`update operation
          set state = 'running',
            calls = calls + 1,
            looks = looks + ${mayHaveHappened ? 1 : 0},
            due_at = now() + make_interval(secs => ${leaseSeconds}),
            client_id = coalesce(
              client_id,
              (
                select a.client_id
                from paypal_account a
                where a.company_id = ${companyId} and a.id = account_id
              )
            )
          where company_id = ${companyId} and id = ${operationId}`.execute(db)
          return {
            operation,
            mayHaveHappened,
            call: await subjectOf(operation.kind).prepare(db, operation, client),
          }
        },
      )
      if (!begun || begun.held !== undefined || begun.result) return begun
      if (!begun.call) return begun
      return { operation: begun.operation, result: await begun.call(begun.mayHaveHappened ?? true) }
    },
    async ({ db, data: { companyId, operationId }, jobs, prepared, log }) => {
      if (!prepared) return
      // The bill is locked before the operation and the account's health, as everywhere. Otherwise
      // two workers could wait for each other.
      await sql`
        select
        from bill
        where company_id = ${companyId} and id = ${prepared.operation.billId}
        for update`.execute(db)
      const operation = await lockOperation(db, companyId, operationId)
      if (!operation || operation.state === 'done' || operation.state === 'refused') return
      if (prepared.held !== undefined)
        return perform(db, jobs, operation, { afterSeconds: prepared.held })
      if (!prepared.result) return
      const settled = await settle(db, operation, prepared.result)
      log.info({ operation: operation.kind, settled: settled.state }, 'operation')
      if ('alarming' in settled && settled.alarming)
        log.error(
          { operationId, operation: operation.kind },
          'still unknown whether PayPal did it; see docs/operations.md',
        )
      if ('afterSeconds' in settled) await perform(db, jobs, operation, settled)
      await subjectOf(operation.kind).finish(
        db,
        jobs,
        operation,
        settled,
        prepared.operation.startedAt,
      )
    },
  ),
]
