// @module-tag slow

import { billApi } from '@paydesk/contract/billing/bill'
import { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { type Transaction, transactionApi } from '@paydesk/contract/money/transaction'
import { beforeAll, expect, test } from 'vitest'
import { applyRows } from '../../money/transaction/transaction.ts'
import { differences } from '../../test/differential.ts'
import { directMoney } from '../../test/direct.ts'
import { make, type TestUser } from '../../test/make.ts'
import { toldRow } from '../../test/told.ts'
import { billWorld, dataOf } from '../../test/world/billWorld.ts'

const world = billWorld()
const { t } = world
const { sync, settings, pays, rowOf, recordings } = directMoney(world)
let finance: TestUser

beforeAll(async () => {
  finance = await make.user(t, {
    companyId: world.operator.companyId,
    permissions: [
      'ViewAllPayPalBill',
      'ReconcileTransaction',
      'ViewPaypalTransaction',
      'RecordPayment',
    ],
  })
})

const refunded = (referenceId: string, amountMinor: number) =>
  pays({ code: 'T1107', amountMinor: -amountMinor, feeMinor: 0, referenceId })
const read = async (providerId: string) =>
  dataOf<Transaction>(
    await t.as(finance).call(transactionApi.read, { params: { id: (await rowOf(providerId)).id } }),
  )
const record = async (providerId: string) => {
  const { id, version } = await rowOf(providerId)
  return t.as(finance).call(reconciliationApi.record, { params: { id }, body: { version } })
}
const waiting = async () =>
  dataOf<{ list: { providerTransactionId: string }[] }>(
    await t.as(finance).call(reconciliationApi.list, {
      query: { current: 1, pageSize: 20, confirm: true } as never,
    }),
  ).list.map(({ providerTransactionId }) => providerTransactionId)
const done = (id: string) => t.owner(`update bill set status = 'cancelled' where id = $1`, [id])

test('of money that went back nothing is recorded on PayPal’s invoice: not by itself, and not by hand', async () => {
  await settings({ recordMatches: true })
  const open = await world.sent()
  const { transactionId: first } = await pays({ number: open.number, amountMinor: 4000 })
  await refunded(first, 4000)
  const { transactionId: second } = await pays({ number: open.number, amountMinor: 6000 })
  await sync()
  const paid = await world.becomes(
    open.id,
    ({ status, busy }) => status === 'partiallyPaid' && !busy,
  )
  await sync()
  expect(
    (await recordings(open.id)).map(({ request }) => [request.note, request.amountMinor]),
  ).toEqual([[second, 6000]])
  expect(paid.money).toMatchObject({ receivedMinor: 6000, owedMinor: 4000, providerDueMinor: 4000 })
  expect((await read(first)).recordable).toBe(false)
  expect(await record(first)).toMatchObject({
    status: 409,
    body: { errorCode: 'transaction.nothingToRecord' },
  })
  expect(await recordings(open.id)).toHaveLength(1)
  expect(await differences(t.pool, world.operator.companyId)).toEqual([])
  await done(open.id)
})

test('matching by hand records nothing of a row that was refunded, wholly or in part', async () => {
  await settings({ recordMatches: false })
  const open = await world.sent()
  const { transactionId } = await pays({ amountMinor: 10_000 })
  await refunded(transactionId, 2500)
  await sync()
  const { id, version } = await rowOf(transactionId)
  const body = {
    version,
    lines: [{ billId: open.id as never, amountMinor: 10_000 }],
    reason: 'x',
    recordOnBills: true,
  }
  const answer = await t
    .as(finance)
    .call(reconciliationApi.match, { params: { id }, body: body as never })
  expect(answer).toMatchObject({ status: 409, body: { errorCode: 'transaction.nothingToRecord' } })
  expect(await recordings(open.id)).toEqual([])
  expect(
    dataOf(
      await t.as(finance).call(reconciliationApi.match, {
        params: { id },
        body: { ...body, recordOnBills: false } as never,
      }),
    ),
  ).toMatchObject({
    matchState: 'manual',
    recordable: false,
  })
  await done(open.id)
})

test('a fee or a hold that refers to the money is no refund of it', async () => {
  await settings({ recordMatches: true })
  const open = await world.sent()
  const { transactionId } = await pays({ number: open.number })
  await pays({ code: 'T1110', amountMinor: -10_000, feeMinor: 0, referenceId: transactionId })
  await pays({ code: 'T0106', amountMinor: -50, feeMinor: 0, referenceId: transactionId })
  await sync()
  await world.becomes(open.id, ({ status, busy }) => status === 'paid' && !busy)
  expect(await recordings(open.id)).toHaveLength(1)
})

test('a little money with a guessed number changes nothing at PayPal: it waits for a person’s word, unless the bill takes such a part', async () => {
  await settings({ recordMatches: true })
  const [whole, minimum] = [await world.sent(), await world.sent()]
  await t.owner('update bill set allow_partial = false where id = $1', [whole.id])
  await t.owner('update bill set minimum_due_minor = 3000 where id = $1', [minimum.id])
  const { transactionId: cent } = await pays({
    number: whole.number,
    amountMinor: 9999,
    feeMinor: 0,
  })
  const { transactionId: short } = await pays({
    number: minimum.number,
    amountMinor: 2999,
    feeMinor: 0,
  })
  await sync()
  expect((await waiting()).toSorted()).toEqual([cent, short].toSorted())
  expect((await world.read(whole.id)).money.elsewhere).toMatchObject([{ record: 'confirm' }])
  const { transactionId: enough } = await pays({
    number: minimum.number,
    amountMinor: 3000,
    feeMinor: 0,
  })
  await sync()
  await world.becomes(minimum.id, ({ status, busy }) => status === 'partiallyPaid' && !busy)
  expect((await recordings(minimum.id)).map(({ request }) => request.note)).toEqual([enough])
  expect(await recordings(whole.id)).toEqual([])
  expect(await world.read(whole.id)).toMatchObject({ status: 'sent', busy: false })
  dataOf(await record(cent))
  await world.becomes(whole.id, ({ status, busy }) => status === 'partiallyPaid' && !busy)
  await done(whole.id)
  await done(minimum.id)
})

test('nothing is recorded on an invoice whose currency was changed at PayPal', async () => {
  await settings({ recordMatches: false })
  const open = await world.sent()
  const { transactionId } = await pays({ number: open.number })
  await sync()
  await world.sim.act('changeInPayPal', {
    invoiceId: open.providerInvoiceId,
    action: 'currency',
    currency: 'EUR',
  })
  dataOf(await world.as().call(billApi.resync, { params: { id: open.id } }))
  await world.becomes(open.id, ({ otherCurrency }) => otherCurrency === 'EUR')
  expect((await world.read(open.id)).money.elsewhere).toMatchObject([{ record: 'no' }])
  expect(await record(transactionId)).toMatchObject({
    status: 409,
    body: { errorCode: 'transaction.nothingToRecord' },
  })
  await done(open.id)
})

test('invoices that PayPal does not show keep no other from being recorded', async () => {
  await settings({ recordMatches: true })
  for (let n = 0; n < 25; n++) {
    const lost = await make.bill(t, world.operator, {
      status: 'sent',
      totalMinor: 10_000,
      accountId: world.accountId,
    })
    await t.owner('update bill set provider_invoice_id = $2 where id = $1', [
      lost.id,
      `INV2-LOST-${n}`,
    ])
    await t.in(world.operator.companyId, (db) =>
      applyRows(
        db,
        world.operator.companyId,
        [toldRow(world.accountId, { invoiceId: lost.number, feeMinor: 0 })],
        'sync',
      ),
    )
  }
  const open = await world.sent()
  await pays({ number: open.number })
  for (let n = 0; n < 12 && (await recordings(open.id)).length === 0; n++) {
    await sync()
    await new Promise((resolve) => setTimeout(resolve, 2500))
  }
  await world.becomes(open.id, ({ status, busy }) => status === 'paid' && !busy)
}, 60_000)
