// @module-tag slow

import { billApi } from '@paydesk/contract/billing/bill'
import { expect, test } from 'vitest'
import { until } from '../../test/until.ts'
import { billWorld, dataOf } from '../../test/world/billWorld.ts'
import { readRefunds } from '../bill/bill.ts'
import { refundsSeen } from './refund.ts'

// The fee is known at once from the capture.
const world = billWorld({}, { invoiceCapture: 'shown' })
const { t, becomesSoon, sent, pay } = world

const paid = async () => {
  const open = await sent()
  await pay(open)
  return becomesSoon(
    open.id,
    ({ status, payments }) =>
      status === 'paid' && payments.every(({ feeMinor }) => feeMinor !== null),
  )
}
type Paid = Awaited<ReturnType<typeof paid>>
const list = (bill: Paid, id: string, amountMinor: number, source = 'paypal') =>
  t.owner(
    `insert into bill_refund (
       company_id, bill_id, provider_refund_id, source, currency, amount_minor, refunded_on
     )
     values ($1, $2, $3, $4, 'USD', $5, '2026-11-01')`,
    [world.operator.companyId, bill.id, id, source, amountMinor],
  )
const see = (bill: Paid, providerRefundId: string, amountMinor: number) =>
  t.in(world.operator.companyId, (db) =>
    refundsSeen(db, world.operator.companyId, world.accountId, [
      {
        providerRefundId,
        captureId: bill.payments[0]?.providerPaymentId ?? null,
        amountMinor,
        currency: 'USD',
        state: 'completed',
        kind: 'refund',
      },
    ]),
  )
const records = (bill: Paid) =>
  t.owner<{ id: string; listed: string | null; minor: string }>(
    `select provider_refund_id as id, listed_as as listed, amount_minor as minor
     from refund
     where bill_id = $1
     order by created_at, id`,
    [bill.id],
  )
const refunded = async (bill: Paid) =>
  Number(
    (
      await t.owner<{ minor: string }>(
        'select refunded_minor as minor from bill_payment where bill_id = $1',
        [bill.id],
      )
    )[0]?.minor,
  )
/** Asks PayPal for the refund that the invoice lists; the simulator shows nothing by these ids. */
const readListed = async (bill: Paid, id: string) => {
  const { companyId } = world.operator
  // The job runs twice, for an event and for a look: two workers may both have asked
  // before either writes.
  await t.in(companyId, (db) => t.jobs.enqueue(db, readRefunds, { companyId, billId: bill.id }))
  await t.in(companyId, (db) => t.jobs.enqueue(db, readRefunds, { companyId, billId: bill.id }))
  await until(
    async () => (await records(bill)).some(({ listed }) => listed === id) || undefined,
    30_000,
  )
}

test('a refund that the invoice lists under the customer’s id is the refund that we know under our own id, whichever is seen first', async () => {
  const bill = await paid()
  await see(bill, 'SELLER-1', 3000)
  await list(bill, 'BUYER-1', 3000)
  await readListed(bill, 'BUYER-1')
  expect(await records(bill)).toEqual([{ id: 'SELLER-1', listed: 'BUYER-1', minor: '3000' }])
  // This refund was made on PayPal's site: the invoice tells it before the reporting does.
  await list(bill, 'BUYER-2', 2000)
  await readListed(bill, 'BUYER-2')
  expect(await refunded(bill)).toBe(5000)
  await see(bill, 'SELLER-2', 2000)
  expect(await records(bill)).toEqual([
    { id: 'SELLER-1', listed: 'BUYER-1', minor: '3000' },
    { id: 'SELLER-2', listed: 'BUYER-2', minor: '2000' },
  ])
  expect(await refunded(bill)).toBe(5000)
  // A second refund of the same amount is another one, and so are two that only the invoice lists.
  await see(bill, 'SELLER-3', 2000)
  expect(await refunded(bill)).toBe(7000)
  await list(bill, 'BUYER-4', 500)
  await list(bill, 'BUYER-5', 500)
  await readListed(bill, 'BUYER-4')
  await readListed(bill, 'BUYER-5')
  expect(await refunded(bill)).toBe(8000)
  // A refund that is listed under its own id and shown later does not take another refund's record.
  await see(bill, 'BUYER-4', 500)
  await see(bill, 'SELLER-5', 500)
  expect(await refunded(bill)).toBe(8000)
  await see(bill, 'SELLER-6', 500)
  expect(await refunded(bill)).toBe(8500)
  const { refunds } = await world.read(bill.id)
  expect(refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(8500)
}, 60_000)

test('a refund that was entered by hand on PayPal’s site and removed again disappears here as well, also from the figures', async () => {
  const bill = await paid()
  await list(bill, 'EXTR-1', 1500, 'external')
  const figures = async () =>
    Number(
      (
        await t.owner<{ n: string }>(
          `select coalesce(sum(n), 0) as n
           from (
             select amount_minor as n
             from bill_figure
             where company_id = $1 and kind = 'refunded'
             union all
             select amount_minor
             from bill_figure_delta
             where company_id = $1 and kind = 'refunded'
           ) f`,
          [world.operator.companyId],
        )
      )[0]?.n,
    )
  const before = await figures()
  dataOf(await world.as().call(billApi.resync, { params: { id: bill.id } }))
  await until(
    async () =>
      (await t.owner(`select from bill_refund where provider_refund_id = 'EXTR-1'`)).length === 0 ||
      undefined,
    30_000,
  )
  expect(await figures()).toBe(before - 1500)
}, 60_000)
