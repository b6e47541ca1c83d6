import { type Bill, type BillRow, billApi } from '@paydesk/contract/billing/bill'
import type { BillEntry } from '@paydesk/contract/billing/billEntry'
import { type Notice, noticeApi } from '@paydesk/contract/people/notice'
import { expect, test } from 'vitest'
import { countBills } from '../../../desk/rule/bills.ts'
import { billWorld, dataOf } from '../../../test/world/billWorld.ts'

const world = billWorld()
const { t } = world
const change = (bill: Bill, currency: string) =>
  world.sim.act('changeInPayPal', {
    invoiceId: bill.providerInvoiceId,
    action: 'currency',
    currency,
  })
const look = async ({ id }: Bill) =>
  dataOf(await world.as().call(billApi.resync, { params: { id } }))
const entries = async ({ id }: Bill) =>
  dataOf<{ list: BillEntry[] }>(
    await world.as().call(billApi.timeline, { params: { id } }),
  ).list.filter(({ kind }) => kind.startsWith('currency'))
const notices = async ({ id }: Bill) =>
  dataOf<{ list: Notice[] }>(await world.as().call(noticeApi.list, {})).list.filter(
    ({ kind, data }) => kind === 'billProblem' && data.billId === id,
  )

test('a currency that was changed on PayPal’s site is shown on the bill and told once; amounts are not mixed; it goes when it comes back', async () => {
  const open = await world.sent()
  expect(open).toMatchObject({ otherCurrency: null, otherTotalMinor: null })
  await change(open, 'EUR')
  await look(open)
  const changed = await world.becomes(open.id, ({ otherCurrency }) => otherCurrency !== null)
  expect(changed).toMatchObject({
    currency: 'USD',
    totalMinor: 10_000,
    dueMinor: 10_000,
    status: 'sent',
    otherCurrency: 'EUR',
    otherTotalMinor: 10_000,
  })
  const { list } = dataOf<{ list: BillRow[] }>(await world.as().call(billApi.list, {}))
  expect(list.find(({ id }) => id === open.id)).toMatchObject({
    otherCurrency: 'EUR',
    currency: 'USD',
  })
  // It is seen again, and paid in the other currency: nothing is said twice and nothing is counted.
  await look(open)
  await world.pay(open)
  await look(open)
  await world.refreshDone(open.id)
  expect(await world.read(open.id)).toMatchObject({
    currency: 'USD',
    totalMinor: 10_000,
    paidMinor: 0,
    payments: [],
    otherCurrency: 'EUR',
  })
  expect(await entries(open)).toMatchObject([
    { kind: 'currencyChanged', data: { currency: 'EUR', amountMinor: 10_000 } },
  ])
  expect(await notices(open)).toMatchObject([
    { data: { problem: 'currencyChanged', currency: 'EUR', amountMinor: 10_000 } },
  ])
}, 60_000)

test('when the currency comes back the bill follows PayPal again', async () => {
  const open = await world.sent()
  await change(open, 'JPY')
  await look(open)
  await world.becomes(open.id, ({ otherCurrency }) => otherCurrency === 'JPY')
  await change(open, 'USD')
  await look(open)
  await world.becomes(open.id, ({ otherCurrency }) => otherCurrency === null)
  expect((await entries(open)).map(({ kind }) => kind)).toEqual(['currencyBack', 'currencyChanged'])
  await world.pay(open)
  await world.becomes(open.id, ({ status, paidMinor }) => status === 'paid' && paidMinor === 10_000)
}, 60_000)

test('rules neither remind of nor cancel such a bill', async () => {
  const open = await world.sent()
  await world.makeOverdue(open.id)
  await t.owner(`update bill set due_date = null where id <> $1`, [open.id])
  const rule = {
    companyId: world.operator.companyId,
    timezone: 'UTC',
    template: 'cancelUnpaid',
    params: { days: 5 },
  }
  const count = () => t.in(world.operator.companyId, (db) => countBills(db, rule as never))
  expect(await count()).toMatchObject({ bills: 1 })
  await t.owner(`update bill set other_currency = 'EUR', other_total_minor = 1 where id = $1`, [
    open.id,
  ])
  expect(await count()).toMatchObject({ bills: 0 })
}, 60_000)
