import { billTotals } from '@paydesk/contract/billing/billTotals'
import type { PayPal } from '@paydesk/paypal/client'
import { expect, test } from 'vitest'
import { perform } from './perform.ts'

const task = {
  id: 'op-1',
  kind: 'createInvoice' as const,
  number: 'B-1',
  invoiceId: null,
  request: {},
}
const draft = { currency: 'USD', number: 'B-1', items: [] }
const totals = billTotals({ items: [] })
const invoice = (reference: string) => ({
  id: 'INV2-1',
  status: 'DRAFT',
  detail: { currency_code: 'USD', invoice_number: 'B-1', reference },
})
const unnamed = { issue: 'BUSINESS_RULE_VIOLATED' }
const named = { issue: 'DUPLICATE_INVOICE_NUMBER', field: '/detail/invoice_number' }

/** A client that refuses to create, and whose search finds these invoices. */
function refusing(
  issue: { issue: string; field?: string },
  found: ReturnType<typeof invoice>[],
): PayPal {
  const refusal = {
    by: 'paypal',
    status: 422,
    name: 'UNPROCESSABLE_ENTITY',
    message: '',
    issues: [issue],
  }
  const invoices = {
    create: async () => ({ outcome: 'refused', refusal }),
    search: async () => ({ outcome: 'done', status: 200, value: { items: found, links: [] } }),
    get: async () => ({ outcome: 'done', status: 200, value: found[0] }),
  }
  return { invoices } as never
}

test.each([
  [
    'our own invoice has the number',
    unnamed,
    [invoice('op-1')],
    { result: 'done', invoiceId: 'INV2-1' },
  ],
  [
    'another invoice has it',
    unnamed,
    [invoice('other')],
    { result: 'refused', refusal: { name: 'NUMBER_TAKEN' } },
  ],
  ['nobody has it', unnamed, [], { result: 'refused', refusal: { issues: [unnamed] } }],
  ['PayPal names it and its search lags', named, [], { result: 'unknown', reason: 'look' }],
])('a refused creation is looked up by its number: %s', async (_, issue, found, expected) => {
  expect(
    await perform({ client: refusing(issue, found), task, draft, totals, currency: 'USD' }, false),
  ).toMatchObject(expected)
})

const conflicts = [
  [400, 'INVALID_REQUEST', 'DUPLICATE_REQUEST_ID'],
  [422, 'UNPROCESSABLE_ENTITY', 'DUPLICATE_REQUEST_ID'],
  [409, 'RESOURCE_CONFLICT', ''],
  [409, 'CONFLICT', 'CONFLICT'],
] as const
const kinds = [
  'createInvoice',
  'sendInvoice',
  'cancelInvoice',
  'deleteInvoice',
  'recordPayment',
] as const
type Kind = (typeof kinds)[number] | 'updateInvoice' | 'remindInvoice'

/**
 * A client that answers every act with the conflict, and shows the invoice as it was before the
 * act or after it.
 */
function conflicting(
  [status, name, issue]: (typeof conflicts)[number],
  kind: Kind,
  happened: boolean,
): PayPal {
  const refusal = { by: 'paypal', status, name, message: '', issues: issue ? [{ issue }] : [] }
  const refuse = async () => ({ outcome: 'refused', refusal })
  const after = { sendInvoice: 'SENT', cancelInvoice: 'CANCELLED' } as Record<string, string>
  const shown = {
    id: 'INV2-1',
    status: happened ? (after[kind] ?? 'SENT') : kind === 'sendInvoice' ? 'DRAFT' : 'SENT',
    detail: { currency_code: 'USD', invoice_number: 'B-1', reference: happened ? 'op-1' : 'op-0' },
    payments: { transactions: happened ? [{ note: '#op-1' }] : [] },
  }
  const there = kind !== 'createInvoice' || happened
  const gone = kind === 'deleteInvoice' && happened
  const missing = {
    outcome: 'refused',
    refusal: { by: 'paypal', status: 404, name: 'RESOURCE_NOT_FOUND', message: '', issues: [] },
  }
  const invoices = {
    ...Object.fromEntries(
      ['create', 'update', 'send', 'remind', 'cancel', 'delete', 'recordPayment'].map((one) => [
        one,
        refuse,
      ]),
    ),
    search: async () => ({
      outcome: 'done',
      status: 200,
      value: { items: there ? [shown] : [], links: [] },
    }),
    get: async () => (gone ? missing : { outcome: 'done', status: 200, value: shown }),
  }
  return { invoices } as never
}
const act = (kind: Kind, client: PayPal, again: boolean) =>
  perform(
    {
      client,
      task: { ...task, kind, invoiceId: kind === 'createInvoice' ? null : 'INV2-1' },
      draft,
      totals,
      currency: 'USD',
    },
    again,
  )

test.each(conflicts.flatMap((conflict) => kinds.map((kind) => [...conflict, kind] as const)))(
  '%i %s %s to %s is looked up: done if PayPal shows the effect, unknown if not yet',
  async (status, name, issue, kind) => {
    const answer = [status, name, issue] as unknown as (typeof conflicts)[number]
    expect(await act(kind, conflicting(answer, kind, true), false)).toMatchObject({
      result: 'done',
    })
    expect(await act(kind, conflicting(answer, kind, false), false)).toMatchObject({
      result: 'unknown',
      reason: 'duplicate',
    })
    // A new invoice is found by a search, which may lag. The others show at once whether
    // they were changed.
    const repeated = await act(kind, conflicting(answer, kind, false), true)
    expect(repeated.result).toBe(kind === 'createInvoice' ? 'unknown' : 'refused')
  },
)

test('a conflict is a refusal for a change that PayPal’s invoice does not show, and for a reminder, which nobody can look up', async () => {
  for (const conflict of conflicts) {
    expect(
      await act('updateInvoice', conflicting(conflict, 'updateInvoice', false), false),
    ).toMatchObject({ result: 'refused' })
    expect(
      await act('updateInvoice', conflicting(conflict, 'updateInvoice', true), false),
    ).toMatchObject({ result: 'done' })
    expect(
      await act('remindInvoice', conflicting(conflict, 'remindInvoice', false), false),
    ).toMatchObject({ result: 'refused' })
  }
})
