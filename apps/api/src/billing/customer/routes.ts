import { customerApi } from '@paydesk/contract/billing/customer'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { exportRoute } from '../../office/export/export.ts'
import { mergeCustomer, updateCustomer } from './change.ts'
import { createCustomer, findCustomer } from './customer.ts'
import { customerSheet } from './export.ts'
import { customerOptions, customerPayments, listCustomers } from './list.ts'
import type { CustomerRecords } from './records.ts'

export function customerRoutes(app: FastifyInstance, records: CustomerRecords) {
  route(app, customerApi.list, ({ db, actor, query }) => listCustomers(db, actor, query))
  route(app, customerApi.option, async ({ db, actor, query }) => ({
    list: await customerOptions(db, actor, query.keyword),
  }))
  exportRoute(app, customerApi.export, {
    name: 'customers',
    action: 'customer.export',
    sheet: ({ actor, query, language }) => customerSheet(actor, query, language),
  })
  route(app, customerApi.read, ({ db, actor, params }) => findCustomer(db, actor, params.id))
  route(app, customerApi.payments, async ({ db, actor, params }) => ({
    list: await customerPayments(db, actor, params.id),
  }))
  route(app, customerApi.create, ({ db, actor, body }) => createCustomer(db, actor, body))
  route(app, customerApi.update, ({ db, actor, params, body }) =>
    updateCustomer(db, actor, params.id, body),
  )
  route(app, customerApi.merge, ({ db, actor, params, body }) =>
    mergeCustomer(db, records, actor, params.id, body),
  )
}
