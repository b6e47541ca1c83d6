import type { Bill, BillEntry } from '@paydesk/contract/bill'
import { billApi } from '@paydesk/contract/bill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { make, type TestUser } from '../test/make.ts'
import { Simulator } from '../test/simulator.ts'
import { testApp } from '../test/testApp.ts'
import { until } from '../test/until.ts'

let sim: Simulator
let operator: TestUser
let customerId: string
beforeAll(async () => {
  sim = await Simulator.start()
})
const t = testApp({ environment: () => ({ PAYPAL_SIMULATOR_URL: sim.url, PAYPAL_TIMEOUT_MS: '2000' }) })
beforeAll(async () => {
  await t.work()
  const deliverTo = await t.app.listen({ host: '127.0.0.1', port: 0 })
  operator = await make.operator(t)
  customerId = await make.customer(t, operator)
  await sim.connect(t, operator.companyId, deliverTo)
})
afterAll(() => sim?.stop())

const item = { name: 'LED 灯具', quantity: '2', unitAmountMinor: 5000 }
const input = () => ({ customerId, currency: 'USD' as const, items: [item], term: 'net15' as const, allowPartial: true })
const data = <T>(answer: { status: number; body: { data: unknown } }) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data as T
}
const create = async () => data<Bill>(await t.as(operator).call(billApi.create, { body: input() }))
const read = async (id: string) => data<Bill>(await t.as(operator).call(billApi.read, { params: { id } }))
const send = async ({ id, version }: Bill, by: 'email' | 'link' = 'email') =>
  data<Bill>(await t.as(operator).call(billApi.send, { params: { id }, body: { version, by } }))
const becomes = (id: string, fits: (bill: Bill) => boolean, ms = 30_000) =>
  until(async () => {
    const bill = await read(id)
    return fits(bill) ? bill : undefined
  }, ms)

test('from draft to paid: sent through PayPal, paid in two parts, fee and net known, all told in one timeline', async () => {
  const draft = await create()
  expect(draft).toMatchObject({ status: 'draft', totalMinor: 10_000, dueMinor: 10_000, busy: false })
  expect(await send(draft)).toMatchObject({ status: 'sending', busy: true })
  const sent = await becomes(draft.id, ({ status, busy }) => status === 'sent' && !busy)
  expect(sent).toMatchObject({ providerStatus: 'SENT', totalMinor: 10_000, payUrl: expect.stringContaining('/invoice/p/') })

  await sim.act('payInvoice', { invoiceId: sent.providerInvoiceId, amountMinor: 4000 })
  const partly = await becomes(draft.id, ({ status }) => status === 'partiallyPaid')
  expect(partly).toMatchObject({ paidMinor: 4000, dueMinor: 6000 })
  await sim.act('payInvoice', { invoiceId: sent.providerInvoiceId })
  const paid = await becomes(draft.id, ({ status, payments }) => status === 'paid' && payments.every(({ feeMinor }) => feeMinor !== null))
  expect(paid).toMatchObject({ paidMinor: 10_000, dueMinor: 0 })
  expect((paid.feeMinor ?? 0) + (paid.netMinor ?? 0)).toBe(10_000)

  const { list } = data<{ list: BillEntry[] }>(await t.as(operator).call(billApi.timeline, { params: { id: draft.id } }))
  const kinds = list.map(({ source, kind }) => `${source} ${kind}`)
  for (const kind of ['person create', 'person send', 'system operationDone', 'paypal paymentReceived', 'paypal statusChanged'])
    expect(kinds).toContain(kind)
}, 60_000)

test.each([
  ['dropAfter', 'invoices.create'],
  ['errorAfter', 'invoices.create'],
  ['dropAfter', 'invoices.send'],
  ['errorBefore', 'invoices.send'],
])('%s at %s: looked up, not repeated, one invoice', async (kind, operation) => {
  await sim.act('addFault', { kind, operation, times: 1 })
  const draft = await create()
  await send(draft)
  const sent = await becomes(draft.id, ({ status, busy }) => status === 'sent' && !busy, 60_000)
  const mine = (await sim.invoices()).filter(({ number }) => number === draft.number)
  expect(mine).toMatchObject([{ id: sent.providerInvoiceId, status: 'SENT' }])
}, 90_000)

test('what PayPal refuses is said, can be mended and sent again, and stays one invoice', async () => {
  const draft = await create()
  await sim.act('addFault', { kind: 'rateLimit', operation: 'invoices.create', times: 1, ms: 1000 })
  await send(draft)
  const sent = await becomes(draft.id, ({ status, busy }) => status === 'sent' && !busy, 60_000)
  expect((await sim.invoices()).filter(({ number }) => number === draft.number)).toHaveLength(1)
  expect(sent.failure).toBeNull()
}, 90_000)

test('cancel, remind, edit and an outside payment reach PayPal', async () => {
  const draft = await create()
  await send(draft, 'link')
  const sent = await becomes(draft.id, ({ status, busy }) => status === 'sent' && !busy)
  expect(sent.providerStatus).toBe('UNPAID')
  const as = t.as(operator)
  const edited = { ...input(), items: [{ ...item, quantity: '3' }], version: sent.version }
  data(await as.call(billApi.edit, { params: { id: draft.id }, body: edited }))
  const changed = await becomes(draft.id, ({ totalMinor, busy }) => totalMinor === 15_000 && !busy)
  expect((await sim.invoice(draft.number))?.totalMinor).toBe(15_000)
  data(await as.call(billApi.remind, { params: { id: draft.id }, body: { version: changed.version } }))
  const reminded = await becomes(draft.id, ({ remindCount, busy }) => remindCount === 1 && !busy)
  const finance = await make.user(t, { companyId: operator.companyId, permissions: ['RecordPayment', 'ViewAllPayPalBill'] })
  const payment = { version: reminded.version, amountMinor: 5000, method: 'BANK_TRANSFER' as const, paidOn: '2026-11-01', note: '电汇' }
  data(await t.as(finance).call(billApi.recordPayment, { params: { id: draft.id }, body: payment }))
  const partly = await becomes(draft.id, ({ status, busy }) => status === 'partiallyPaid' && !busy)
  expect(partly.payments).toMatchObject([{ source: 'external', amountMinor: 5000, note: '电汇' }])

  const other = await create()
  await send(other)
  const open = await becomes(other.id, ({ status, busy }) => status === 'sent' && !busy)
  data(await as.call(billApi.cancel, { params: { id: other.id }, body: { version: open.version } }))
  await becomes(other.id, ({ status, busy }) => status === 'cancelled' && !busy)
  expect((await sim.invoice(other.number))?.status).toBe('CANCELLED')
}, 120_000)

test('what was changed in PayPal’s own pages is found by comparing', async () => {
  const draft = await create()
  await send(draft)
  const sent = await becomes(draft.id, ({ status, busy }) => status === 'sent' && !busy)
  await sim.act('addFault', { kind: 'dropWebhook', times: 1 })
  await sim.act('payInvoice', { invoiceId: sent.providerInvoiceId })
  data(await t.as(operator).call(billApi.resync, { params: { id: draft.id } }))
  await becomes(draft.id, ({ status }) => status === 'paid')
}, 60_000)
