import { eventApi } from '@paydesk/contract/intake/event'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { billsToSee } from '../../billing/bill/bill.ts'
import { refuse } from '../../lib/errors.ts'
import { route } from '../../lib/route.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { retryOperation } from '../../paypal/operation/operation.ts'
import { findAccount } from '../../paypal/paypalAccount/paypalAccount.ts'
import { eventChannel, sweepAccount } from './event.ts'
import { listAlarms, listEvents, listOperations, readEvent, readOperation } from './list.ts'
import { receiveRoutes } from './receive.ts'
import { perSweep } from './sweep.ts'

export function eventRoutes(app: FastifyInstance) {
  const { jobs } = app.deps
  receiveRoutes(app)
  route(app, eventApi.list, ({ db, actor, query }) => listEvents(db, actor, query))
  route(app, eventApi.alarms, ({ db, actor, query }) => listAlarms(db, actor, query))
  route(app, eventApi.read, ({ db, actor, params }) => readEvent(db, actor, params))

  route(app, eventApi.replay, async ({ db, actor, params: { accountId, id } }) => {
    const event = await readEvent(db, actor, { accountId, id })
    if (event.raw === null) throw refuse('event.bodyGone')
    await sql`
      insert into paypal_event_todo (company_id, account_id, event_id)
      values (${actor.companyId}, ${accountId}, ${id})
      on conflict (company_id, account_id, event_id) do update set
        due_at = now(), tries = 0`.execute(db)
    // Its month may be dropped before the look is over.
    await sql`select keep_waiting_bodies(1000, ${id})`.execute(db)
    await sql`select pg_notify(${eventChannel}, '')`.execute(db)
    await recordChange(db, actor, {
      action: 'event.replay',
      entityId: id,
      label: event.eventType,
      after: { resourceId: event.resourceId },
    })
    const { raw: _, ...row } = event
    return row
  })

  route(app, eventApi.operations, ({ db, actor, query }) => listOperations(db, actor, query))

  route(app, eventApi.retry, async ({ db, actor, params }) => {
    const operation = await readOperation(db, actor, params.id)
    if (!(await retryOperation(db, jobs, actor.companyId, params.id)))
      throw refuse('operation.notWaiting')
    await recordChange(db, actor, {
      action: 'operation.retry',
      entityId: params.id,
      label: operation.billNumber ?? operation.kind,
    })
    return readOperation(db, actor, params.id)
  })

  route(app, eventApi.resyncAccount, async ({ db, actor, params }) => {
    const { companyId } = actor
    const account = await findAccount(db, companyId, params.id)
    const ref = { companyId, accountId: account.id }
    const bills = (await billsToSee(db, ref, 0, perSweep)).length
    await jobs.enqueue(db, sweepAccount, { ...ref, all: true })
    await recordChange(db, actor, {
      action: 'paypalAccount.resync',
      entityId: account.id,
      label: account.label,
      after: { bills },
    })
    return { bills }
  })
}
