import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import type { BillEntry } from '@paydesk/contract/billing/billEntry'
import { type Notice, noticeApi } from '@paydesk/contract/people/notice'
import { afterEach, expect, test } from 'vitest'
import { billWorld, dataOf, isSent } from '../../../test/world/billWorld.ts'

const world = billWorld({}, { zeroDecimalRounding: 'halfUp' })
const { t } = world
const configure = (settings: object) => world.sim.act('configure', settings)
afterEach(() => configure({ reckonsWrong: '', zeroDecimalRounding: 'halfUp' }))

const atPayPal = async (number: string) =>
  (await world.sim.invoices()).filter((invoice) => invoice.number === number)
const sentAtPayPal = async () => {
  const { entries } = (await (await fetch(`${world.sim.url}/sim/journal`)).json()) as {
    entries: { effects: string[] }[]
  }
  return entries
    .flatMap(({ effects }) => effects)
    .filter((effect) => effect.startsWith('invoice.sent')).length
}
const stopped = ({ status, busy }: Bill) => status === 'sendFailed' && !busy
const create = async (more: object) =>
  dataOf<Bill>(await world.as().call(billApi.create, { body: { ...world.input(), ...more } }))
const sendAnd = async (draft: Bill, becomes: (bill: Bill) => boolean) => {
  await world.send(draft)
  return world.becomes(draft.id, becomes)
}

test('a bill that PayPal reckons one cent higher is not sent; its draft is gone; once they agree it goes out under its number', async () => {
  await configure({ reckonsWrong: 'total' })
  const before = await sentAtPayPal()
  const draft = await world.create()
  const failed = await sendAnd(draft, stopped)
  const difference = { currency: 'USD', oursMinor: 10_000, paypalsMinor: 10_001, part: 'total' }
  expect(failed).toMatchObject({
    totalMinor: 10_000,
    dueMinor: 10_000,
    providerInvoiceId: null,
    failure: { code: 'TOTAL_DIFFERS', difference },
  })
  expect(await atPayPal(draft.number)).toEqual([])
  expect(await sentAtPayPal()).toBe(before)
  const { list } = dataOf<{ list: Notice[] }>(await world.as().call(noticeApi.list, {}))
  expect(list[0]).toMatchObject({
    kind: 'billRefused',
    data: { billId: draft.id, what: 'send', differs: true, detail: 'USD 100.00 ≠ 100.01' },
  })
  await configure({ reckonsWrong: '' })
  expect(await sendAnd(failed, isSent)).toMatchObject({
    number: draft.number,
    totalMinor: 10_000,
    failure: null,
  })
}, 60_000)

test('a bill for a later day is stopped before PayPal can send it, and an edit of it takes it back', async () => {
  const later = { billDate: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10) }
  await configure({ reckonsWrong: 'total' })
  const failed = await sendAnd(await create(later), stopped)
  expect(await atPayPal(failed.number)).toEqual([])
  await configure({ reckonsWrong: '' })
  const scheduled = await sendAnd(failed, ({ status, busy }) => status === 'scheduled' && !busy)
  await configure({ reckonsWrong: 'total' })
  const body = { ...world.input(), ...later, title: 'Changed', version: scheduled.version }
  dataOf(await world.as().call(billApi.edit, { params: { id: scheduled.id }, body }))
  expect(await world.becomes(scheduled.id, stopped)).toMatchObject({
    providerInvoiceId: null,
    failure: { code: 'TOTAL_DIFFERS' },
  })
  expect(await atPayPal(failed.number)).toEqual([])
}, 90_000)

test('an edit of a sent bill whose total PayPal reckons otherwise is told to the owner, with both totals; PayPal’s counts', async () => {
  const open = await world.sent()
  await configure({ reckonsWrong: 'total' })
  const items = [{ name: 'A', quantity: '1', unitAmountMinor: 7000 }]
  dataOf(
    await world.as().call(billApi.edit, {
      params: { id: open.id },
      body: { ...world.input(), items, version: open.version },
    }),
  )
  // A look that began with the call and read the invoice before it puts PayPal's total off
  // until the next look.
  const bill = await world.becomes(
    open.id,
    ({ failure, busy, totalMinor }) => failure !== null && !busy && totalMinor !== open.totalMinor,
  )
  expect(bill).toMatchObject({
    status: 'sent',
    totalMinor: 7001,
    failure: {
      action: 'totalDiffers',
      code: 'TOTAL_DIFFERS',
      difference: { oursMinor: 7000, paypalsMinor: 7001 },
    },
  })
  const { list } = dataOf<{ list: Notice[] }>(await world.as().call(noticeApi.list, {}))
  expect(list[0]).toMatchObject({
    kind: 'billRefused',
    data: { billId: open.id, what: 'totalDiffers', differs: true, detail: 'USD 70.00 ≠ 70.01' },
  })
  const timeline = dataOf<{ list: BillEntry[] }>(
    await world.as().call(billApi.timeline, { params: { id: open.id } }),
  )
  expect(
    timeline.list.filter(
      ({ kind, data }) => kind === 'operationRefused' && data.code === 'TOTAL_DIFFERS',
    ),
  ).toHaveLength(1)
}, 60_000)

test('what was reserved of the account’s limit for a bill that was stopped is free again', async () => {
  const used = () =>
    t.owner(
      'select day, currency, bill_count, amount_minor from paypal_account_usage where account_id = $1',
      [world.accountId],
    )
  const before = await used()
  await configure({ reckonsWrong: 'total' })
  await sendAnd(await world.create(), stopped)
  expect(await used()).toEqual(before)
}, 60_000)
