import fc from 'fast-check'
import type { DisputeRecord } from '../../../apps/paypal-sim/src/record/dispute.ts'
import { part, partOf, pick, step, which } from './step.ts'
import type { World } from './world.ts'

const paid = (w: World) =>
  w
    .captures()
    .filter(
      (one) =>
        (one.status === 'COMPLETED' || one.status === 'PARTIALLY_REFUNDED') &&
        one.amountMinor > one.refundedMinor,
    )
const isOpen = ({ status }: DisputeRecord) => status !== 'RESOLVED'
const disputes = (w: World) => [...w.sim.world.disputes.values()].filter(isOpen)

const refundThere = step(
  'refundInPayPal',
  fc.record({ which, part, pending: fc.constantFrom(false, false, true) }),
  async (w, { which: n, part: share, pending }) => {
    const capture = pick(paid(w), n)
    if (capture)
      await w.act('refundInPayPal', {
        captureId: capture.id,
        amountMinor: partOf(capture.amountMinor - capture.refundedMinor, share),
        ...(pending && { pending }),
      })
  },
  (w) => paid(w).length > 0,
)

const pendingRefunds = (w: World) =>
  [...w.sim.world.refunds.values()].filter(({ status }) => status === 'PENDING')
const endRefund = step(
  'settleRefund',
  fc.record({ which, how: fc.constantFrom('complete', 'fail') }),
  async (w, { which: n, how }) =>
    w.act('settleRefund', { refundId: pick(pendingRefunds(w), n)?.id, how }),
  (w) => pendingRefunds(w).length > 0,
)

const changeThere = step(
  'changeInPayPal',
  fc.record({
    invoice: which,
    action: fc.constantFrom('cancel', 'recordPayment', 'amount', 'recipient'),
    amountMinor: fc.integer({ min: 1000, max: 90_000 }),
  }),
  async (w, { invoice: n, action, amountMinor }) =>
    w.act('changeInPayPal', {
      invoiceId: pick(w.invoices(), n)?.id,
      action,
      amountMinor,
      email: 'other@customer.example',
    }),
  (w) => w.invoices().length > 0,
)

const dispute = step(
  'openDispute',
  fc.record({ which, channel: fc.constantFrom('INTERNAL', 'EXTERNAL'), part }),
  async (w, { which: n, channel, part: share }) => {
    const capture = pick(paid(w), n)
    if (capture)
      await w.act('openDispute', {
        captureId: capture.id,
        channel,
        amountMinor: partOf(capture.amountMinor - capture.refundedMinor, share),
      })
  },
  (w) => paid(w).length > 0,
)

const endDispute = step(
  'answerDispute',
  fc.record({ which, action: fc.constantFrom('buyerWins', 'sellerWins', 'withdrawn') }),
  async (w, { which: n, action }) =>
    w.act('answerDispute', { disputeId: pick(disputes(w), n)?.id, action }),
  (w) => disputes(w).length > 0,
)

const hold = step(
  'hold',
  fc.record({
    code: fc.constantFrom('T2103', 'T2104', 'T1110', 'T1111', 'T1503'),
    amountMinor: fc.integer({ min: 100, max: 5000 }),
  }),
  async (w, { code, amountMinor }) => w.act('hold', { accountId: w.account.id, code, amountMinor }),
)

const withdraw = step(
  'withdraw',
  fc.record({ amountMinor: fc.integer({ min: 100, max: 5000 }), pending: fc.boolean() }),
  async (w, { amountMinor, pending }) =>
    w.act('withdraw', { accountId: w.account.id, amountMinor, ...(pending && { pending }) }),
)

const rows = (w: World) => [
  ...w.sim.world.ledger.visible(
    w.account.id,
    { from: 0, to: Number.MAX_SAFE_INTEGER },
    Number.MAX_SAFE_INTEGER,
  ),
]
const pendingTransfers = (w: World) =>
  rows(w).filter(({ row, version }) => row.eventCode === 'T0403' && version.status === 'P')
const endWithdrawal = step(
  'endWithdrawal',
  fc.record({ which, status: fc.constantFrom('S', 'D') }),
  async (w, { which: n, status }) =>
    w.act('changeRow', { transactionId: pick(pendingTransfers(w), n)?.row.transactionId, status }),
  (w) => pendingTransfers(w).length > 0,
)

/**
 * PayPal dates a row anew although nothing in it has changed. Not one that was denied: nobody could
 * say until when it was pending.
 */
const datable = (w: World) => rows(w).filter(({ version }) => version.status !== 'D')
const touch = step(
  'redate',
  fc.record({ which }),
  async (w, { which: n }) => {
    const found = pick(datable(w), n)
    if (!found) return
    const { transactionId } = found.row
    const held = await w.query(
      `select 1 as n
       from paypal_transaction
       where company_id = $1 and provider_transaction_id = $2 and status in ('S', 'V')`,
      [transactionId],
    )
    if (held.length === 0) w.inDoubt.add(transactionId)
    await w.act('changeRow', { transactionId })
  },
  (w) => datable(w).length > 0,
)

const freeze = step('reportingStops', fc.constant({}), async (w) =>
  w.act('freezeReporting', { frozen: true }),
)

const eventFault = step(
  'events',
  fc.record({
    kind: fc.constantFrom(
      'dropWebhook',
      'dropWebhook',
      'duplicateWebhook',
      'delayWebhook',
      'forgeBody',
      'forgeSignature',
      'forgeSelfMadeCert',
      'nullInvoice',
    ),
    times: fc.integer({ min: 1, max: 4 }),
  }),
  // Only an event about an invoice can come without it.
  async (w, fault) =>
    w.act('addFault', {
      ...fault,
      ...(fault.kind === 'nullInvoice' && { eventType: 'INVOICING.INVOICE.PAID' }),
    }),
)

export const paypalSteps = [
  refundThere,
  endRefund,
  changeThere,
  dispute,
  endDispute,
  hold,
  withdraw,
  endWithdrawal,
  touch,
  freeze,
  eventFault,
  eventFault,
]
