import { make } from '../make.ts'
import { billRecords } from './billInputs.ts'
import { type Inputs, type Making, one, unique } from './making.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUg', 'base64')

export const refundRecords = {
  /** A paid bill with one PayPal payment of 10.00. */
  paid: async (making: Making) => {
    const billId = await billRecords.bill(making, 'paid')
    const paymentId = await one(
      making.t,
      `insert into bill_payment (
         company_id, bill_id, account_id, provider_payment_id, source, currency, amount_minor,
         fee_minor, paid_on
       )
       select company_id, id, account_id, $2, 'paypal', currency, 1000, 84, current_date
       from bill
       where id = $1
       returning id`,
      [billId, `PAY${unique()}`],
    )
    return { billId, paymentId }
  },
  /** A refund of 5.00 whose answer was lost an hour ago. */
  unknown: async (making: Making) => {
    const { t } = making
    const { billId, paymentId } = await refundRecords.paid(making)
    await t.owner('update bill_payment set refunding_minor = 500 where id = $1', [paymentId])
    const refundId = await one(
      t,
      `insert into refund (
         company_id, account_id, bill_id, payment_id, origin, currency, amount_minor, state,
         reason, requested_by_name
       )
       select company_id, account_id, id, $2, 'paydesk', currency, 500, 'sending', 'A', 'A'
       from bill
       where id = $1
       returning id`,
      [billId, paymentId],
    )
    await t.owner(
      `with o as (
         insert into operation (
           company_id, account_id, bill_id, refund_id, kind, state, actor_name, unknown_since,
           due_at
         )
         select company_id, account_id, bill_id, id, 'refundPayment', 'unknown', 'A',
           now() - interval '1 hour', now() + interval '1 day'
         from refund
         where id = $1
         returning id
       )
       update refund set operation_id = o.id from o where refund.id = $1`,
      [refundId],
    )
    return { billId, paymentId, refundId }
  },
  /** Someone else asks for the refund, unless a person is given. */
  approval: async (making: Making, requestedBy?: string) => {
    const { t, companyId } = making
    const { billId, paymentId } = await refundRecords.paid(making)
    const asker = requestedBy ?? (await make.user(t, { companyId })).userId
    await t.owner('update bill_payment set refunding_minor = 500 where id = $1', [paymentId])
    const refundId = await one(
      t,
      `insert into refund (
         company_id, account_id, bill_id, payment_id, origin, currency, amount_minor, state,
         reason, requested_by, requested_by_name
       )
       select company_id, account_id, id, $2, 'paydesk', currency, 500, 'waiting', $4, $3, 'A'
       from bill
       where id = $1
       returning id`,
      [billId, paymentId, asker, `Reason ${making.mark}`],
    )
    return one(
      t,
      `insert into approval (
         company_id, refund_id, currency, amount_minor, requested_by, requested_by_name
       )
       values ($1, $2, 'USD', 500, $3, 'A') returning id`,
      [companyId, refundId, asker],
    )
  },
  dispute: async (making: Making) => {
    const { billId, paymentId } = await refundRecords.paid(making)
    const raw = {
      dispute_id: `PP-${unique()}`,
      status: 'WAITING_FOR_SELLER_RESPONSE',
      update_time: '2026-01-01T00:00:00.000Z',
    }
    return one(
      making.t,
      `insert into dispute (
         company_id, account_id, provider_dispute_id, status, actions, provider_payment_id,
         bill_id, payment_id, currency, amount_minor, buyer_name, opened_at, provider_updated_at,
         raw
       )
       select company_id, account_id, $3, 'WAITING_FOR_SELLER_RESPONSE',
         '{send_message,provide_evidence}', 'X', id, $2, 'USD', 1000, $5, now(), now(), $4
       from bill where id = $1 returning id`,
      [billId, paymentId, raw.dispute_id, JSON.stringify(raw), `Buyer ${making.mark}`],
    )
  },
  disputeFile: async (making: Making, disputeId: string) =>
    one(
      making.t,
      `insert into dispute_file (company_id, dispute_id, name, type, bytes)
       values ($1, $2, 'a.png', 'image/png', $3)
       returning id`,
      [making.companyId, disputeId, png],
    ),
}

const byDispute = async (making: Making) => ({
  params: { id: await refundRecords.dispute(making) },
})
const decision = async (making: Making) => ({
  params: { id: await refundRecords.approval(making) },
  body: { version: 1, note: 'A' },
})

export const refundInputs: Inputs = {
  'GET /api/payPalBill/:id/refund': async (making) => {
    const { billId, paymentId } = await refundRecords.paid(making)
    return { params: { id: billId }, query: { paymentId, amountMinor: 100 } }
  },
  'POST /api/payPalBill/:id/refund': async (making) => {
    const { billId, paymentId } = await refundRecords.paid(making)
    return {
      params: { id: billId },
      body: { version: 1, paymentId, amountMinor: 100, reason: 'A' },
    }
  },
  'POST /api/payPalBill/:id/refund/:refundId/settle': async (making) => {
    const { billId, refundId } = await refundRecords.unknown(making)
    return { params: { id: billId, refundId }, body: { happened: false, reason: 'A' } }
  },
  'GET /api/approval': () => ({}),
  'GET /api/approval/:id': async (making) => ({
    params: { id: await refundRecords.approval(making) },
  }),
  'POST /api/approval/:id/approve': decision,
  'POST /api/approval/:id/reject': decision,
  'POST /api/approval/:id/withdraw': async (making) => ({
    params: { id: await refundRecords.approval(making, making.caller.userId) },
    body: { version: 1 },
  }),
  'GET /api/dispute': () => ({}),
  'GET /api/dispute/:id': byDispute,
  'POST /api/dispute/:id/resync': byDispute,
  'POST /api/dispute/:id/answer': async (making) => ({
    ...(await byDispute(making)),
    body: { version: 1, action: 'sendMessage', note: 'A' },
  }),
  'POST /api/dispute/:id/file': async (making) => ({
    ...(await byDispute(making)),
    query: { name: 'a.png' },
    body: png as never,
  }),
  'GET /api/dispute/:id/file/:fileId': async (making) => {
    const id = await refundRecords.dispute(making)
    return { params: { id, fileId: await refundRecords.disputeFile(making, id) } }
  },
  'DELETE /api/dispute/:id/file/:fileId': async (making) => {
    const id = await refundRecords.dispute(making)
    return { params: { id, fileId: await refundRecords.disputeFile(making, id) } }
  },
}
