import type { Bill } from '@paydesk/contract/billing/bill'
import { billApi } from '@paydesk/contract/billing/bill'
import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { homeApi } from '@paydesk/contract/desk/home'
import type { Transaction } from '@paydesk/contract/money/transaction'
import { transactionApi } from '@paydesk/contract/money/transaction'
import { beforeAll, expect, test } from 'vitest'
import { countBills } from '../../../desk/rule/bills.ts'
import { differences } from '../../../test/differential.ts'
import { directMoney } from '../../../test/direct.ts'
import { make, type TestUser } from '../../../test/make.ts'
import { until } from '../../../test/until.ts'
import { billWorld, dataOf } from '../../../test/world/billWorld.ts'

const world = billWorld()
const { t } = world
let finance: TestUser
const { sync, settings, pays, rowOf, recordings } = directMoney(world)

beforeAll(async () => {
  finance = await make.user(t, {
    companyId: world.operator.companyId,
    permissions: [
      'ViewAllPayPalBill',
      'ViewPayPalBill',
      'ReconcileTransaction',
      'ViewPaypalTransaction',
      'RecordPayment',
    ],
  })
})

const countRule = (template: string) =>
  t.in(world.operator.companyId, (db) =>
    countBills(db, {
      id: world.accountId,
      companyId: world.operator.companyId,
      template,
      timezone: 'UTC',
      params: { days: 3, times: 3 },
    } as never),
  )
const homeOf = async () => {
  const query = { from: '2026-09-01', to: '2027-03-31' }
  return dataOf<{ currencies: { dueMinor: number; overdueCount: number }[] }>(
    await t.as(finance).call(homeApi.figures, { query }),
  ).currencies[0]
}
const same = async () => expect(await differences(t.pool, world.operator.companyId)).toEqual([])

test('money that explains a bill is never asked for again: not by home, nor by rules, nor by a person; undone, it is owed again', async () => {
  await settings({ recordMatches: false })
  const open = await world.sent()
  await world.makeOverdue(open.id)
  expect([await countRule('remindAfterDue'), await countRule('cancelUnpaid')]).toMatchObject([
    { bills: 1 },
    { bills: 1 },
  ])
  expect(await homeOf()).toMatchObject({ overdueCount: 1 })
  const { transactionId } = await pays({ number: open.number })
  await sync()
  const paid = await world.read(open.id)
  expect(paid).toMatchObject({ status: 'sent', dueMinor: 0, overdue: false })
  expect(paid.money).toMatchObject({
    elsewhereMinor: 10_000,
    owedMinor: 0,
    providerDueMinor: 10_000,
    receivedMinor: 0,
  })
  expect(paid.money.elsewhere).toMatchObject([
    {
      rule: 'number',
      amountMinor: 10_000,
      providerTransactionId: transactionId,
      record: 'possible',
    },
  ])
  expect([await countRule('remindAfterDue'), await countRule('cancelUnpaid')]).toMatchObject([
    { bills: 0 },
    { bills: 0 },
  ])
  expect(await homeOf()).toMatchObject({ dueMinor: 0, overdueCount: 0 })
  const remind = await world
    .as()
    .call(billApi.remind, { params: { id: open.id }, body: { version: paid.version } })
  expect(remind).toMatchObject({ status: 409, body: { errorCode: 'bill.nothingOwed' } })
  await same()
  const row = await rowOf(transactionId)
  dataOf(
    await t.as(finance).call(reconciliationApi.undo, {
      params: { id: row.id },
      body: { version: row.version, reason: '另有账单' },
    }),
  )
  // A look at PayPal that comes meanwhile brings back its day, also between making it
  // late and reading it.
  const lateAgain = async () => {
    await world.makeOverdue(open.id)
    return world.read(open.id)
  }
  await expect.poll(lateAgain, { timeout: 20_000 }).toMatchObject({
    dueMinor: 10_000,
    overdue: true,
    money: { elsewhereMinor: 0, owedMinor: 10_000 },
  })
  await same()
  await t.owner(`update bill set status = 'cancelled' where id = $1`, [open.id])
})

test('a part is explained: the rest is owed, and no rule cancels it', async () => {
  await settings({ recordMatches: false })
  const open = await world.sent()
  await pays({ number: open.number, amountMinor: 4000 })
  await sync()
  expect(await world.read(open.id)).toMatchObject({
    dueMinor: 6000,
    money: { elsewhereMinor: 4000, owedMinor: 6000 },
  })
  await world.makeOverdue(open.id)
  expect([await countRule('remindAfterDue'), await countRule('cancelUnpaid')]).toMatchObject([
    { bills: 1 },
    { bills: 0 },
  ])
  await same()
  await t.owner(`update bill set status = 'cancelled' where id = $1`, [open.id])
})

