import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import type { BillEntry } from '@paydesk/contract/billing/billEntry'
import type { Id } from '@paydesk/contract/lib/id'
import { Invoice } from '@paydesk/paypal/invoice'
import { describe, expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { until } from '../../test/until.ts'
import { billWorld, dataOf, isSent } from '../../test/world/billWorld.ts'
import { applyInvoices } from './bill.ts'

const world = billWorld()
const { t, becomes, becomesSoon, create, send, sent, pay } = world

test('from draft to paid: sent through PayPal, paid in two parts, with fee and net, and one timeline shows it all', async () => {
  const draft = await create()
  expect(draft).toMatchObject({
    status: 'draft',
    totalMinor: 10_000,
    dueMinor: 10_000,
    busy: false,
  })
  expect(await send(draft)).toMatchObject({ status: 'sending', busy: true })
  const open = await becomes(draft.id, isSent)
  expect(open).toMatchObject({
    providerStatus: 'SENT',
    totalMinor: 10_000,
    payUrl: expect.stringContaining('/invoice/p/'),
  })

  await pay(open, 4000)
  const partly = await becomes(draft.id, ({ status }) => status === 'partiallyPaid')
  expect(partly).toMatchObject({ paidMinor: 4000, dueMinor: 6000 })
  await pay(open)
  const paid = await becomes(
    draft.id,
    ({ status, payments }) =>
      status === 'paid' && payments.every(({ feeMinor }) => feeMinor !== null),
  )
  expect(paid).toMatchObject({ paidMinor: 10_000, dueMinor: 0 })
  expect((paid.feeMinor ?? 0) + (paid.netMinor ?? 0)).toBe(10_000)

  const { list } = dataOf<{ list: BillEntry[] }>(
    await world.as().call(billApi.timeline, { params: { id: draft.id } }),
  )
  const kinds = list.map(({ source, kind }) => `${source} ${kind}`)
  for (const kind of [
    'person create',
    'person send',
    'system operationDone',
    'paypal paymentReceived',
    'paypal statusChanged',
  ])
    expect(kinds).toContain(kind)
}, 60_000)

test('a scheduled bill does not count as sent, neither before nor after it is withdrawn', async () => {
  const billDate = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  const draft = dataOf<Bill>(
    await world.as().call(billApi.create, { body: { ...world.input(), billDate } }),
  )
  await send(draft)
  const scheduled = await becomes(draft.id, ({ status, busy }) => status === 'scheduled' && !busy)
  expect(scheduled.sentAt).toBeNull()
  dataOf(
    await world
      .as()
      .call(billApi.cancel, { params: { id: draft.id }, body: { version: scheduled.version } }),
  )
  expect(
    await becomes(draft.id, ({ status, busy }) => status === 'cancelled' && !busy),
  ).toMatchObject({ sentAt: null })
}, 60_000)

test('keeps a withdrawn bill cancelled, whenever a look at its invoice ends', async () => {
  const { companyId } = world.operator
  const billDate = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  const draft = dataOf<Bill>(
    await world.as().call(billApi.create, { body: { ...world.input(), billDate } }),
  )
  await send(draft)
  const scheduled = await becomes(draft.id, ({ status, busy }) => status === 'scheduled' && !busy)
  await world.refreshDone(draft.id)
  await world.eventsDone(scheduled.providerInvoiceId)
  const invoice = Invoice.parse({
    id: scheduled.providerInvoiceId,
    status: 'SCHEDULED',
    detail: { currency_code: 'USD' },
    amount: { currency_code: 'USD', value: '100.00' },
    due_amount: { currency_code: 'USD', value: '100.00' },
  })
  const startedAt = new Date().toISOString()
  const look = () =>
    t.in(companyId, (db) =>
      applyInvoices(db, companyId, [
        { billId: draft.id as Id<'bill'>, invoice, seen: { startedAt } },
      ]),
    )
  // PayPal refuses at first, so that the first look ends before the invoice is deleted.
  await world.sim.act('addFault', { kind: 'errorBefore', operation: 'invoices.delete', times: 1 })
  dataOf(
    await world
      .as()
      .call(billApi.cancel, { params: { id: draft.id }, body: { version: scheduled.version } }),
  )
  expect(await look()).toEqual(['applied'])
  await becomesSoon(draft.id, ({ status, busy }) => status === 'cancelled' && !busy)
  expect(await look()).toEqual(['stale'])
  expect(await world.read(draft.id)).toMatchObject({ status: 'cancelled' })
}, 60_000)

describe.concurrent('after a lost answer PayPal is asked and the call is never blindly repeated: one invoice', () => {
  test.each([
    ['dropAfter', 'invoices.create'],
    ['errorAfter', 'invoices.create'],
    ['dropAfter', 'invoices.send'],
    ['errorBefore', 'invoices.send'],
  ])(
    '%s at %s',
    async (kind, operation) => {
      await world.sim.act('addFault', { kind, operation, times: 1 })
      const draft = await create()
      await send(draft)
      const open = await becomes(draft.id, isSent, 60_000)
      const mine = (await world.sim.invoices()).filter(({ number }) => number === draft.number)
      expect(mine).toMatchObject([{ id: open.providerInvoiceId, status: 'SENT' }])
    },
    90_000,
  )
})

test('a payment whose answer was lost is not recorded twice, even if PayPal first refuses the look', async () => {
  const open = await sent()
  const finance = await make.user(t, {
    companyId: world.operator.companyId,
    permissions: ['RecordPayment', 'ViewAllPayPalBill'],
  })
  await world.sim.act('addFault', { kind: 'dropAfter', operation: 'invoices.payments', times: 1 })
  await world.sim.act('addFault', {
    kind: 'rateLimit',
    operation: 'invoices.get',
    times: 1,
    ms: 1000,
  })
  const body = {
    version: open.version,
    amountMinor: 1000,
    method: 'CASH' as const,
    paidOn: '2026-11-01',
  }
  dataOf(await t.as(finance).call(billApi.recordPayment, { params: { id: open.id }, body }))
  const partly = await becomesSoon(
    open.id,
    ({ status, busy }) => status === 'partiallyPaid' && !busy,
  )
  expect(partly).toMatchObject({
    paidMinor: 1000,
    payments: [{ source: 'external', amountMinor: 1000 }],
  })
  expect(await world.sim.invoice(open.number)).toMatchObject({ dueMinor: 9000 })
}, 90_000)

test('a bill whose invoice exists at one account is never moved to another', async () => {
  const draft = await create()
  await world.sim.act('addFault', {
    kind: 'rateLimit',
    operation: 'invoices.send',
    times: 1,
    ms: 60_000,
  })
  await send(draft)
  await becomes(draft.id, ({ providerInvoiceId }) => providerInvoiceId !== null)
  // The pause is there before it is lifted again.
  await until(async () =>
    (await t.owner('select 1 from paypal_account_allowance where held_until > now()')).length > 0
      ? true
      : undefined,
  )
  await t.owner(`update operation set state = 'refused' where bill_id = $1 and state <> 'done'`, [
    draft.id,
  ])
  await t.owner(`update bill set status = 'sendFailed', operation_id = null where id = $1`, [
    draft.id,
  ])
  await t.owner('update paypal_account_allowance set held_until = null')
  const [other] = await t.owner<{ id: string }>(
    `insert into paypal_account (company_id, label, email, environment, client_id)
     values ($1, 'B', 'b@example.com', 'sandbox', 'b')
     returning id`,
    [world.operator.companyId],
  )
  const { version } = await world.read(draft.id)
  const edit = (accountId: string | null) =>
    world.as().call(billApi.edit, {
      params: { id: draft.id },
      body: { ...world.input(), accountId, version },
    })
  expect((await edit(other?.id as string)).status).toBe(422)
  expect((await edit(null)).body.data).toMatchObject({ accountId: world.accountId })
  await t.owner(`update paypal_account set state = 'archived' where id = $1`, [other?.id])
}, 60_000)

test('when PayPal asks for a pause, the operation waits and is then done once', async () => {
  await world.sim.act('addFault', {
    kind: 'rateLimit',
    operation: 'invoices.create',
    times: 1,
    ms: 1000,
  })
  const open = await sent()
  expect((await world.sim.invoices()).filter(({ number }) => number === open.number)).toHaveLength(
    1,
  )
}, 60_000)

test('a limited account stops and shows why; its bills can be sent again', async () => {
  const other = await t.in(world.operator.companyId, (db) =>
    db.selectFrom('paypalAccount').select('id').executeTakeFirstOrThrow(),
  )
  const simAccount = world.sim.accounts[0]?.id
  await world.sim.act('changeAccount', { accountId: simAccount, state: 'limited' })
  const draft = await create()
  await send(draft)
  const failed = await becomes(draft.id, ({ status }) => status === 'sendFailed')
  expect(failed).toMatchObject({ busy: false, failure: { code: 'ACCOUNT_LIMITED' } })
  expect(await t.owner('select state from paypal_account where id = $1', [other.id])).toEqual([
    { state: 'limited' },
  ])
  await world.sim.act('changeAccount', { accountId: simAccount, state: 'active' })
  await t.owner(`update paypal_account set state = 'active' where id = $1`, [other.id])
  await send(failed)
  await becomes(draft.id, isSent)
}, 60_000)

test('cancel, remind, edit and an outside payment reach PayPal', async () => {
  const draft = await create()
  await send(draft, 'link')
  const open = await becomes(draft.id, isSent)
  expect(open.providerStatus).toBe('SHARED')
  const edited = {
    ...world.input(),
    items: [{ name: 'LED 灯具', quantity: '3', unitAmountMinor: 5000 }],
    version: open.version,
  }
  dataOf(await world.as().call(billApi.edit, { params: { id: draft.id }, body: edited }))
  const changed = await becomes(draft.id, ({ totalMinor, busy }) => totalMinor === 15_000 && !busy)
  expect((await world.sim.invoice(draft.number))?.totalMinor).toBe(15_000)
  dataOf(
    await world
      .as()
      .call(billApi.remind, { params: { id: draft.id }, body: { version: changed.version } }),
  )
  const reminded = await becomes(draft.id, ({ remindCount, busy }) => remindCount === 1 && !busy)
  const finance = await make.user(t, {
    companyId: world.operator.companyId,
    permissions: ['RecordPayment', 'ViewAllPayPalBill'],
  })
  const payment = {
    version: reminded.version,
    amountMinor: 5000,
    method: 'BANK_TRANSFER' as const,
    paidOn: '2026-11-01',
    note: '电汇',
  }
  dataOf(
    await t.as(finance).call(billApi.recordPayment, { params: { id: draft.id }, body: payment }),
  )
  const partly = await becomes(draft.id, ({ status, busy }) => status === 'partiallyPaid' && !busy)
  expect(partly.payments).toMatchObject([{ source: 'external', amountMinor: 5000, note: '电汇' }])

  const other = await sent()
  dataOf(
    await world
      .as()
      .call(billApi.cancel, { params: { id: other.id }, body: { version: other.version } }),
  )
  await becomes(other.id, ({ status, busy }) => status === 'cancelled' && !busy)
  expect((await world.sim.invoice(other.number))?.status).toBe('CANCELLED')
}, 120_000)

test('a payment that no event told is found by asking PayPal', async () => {
  const open = await sent()
  await world.sim.act('addFault', { kind: 'dropWebhook', times: 1 })
  await pay(open)
  dataOf(await world.as().call(billApi.resync, { params: { id: open.id } }))
  await becomes(open.id, ({ status }) => status === 'paid')
}, 60_000)
