import type { Id } from '@paydesk/contract/lib/id'
import type { Refund } from '@paydesk/paypal/payments'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OperationRecord } from '../../paypal/operation/operation.ts'
import { refundRecords } from '../../test/input/refundInputs.ts'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { addTransactions } from '../../test/world/transactions.ts'
import { refundSubject } from './perform.ts'
import { refundsSeen, type SeenRefund } from './seen.ts'

const t = testApp()
const back = (values: Partial<SeenRefund>): SeenRefund => ({
  providerRefundId: 'REAL',
  captureId: null,
  amountMinor: 500,
  currency: 'USD',
  state: 'completed',
  kind: 'refund',
  ...values,
})
type Payment = { account: string; capture: string; refunded: number }
const paymentOf = async (id: string) =>
  (
    await t.owner<Payment>(
      'select account_id as account, provider_payment_id as capture, refunded_minor::int as refunded from bill_payment where id = $1',
      [id],
    )
  )[0] as Payment

test('a refund that was settled under a wrong id takes the one that PayPal shows, and is counted once', async () => {
  const admin = await make.admin(t)
  const { companyId } = admin
  const mine = await refundRecords.unknown({ t, companyId, caller: admin, mark: '' })
  const { account, capture } = await paymentOf(mine.paymentId)
  await t.owner(
    `update refund
     set state = 'completed',
       provider_refund_id = 'MISTYPED',
       settled = 'happened',
       finished_at = now()
     where id = $1`,
    [mine.refundId],
  )
  for (let times = 0; times < 2; times++)
    await t.in(companyId, (db) =>
      refundsSeen(db, companyId, account, [back({ captureId: capture, customId: mine.refundId })]),
    )
  expect(
    await t.owner(
      'select id, provider_refund_id, state, settled from refund where company_id = $1 and bill_id = $2',
      [companyId, mine.billId],
    ),
  ).toEqual([{ id: mine.refundId, provider_refund_id: 'REAL', state: 'completed', settled: null }])
  expect((await paymentOf(mine.paymentId)).refunded).toBe(500)
})

test('money that was recorded on two bills and goes back is put before a person, and charged to neither', async () => {
  const admin = await make.admin(t)
  const { companyId } = admin
  const bills = [
    await refundRecords.paid({ t, companyId, caller: admin, mark: '' }),
    await refundRecords.paid({ t, companyId, caller: admin, mark: '' }),
  ]
  const { account } = await paymentOf(bills[0]?.paymentId as string)
  const billIds = bills.map(({ billId }) => billId)
  const record = (count: number) =>
    t.owner(
      `update bill_payment
       set account_id = $1, source = 'external', note = 'DIRECT'
       where id = any($2)`,
      [account, bills.slice(0, count).map(({ paymentId }) => paymentId)],
    )
  await t.owner('update bill set account_id = $1 where id = any($2)', [account, billIds])
  await record(2)
  const [id] = await addTransactions(t, companyId, [
    { accountId: account, gross: 2000, providerId: 'DIRECT', matchState: 'manual', matched: 2000 },
  ])
  await t.owner(
    `insert into match_line (company_id, transaction_id, bill_id, amount_minor, rule)
     select $1, $2, b, 1000, 'manual'
     from unnest($3::uuid[]) b`,
    [companyId, id, billIds],
  )
  const seen = (providerRefundId: string) =>
    t.in(companyId, (db) =>
      refundsSeen(db, companyId, account, [
        back({ providerRefundId, captureId: 'DIRECT', amountMinor: 2000 }),
      ]),
    )
  await seen('BOTH')
  const billOf = async (refundId: string) =>
    (await t.owner('select bill_id from refund where provider_refund_id = $1', [refundId]))[0]
  expect(await billOf('BOTH')).toEqual({ bill_id: null })
  await t.owner(`update bill_payment set note = 'another' where id = $1`, [bills[1]?.paymentId])
  await seen('ONE')
  expect(await billOf('ONE')).toEqual({ bill_id: billIds[0] })
})

/** A refund that is being sent, with helpers for PayPal's records and its answer. */
async function sendingRefund() {
  const admin = await make.admin(t)
  const { companyId } = admin
  const making = { t, companyId, caller: admin, mark: '' }
  const { billId, refundId, paymentId } = await refundRecords.unknown(making)
  await t.owner('update refund set requested_by = $2 where id = $1', [refundId, admin.userId])
  const { account, capture } = await paymentOf(paymentId)
  const show = (values: Partial<SeenRefund>) =>
    t.in(companyId, (db) =>
      refundsSeen(db, companyId, account, [back({ captureId: capture, ...values })]),
    )
  const answer = (status: string) =>
    t.in(companyId, async (db) => {
      const ids = { companyId, accountId: account, billId, refundId }
      const operation = { ...ids, kind: 'refundPayment', looks: 0 } as OperationRecord
      await sql`select from bill where id = ${billId} for update`.execute(db)
      const refund: Refund = {
        id: 'REAL',
        status,
        amount: { currency: 'USD', amountMinor: 500 },
        links: [],
      }
      await refundSubject.finish(db, t.jobs, operation, { state: 'done', refund }, '')
    })
  const stored = async () => ({
    refunds: await t.owner(
      `select id, provider_refund_id, state, finished_at is not null as finished
       from refund
       where company_id = $1`,
      [companyId],
    ),
    refunded: (await paymentOf(paymentId)).refunded,
    notified: (
      await t.owner(`select from notice where kind = 'billRefused' and subject_id = $1`, [refundId])
    ).length,
  })
  return { refundId: refundId as Id<'refund'>, show, answer, stored }
}

test.each([
  ['completed', 'without our id', false, 500, 0],
  ['completed', 'with our id', true, 500, 0],
  ['failed', 'without our id', false, 0, 1],
  ['failed', 'with our id', true, 0, 1],
] as const)(
  'keeps %s, shown %s, when the first answer says pending',
  async (state, _, withId, refunded, notified) => {
    const refund = await sendingRefund()
    await refund.show({ state, ...(withId && { customId: refund.refundId }) })
    await refund.answer('PENDING')
    expect(await refund.stored()).toEqual({
      refunds: [{ id: refund.refundId, provider_refund_id: 'REAL', state, finished: true }],
      refunded,
      notified,
    })
  },
)

test('keeps the time of completion when a stale pending row brings the payment', async () => {
  const refund = await sendingRefund()
  await refund.show({ state: 'completed', captureId: null })
  await refund.show({ state: 'pending' })
  const { refunds } = await refund.stored()
  const shown = refunds.find((one) => one.provider_refund_id === 'REAL')
  expect(shown).toMatchObject({ state: 'completed', finished: true })
})

test('keeps completed when a stale pending row is the first to carry our id', async () => {
  const refund = await sendingRefund()
  await refund.show({ state: 'completed' })
  await refund.show({ state: 'pending', customId: refund.refundId })
  expect(await refund.stored()).toEqual({
    refunds: [
      { id: refund.refundId, provider_refund_id: 'REAL', state: 'completed', finished: true },
    ],
    refunded: 500,
    notified: 0,
  })
})
