import type { Bill, BillInput } from '@paydesk/contract/bill'
import { sql } from 'kysely'
import { billForPayPal, finishOperation } from '../bill/bill.ts'
import { type Db, inCompany } from '../lib/db.ts'
import { jobWithWait } from '../lib/job.ts'
import { clientOf } from '../paypalAccount/paypalAccount.ts'
import type { Task } from './look.ts'
import { OperationData, type OperationKind, performOperation } from './operation.ts'
import { perform, type Result } from './perform.ts'
import { settle } from './settle.ts'

export type OperationRecord = {
  id: string
  companyId: string
  accountId: string
  billId: string
  kind: OperationKind
  request: Task['request'] & { input?: BillInput; recipient?: Bill['recipient'] }
  state: 'ready' | 'running' | 'unknown' | 'done' | 'refused'
  calls: number
  looks: number
  actorId: string | null
  actorName: string
  held: number
  startedAt: string
}

/** `held`: seconds that PayPal asked this account to wait (429). */
const lockOperation = (db: Db, companyId: string, id: string) =>
  sql<OperationRecord>`
    select o.id, o.company_id, o.account_id, o.bill_id, o.kind, o.request, o.state, o.calls, o.looks, o.actor_id, o.actor_name,
      clock_timestamp() as started_at, greatest(0, coalesce(extract(epoch from h.hold_until - now()), 0))::int as held
    from operation o left join paypal_account_health h on h.company_id = o.company_id and h.account_id = o.account_id
    where o.company_id = ${companyId} and o.id = ${id} for update of o`
    .execute(db)
    .then(({ rows }) => rows[0])

export const operationJobs = [
  jobWithWait(
    performOperation,
    async ({ pool, data: { companyId, operationId }, outside }) => {
      // Committed before the call: whoever finds it running knows that PayPal may have been called.
      const begun = await inCompany(pool, companyId, async (db) => {
        const operation = await lockOperation(db, companyId, operationId)
        if (!operation || operation.state === 'done' || operation.state === 'refused') return undefined
        if (operation.held > 0) return { operation, held: operation.held }
        const mayHaveHappened = operation.state !== 'ready'
        await sql`update operation set state = 'running', calls = calls + 1, looks = looks + ${mayHaveHappened ? 1 : 0}
          where company_id = ${companyId} and id = ${operationId}`.execute(db)
        const { invoiceId, number, currency, draft } = await billForPayPal(db, operation)
        const client = await clientOf(db, outside, operation)
        const { id, kind, request } = operation
        return { operation, mayHaveHappened, call: { client, currency, draft, task: { id, kind, number, invoiceId, request } } }
      })
      if (!begun || begun.held !== undefined) return begun
      const result: Result = await perform(begun.call, begun.mayHaveHappened)
      return { operation: begun.operation, result }
    },
    async ({ db, data: { companyId, operationId }, jobs, prepared, log }) => {
      if (!prepared) return
      const operation = await lockOperation(db, companyId, operationId)
      if (!operation || operation.state === 'done' || operation.state === 'refused') return
      if (!('result' in prepared)) return jobs.enqueue(db, performOperation, { companyId, operationId }, { afterSeconds: prepared.held })
      const settled = await settle(db, operation, prepared.result)
      log.info({ operation: operation.kind, settled: settled.state }, 'operation')
      if ('afterSeconds' in settled) await jobs.enqueue(db, performOperation, OperationData.parse({ companyId, operationId }), settled)
      await finishOperation(db, jobs, operation, settled, prepared.operation.startedAt)
    },
  ),
]