test('money that names its bill is recorded on PayPal’s invoice, once, however often the account is read', async () => {
  await settings({ recordMatches: true })
  const open = await world.sent()
  const { transactionId } = await pays({ number: open.number })
  await sync()
  const paid = await world.becomes(open.id, ({ status, busy }) => status === 'paid' && !busy)
  expect(paid).toMatchObject({
    paidMinor: 10_000,
    dueMinor: 0,
    money: { elsewhereMinor: 0, receivedMinor: 10_000, owedMinor: 0 },
  })
  expect(paid.payments).toMatchObject([
    { source: 'external', note: transactionId, amountMinor: 10_000 },
  ])
  await sync()
  await sync()
  expect(await recordings(open.id)).toHaveLength(1)
  await same()
  // It is refunded on paypal.com: the bill says so, although the invoice knows nothing of the
  // money.
  const { transactionId: backId } = await pays({
    code: 'T1107',
    amountMinor: -10_000,
    feeMinor: 0,
    referenceId: transactionId,
  })
  await sync()
  const back = await world.becomes(open.id, ({ money }) => money.wentBackMinor > 0)
  expect(back.money).toMatchObject({
    wentBackMinor: 10_000,
    wentBack: [{ kind: 'refund', amountMinor: 10_000 }],
  })
  expect(back.refunds).toMatchObject([{ providerRefundId: backId }])
  await same()
})

test('what takes recorded money back is not taken off other money that explains the bill', async () => {
  await settings({ recordMatches: true })
  const open = await world.sent()
  const { transactionId } = await pays({ number: open.number })
  await sync()
  await world.becomes(open.id, ({ status, busy }) => status === 'paid' && !busy)
  await settings({ recordMatches: false })
  await pays({ code: 'T1106', amountMinor: -10_000, feeMinor: 0, referenceId: transactionId })
  await pays({ number: open.number, amountMinor: 3000 })
  await sync()
  const after = await world.becomes(open.id, ({ money }) => money.elsewhere.length > 0)
  expect(after.money).toMatchObject({ elsewhereMinor: 3000, elsewhere: [{ amountMinor: 3000 }] })
  await same()
})

test('money that is matched by its payer alone waits for a person’s word, and is then recorded', async () => {
  await settings({ recordMatches: true })
  // An amount that none of the customer's other bills has: two bills that fit decide nothing.
  const open: Bill = await world.sent({
    items: [{ name: 'LED 灯带', quantity: '1', unitAmountMinor: 7700 }],
  })
  const [customer] = await t.owner<{ email: string }>('select email from customer where id = $1', [
    world.customerId,
  ])
  const { transactionId } = await pays({ email: customer?.email, amountMinor: 7700 })
  await sync()
  await sync()
  expect(await recordings(open.id)).toEqual([])
  expect((await world.read(open.id)).money).toMatchObject({
    elsewhere: [{ rule: 'alias', record: 'confirm' }],
    owedMinor: 0,
  })
  const waiting = async () =>
    dataOf<{ list: { id: string }[] }>(
      await t.as(finance).call(reconciliationApi.list, {
        query: { current: 1, pageSize: 20, confirm: true } as never,
      }),
    ).list
  const row = await rowOf(transactionId)
  expect((await waiting()).map(({ id }) => id)).toEqual([row.id])
  const record = () =>
    t
      .as(finance)
      .call(reconciliationApi.record, { params: { id: row.id }, body: { version: row.version } })
  const recordable = async () =>
    dataOf<Transaction>(await t.as(finance).call(transactionApi.read, { params: { id: row.id } }))
      .recordable
  expect(await recordable()).toBe(true)
  dataOf<Transaction>(await record())
  expect(await recordable()).toBe(false)
  expect(await waiting()).toEqual([])
  await world.becomes(open.id, ({ status, busy }) => status === 'paid' && !busy)
  expect(await record()).toMatchObject({ status: 409 })
  expect(await recordings(open.id)).toHaveLength(1)
  expect(
    dataOf(await t.as(finance).call(transactionApi.read, { params: { id: row.id } })),
  ).toMatchObject({ matchState: 'auto' })
  await same()
})

test('a payment of the invoice whose row came first and names the bill is not recorded again', async () => {
  await settings({ recordMatches: true })
  await world.sim.act('configure', { invoiceRowIds: 'number' })
  const open = await world.sent()
  // No event arrives, so the row comes before the bill knows of its payment.
  await world.sim.act('addFault', { kind: 'dropEvent', times: 50 }).catch(() => undefined)
  await world.pay(open)
  await sync()
  const paid = await world.becomes(open.id, ({ status, busy }) => status === 'paid' && !busy)
  await sync()
  await until(async () => (await world.read(open.id)).payments.length === 1, 5000)
  expect(await recordings(open.id)).toEqual([])
  expect(paid.money).toMatchObject({ receivedMinor: 10_000, elsewhereMinor: 0, owedMinor: 0 })
  await same()
  await world.sim.act('configure', { invoiceRowIds: 'none' })
})
