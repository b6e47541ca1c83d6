import type { PayPal } from '@paydesk/paypal/client'
import { expect, test } from 'vitest'
import { perform } from './perform.ts'

const task = { id: 'op-1', kind: 'createInvoice' as const, number: 'B-1', invoiceId: null, request: {} }
const draft = { currency: 'USD', number: 'B-1', items: [] }
const invoice = (reference: string) => ({
  id: 'INV2-1',
  status: 'DRAFT',
  detail: { currency_code: 'USD', invoice_number: 'B-1', reference },
})
const unnamed = { issue: 'BUSINESS_RULE_VIOLATED' }
const named = { issue: 'DUPLICATE_INVOICE_NUMBER', field: '/detail/invoice_number' }

/** A client that refuses to create, and whose search finds these invoices. */
function refusing(issue: { issue: string; field?: string }, found: ReturnType<typeof invoice>[]): PayPal {
  const refusal = { by: 'paypal', status: 422, name: 'UNPROCESSABLE_ENTITY', message: '', issues: [issue] }
  const invoices = {
    create: async () => ({ outcome: 'refused', refusal }),
    search: async () => ({ outcome: 'done', status: 200, value: { items: found, links: [] } }),
    get: async () => ({ outcome: 'done', status: 200, value: found[0] }),
  }
  return { invoices } as never
}

test.each([
  ['our own invoice has the number', unnamed, [invoice('op-1')], { result: 'done', invoiceId: 'INV2-1' }],
  ['another invoice has it', unnamed, [invoice('other')], { result: 'refused', refusal: { name: 'NUMBER_TAKEN' } }],
  ['nobody has it', unnamed, [], { result: 'refused', refusal: { issues: [unnamed] } }],
  ['PayPal names it and its search lags', named, [], { result: 'unknown', reason: 'look' }],
])('a refused creation is looked up by its number: %s', async (_, issue, found, expected) => {
  expect(await perform({ client: refusing(issue, found), task, draft, currency: 'USD' }, false)).toMatchObject(expected)
})
