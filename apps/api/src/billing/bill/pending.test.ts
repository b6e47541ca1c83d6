// @module-tag slow

import { unwrap } from '@paydesk/paypal/outcome'
import { expect, test } from 'vitest'
import { billWorld } from '../../test/world/billWorld.ts'

const world = billWorld()
const { becomes, sent } = world
type Sent = Awaited<ReturnType<typeof sent>>

const payBy = async ({ providerInvoiceId: invoiceId }: Sent, values: object) =>
  (await world.sim.act<{ captureId: string }>('payInvoice', { invoiceId, ...values })).captureId
/** PayPal's payments by what is told of each: [amount, pending]. */
const told = ({ payments }: Sent) =>
  payments.map(({ amountMinor, pending }) => [amountMinor, pending]).sort()

test('an eCheck is pending by the status of its invoice alone, until it has cleared', async () => {
  const bill = await sent()
  const captureId = await payBy(bill, { how: 'echeck' })
  const pending = await becomes(bill.id, ({ status }) => status === 'paymentPending')
  expect(told(pending)).toEqual([[10_000, true]])
  expect(pending).toMatchObject({ paidMinor: 0, dueMinor: 10_000, feeMinor: null })
  await world.sim.act('settlePayment', { captureId })
  expect(told(await becomes(bill.id, ({ status }) => status === 'paid'))).toEqual([[10_000, false]])
}, 60_000)

test('a part that arrived before an eCheck stays arrived', async () => {
  const bill = await sent()
  await payBy(bill, { amountMinor: 4000 })
  await becomes(bill.id, ({ status }) => status === 'partiallyPaid')
  const captureId = await payBy(bill, { how: 'echeck' })
  expect(told(await becomes(bill.id, ({ status }) => status === 'paymentPending'))).toEqual([
    [4000, false],
    [6000, true],
  ])
  await world.sim.act('settlePayment', { captureId, how: 'decline' })
  expect(told(await becomes(bill.id, ({ status }) => status === 'partiallyPaid'))).toEqual([
    [4000, false],
  ])
}, 60_000)

test('of two payments that are first seen together the newer is the pending one', async () => {
  const bill = await sent()
  await world.sim.act('addFault', {
    kind: 'dropWebhook',
    eventType: 'INVOICING.INVOICE.PAID',
    times: 1,
  })
  await payBy(bill, { amountMinor: 3000 })
  await payBy(bill, { how: 'review' })
  expect(told(await becomes(bill.id, ({ status }) => status === 'paymentPending'))).toEqual([
    [3000, false],
    [7000, true],
  ])
}, 60_000)

test('a refund of the part that arrived does not make the eCheck arrive', async () => {
  await world.sim.act('configure', { invoiceRefund: 'allowed' })
  const bill = await sent()
  const first = await payBy(bill, { amountMinor: 4000 })
  await payBy(bill, { how: 'echeck' })
  await becomes(bill.id, ({ status }) => status === 'paymentPending')
  const { clientId = '', secret = '' } = world.sim.accounts[0] ?? {}
  const paypal = world.t.outside.paypal.connect({ environment: 'sandbox', clientId, secret }, null)
  unwrap(
    await paypal.payments.refund(
      first,
      { amount: { currency: 'USD', amountMinor: 1000 } },
      'refund-of-a-part',
    ),
  )
  const refunded = await becomes(bill.id, ({ refundedMinor }) => refundedMinor === 1000)
  expect(told(refunded)).toEqual([
    [4000, false],
    [6000, true],
  ])
}, 60_000)

const paidAndPending = [
  [4000, false],
  [6000, true],
]

test.each([
  ['was seen as pending', false],
  ['is first seen', true],
])(
  'a refund of all that arrived does not make the eCheck arrive that %s: its invoice is sent again',
  async (_, isUnseen) => {
    await world.sim.act('configure', {
      invoiceRefund: 'allowed',
      invoiceFollowsRefund: true,
      siteRefundFires: true,
    })
    const bill = await sent()
    if (isUnseen) await world.sim.act('addFault', { kind: 'dropWebhook', times: 99 })
    const first = await payBy(bill, { amountMinor: 4000 })
    const captureId = await payBy(bill, { how: 'echeck' })
    if (!isUnseen)
      expect(told(await becomes(bill.id, ({ status }) => status === 'paymentPending'))).toEqual(
        paidAndPending,
      )
    await world.sim.act('removeFault', {})
    await world.sim.act('refundInPayPal', { captureId: first, amountMinor: 4000 })
    // The refund's own event may tell of it before the invoice is read.
    const refunded = await becomes(
      bill.id,
      ({ refundedMinor, status }) => refundedMinor === 4000 && status === 'sent',
    )
    expect(refunded.paidMinor).toBe(4000)
    expect(told(refunded)).toEqual(paidAndPending)
    await world.sim.act('settlePayment', { captureId })
    expect(told(await becomes(bill.id, ({ paidMinor }) => paidMinor === 10_000))).toEqual([
      [4000, false],
      [6000, false],
    ])
  },
  60_000,
)
