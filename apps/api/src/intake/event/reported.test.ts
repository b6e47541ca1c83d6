import { type BillRow, billApi } from '@paydesk/contract/billing/bill'
import { homeApi } from '@paydesk/contract/desk/home'
import { type AlarmRow, eventApi } from '@paydesk/contract/intake/event'
import type { Reply } from '@paydesk/contract/lib/endpoint'
import { type PaypalAccount, paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { afterEach, expect, test } from 'vitest'
import { listenIn } from '../../test/heard.ts'
import { make, type TestUser } from '../../test/make.ts'
import { until } from '../../test/until.ts'
import { billWorld, dataOf } from '../../test/world/billWorld.ts'

const world = billWorld({ PAYPAL_CONFIRM_SECONDS: '1' })
const { t, sent, pay, becomes, becomesSoon, read } = world
afterEach(() => world.sim.act('removeFault'))

const row = async (id: string) =>
  dataOf<{ list: BillRow[] }>(
    await world.as().call(billApi.list, { query: { tab: 'all' } }),
  ).list.find((bill) => bill.id === id)
const day = new Date().toISOString().slice(0, 10)
const home = async (user: TestUser = world.operator) =>
  dataOf<Reply<typeof homeApi.figures>>(
    await t.as(user).call(homeApi.figures, { query: { from: day, to: day } }),
  )
const account = async (admin: TestUser) =>
  dataOf<PaypalAccount>(
    await t.as(admin).call(paypalAccountApi.read, { params: { id: world.accountId } }),
  )
const collected = async () =>
  (await home()).currencies.find(({ currency }) => currency === 'USD')?.collectedMinor ?? 0

/** PayPal shows no invoice for as long as this lasts. */
const hideInvoices = async () => {
  for (const operation of ['invoices.get', 'invoices.search-invoices'])
    await world.sim.act('addFault', { kind: 'errorBefore', operation, status: 503, times: -1 })
}

test('a payment that PayPal reports is shown as reported and counted nowhere, until PayPal’s records say it', async () => {
  const [bill, admin] = [await sent(), await make.admin(t, world.operator.companyId)]
  await world.eventsDone()
  expect([bill.reportedAt, (await home()).reported]).toEqual([
    null,
    { count: 0, countIsExact: true, numbers: [] },
  ])
  expect((await account(admin)).waitingEvents).toBeNull()
  const before = await collected()
  const heard = await listenIn(t, world.operator.companyId)
  await hideInvoices()
  await pay(bill)
  const reported = await becomes(bill.id, ({ reportedAt }) => reportedAt !== null)
  expect(reported).toMatchObject({
    status: 'sent',
    paidMinor: 0,
    dueMinor: bill.totalMinor,
    payments: [],
    version: bill.version,
  })
  expect(Date.now() - Date.parse(reported.reportedAt as string)).toBeLessThan(60_000)
  expect(await row(bill.id)).toMatchObject({
    status: 'sent',
    dueMinor: bill.totalMinor,
    reportedAt: reported.reportedAt,
  })
  expect((await home()).reported).toEqual({ count: 1, countIsExact: true, numbers: [bill.number] })
  expect(await collected()).toBe(before)
  expect((await account(admin)).waitingEvents).toEqual({ count: 1, since: reported.reportedAt })
  // A colleague who may not see the bill is told nothing of it.
  const colleague = await make.operator(t, { companyId: world.operator.companyId })
  expect((await home(colleague)).reported.count).toBe(0)
  // The look failed: open screens are told to read the bill again.
  await until(() => heard.includes(`bill ${bill.id}`) || undefined)
  await world.sim.act('removeFault')
  const paid = await becomes(
    bill.id,
    ({ status, reportedAt }) => status === 'paid' && reportedAt === null,
  )
  expect(paid.paidMinor).toBe(bill.totalMinor)
  expect((await row(bill.id))?.reportedAt).toBeNull()
  expect((await home()).reported.count).toBe(0)
  expect(await collected()).toBe(before + bill.totalMinor)
}, 120_000)

test('a payment that PayPal’s records never say is no longer shown as reported, counts nothing and has an alarm', async () => {
  const [bill, other, admin] = [
    await sent(),
    await sent(),
    await make.admin(t, world.operator.companyId),
  ]
  await world.eventsDone()
  const heard = await listenIn(t, world.operator.companyId)
  const { id: eventId } = await madeUp(bill)
  await becomes(bill.id, ({ reportedAt }) => reportedAt !== null)
  expect((await read(other.id)).reportedAt).toBeNull()
  expect(await becomesSoon(bill.id, ({ reportedAt }) => reportedAt === null)).toMatchObject({
    status: 'sent',
    paidMinor: 0,
  })
  // Open screens were told when the first look did not bear it out, and when it was given up.
  await until(() => heard.filter((what) => what === `bill ${bill.id}`).length >= 2 || undefined)
  const alarms = async (query: object) =>
    dataOf<{ list: AlarmRow[]; total: number }>(
      await t.as(admin).call(eventApi.alarms, { query: query as never }),
    )
  expect(await alarms({ accountId: world.accountId, kind: 'notBorneOut' })).toMatchObject({
    list: [
      {
        eventId,
        eventType: 'INVOICING.INVOICE.PAID',
        resourceId: bill.providerInvoiceId,
        transmissionId: 'T-made-up',
      },
    ],
    total: 1,
  })
  expect(await alarms({ kind: 'inFuture' })).toMatchObject({ list: [], total: 0 })
}, 120_000)

/** An event as whoever saw one delivery of PayPal's could sign it: the door cannot tell. */
async function madeUp({ providerInvoiceId }: { providerInvoiceId: string | null }) {
  const id = 'WH-MADE-UP'
  const payments = {
    transactions: [{ payment_id: '8XX', amount: { currency_code: 'USD', value: '100.00' } }],
  }
  const raw = JSON.stringify({
    id,
    event_type: 'INVOICING.INVOICE.PAID',
    resource: { invoice: { id: providerInvoiceId, status: 'PAID', payments } },
  })
  await t.owner(
    `with e as (
       insert into paypal_event (
         company_id, account_id, event_id, event_type, resource_id, transmission_id, raw
       )
       values ($1, $2, $3, 'INVOICING.INVOICE.PAID', $4, 'T-made-up', convert_to($5, 'UTF8'))
       returning *
     )
     insert into paypal_event_todo (company_id, account_id, event_id)
     select company_id, account_id, event_id
     from e`,
    [world.operator.companyId, world.accountId, id, providerInvoiceId, raw],
  )
  return { id }
}
