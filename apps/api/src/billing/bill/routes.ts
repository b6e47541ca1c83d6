import { billApi } from '@paydesk/contract/billing/bill'
import type { BillEntry } from '@paydesk/contract/billing/billEntry'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { todayIn } from '../../lib/clock.ts'
import { route } from '../../lib/route.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { exportRoute } from '../../office/export/export.ts'
import { readSettings } from '../../people/companySetting/companySetting.ts'
import {
  cancelBill,
  createBill,
  duplicateBill,
  editBill,
  reassignBill,
  recordPayment,
  remindBill,
  resyncBill,
  sendBill,
  writeOffBill,
} from './act.ts'
import { addEntry, announceBill } from './entry.ts'
import { billSheet } from './export.ts'
import { readAgeing } from './list/ageing.ts'
import { countBills, listBills, outcomesOf } from './list/list.ts'
import { lockBill, readBill } from './record.ts'

export function billRoutes(app: FastifyInstance) {
  const { jobs } = app.deps
  exportRoute(app, billApi.export, {
    name: 'bills',
    action: 'bill.export',
    sheet: ({ db, actor, query, language }) => billSheet(db, actor, query, language),
  })
  route(app, billApi.list, ({ db, actor, query }) => listBills(db, actor, query))
  route(app, billApi.counts, ({ db, actor, query }) => countBills(db, actor, query))
  route(app, billApi.ageing, ({ db, actor, query }) => readAgeing(db, actor, query))
  route(app, billApi.defaults, async ({ db, actor }) => {
    const { billing, routing } = await readSettings(db, actor.companyId)
    return {
      currency: billing.defaultCurrency,
      allowedCurrencies: billing.allowedCurrencies,
      paymentTermDays: billing.paymentTermDays,
      note: billing.note,
      terms: billing.terms,
      allowPartial: billing.allowPartialPayment,
      routingMode: routing.mode,
      allowOverride: routing.allowOverride,
      today: todayIn(actor.companyTimezone),
    }
  })
  route(app, billApi.outcome, ({ db, actor, query }) => outcomesOf(db, actor, query.ids))
  route(app, billApi.read, ({ db, actor, params }) => readBill(db, actor, params.id))
  route(app, billApi.timeline, async ({ db, actor, params }) => {
    await readBill(db, actor, params.id)
    const { rows } = await sql<BillEntry>`
      select id, at, source, kind, actor_name, data from bill_entry
      where company_id = ${actor.companyId} and bill_id = ${params.id}
      order by at desc, id desc
      limit 500`.execute(db)
    return { list: rows }
  })
  route(app, billApi.create, ({ db, actor, body }) => createBill(db, actor, body))
  route(app, billApi.edit, ({ db, actor, params, body }) =>
    editBill(db, jobs, actor, params.id, body),
  )
  route(app, billApi.send, ({ db, actor, params, body }) =>
    sendBill(db, jobs, actor, params.id, body),
  )
  route(app, billApi.remind, ({ db, actor, params, body }) =>
    remindBill(db, jobs, actor, params.id, body.version),
  )
  route(app, billApi.cancel, ({ db, actor, params, body }) =>
    cancelBill(db, jobs, actor, params.id, body.version),
  )
  route(app, billApi.writeOff, ({ db, actor, params, body }) =>
    writeOffBill(db, actor, params.id, body.version),
  )
  route(app, billApi.recordPayment, ({ db, actor, params, body }) =>
    recordPayment(db, jobs, actor, params.id, body),
  )
  route(app, billApi.duplicate, ({ db, actor, params }) => duplicateBill(db, actor, params.id))
  route(app, billApi.reassign, ({ db, actor, params, body }) =>
    reassignBill(db, actor, params.id, body),
  )
  route(app, billApi.resync, ({ db, actor, params }) => resyncBill(db, jobs, actor, params.id))
  route(app, billApi.note, async ({ db, actor, params, body }) => {
    const bill = await lockBill(db, actor, params.id, 'note')
    const entry = await addEntry(db, actor.companyId, params.id, {
      source: 'person',
      kind: 'note',
      actor,
      data: { text: body.text },
    })
    await announceBill(db, actor.companyId, bill)
    await recordChange(db, actor, {
      action: 'bill.note',
      entityId: params.id,
      label: bill.number,
      after: { text: body.text },
    })
    return entry
  })
}
