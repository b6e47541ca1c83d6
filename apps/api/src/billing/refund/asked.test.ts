import { type Approval, approvalApi } from '@paydesk/contract/billing/approval'
import { type RefundPreview, refundApi } from '@paydesk/contract/billing/refund'
import type { Reply } from '@paydesk/contract/lib/endpoint'
import { expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { dataOf } from '../../test/world/billWorld.ts'

const t = testApp()

type Values = {
  source?: string
  pending?: boolean
  refunded?: number
  refunding?: number
  fee?: number | null
  currency?: string
}

/** A paid bill of 100 dollars. No worker runs, so a refund that may go stays on its way. */
async function paid(values: Values = {}) {
  const companyId = await make.company(t)
  const person = () =>
    make.user(t, {
      companyId,
      permissions: ['RefundPayPalBill', 'ApproveRefund', 'ViewAllPayPalBill', 'ViewPayPalBill'],
    })
  const finance = await person()
  const thresholds = [
    { currency: 'USD', amountMinor: 5000 },
    { currency: 'EUR', amountMinor: 1000 },
  ]
  await t.owner(`insert into company_setting (company_id, tabs, updated_by) values ($1, $2, '')`, [
    companyId,
    { approval: { refundThresholds: thresholds } },
  ])
  const accountId = await make.paypalAccount(t, companyId)
  const { currency = 'USD' } = values
  const bill = await make.bill(t, finance, {
    status: 'paid',
    totalMinor: 10_000,
    accountId,
    currency,
  })
  await t.owner(
    `update bill
     set paid_minor = 10000, due_minor = 0, provider_invoice_id = 'INV2-' || id
     where id = $1`,
    [bill.id],
  )
  const [payment] = await t.owner<{ id: string }>(
    `insert into bill_payment (
       company_id, bill_id, account_id, provider_payment_id, source, method, currency,
       amount_minor, pending, refunded_minor, refunding_minor, fee_minor
     )
     values ($1, $2, $3, new_id()::text, $4, '', $5, 10000, $6, $7, $8, $9) returning id`,
    [
      companyId,
      bill.id,
      accountId,
      values.source ?? 'paypal',
      currency,
      values.pending ?? false,
      values.refunded ?? 0,
      values.refunding ?? 0,
      values.fee ?? null,
    ],
  )
  const paymentId = payment?.id as string
  const versionOf = async () =>
    (
      await t.owner<{ version: number }>('select version::int from bill where id = $1', [bill.id])
    )[0]?.version ?? 0
  const ask = async (amountMinor: number, by: TestUser = finance) =>
    t.as(by).call(refundApi.ask, {
      params: { id: bill.id },
      body: { version: await versionOf(), paymentId, amountMinor, reason: 'A' },
    })
  const preview = async (amountMinor: number) =>
    dataOf<RefundPreview>(
      await t
        .as(finance)
        .call(refundApi.preview, { params: { id: bill.id }, query: { paymentId, amountMinor } }),
    )
  const dispute = () =>
    t.owner<{ id: string }>(
      `insert into dispute (
         company_id, account_id, provider_dispute_id, bill_id, payment_id, status, opened_at,
         provider_updated_at, raw
       )
       values ($1, $2, new_id()::text, $3, $4, 'OPEN', now(), now(), '{}') returning id`,
      [companyId, accountId, bill.id, paymentId],
    )
  const finished = (state: string) =>
    t.owner(`update refund set state = $2 where bill_id = $1`, [bill.id, state])
  const approvals = () =>
    t.owner<{ id: string; state: string }>('select id, state from approval where company_id = $1', [
      companyId,
    ])
  return {
    companyId,
    finance,
    person,
    billId: bill.id,
    paymentId,
    ask,
    preview,
    dispute,
    finished,
    approvals,
  }
}
const codeOf = (answer: { status: number; body: { errorCode?: unknown } }) =>
  answer.body.errorCode ?? undefined

test.each<[string, Values, number, string | undefined]>([
  ['all that is left', { refunded: 4000, refunding: 3000 }, 3000, undefined],
  ['more than is left after refunds', { refunded: 6000 }, 4001, 'refund.moreThanLeft'],
  [
    'more than is left beside refunds on their way',
    { refunding: 6000 },
    4001,
    'refund.moreThanLeft',
  ],
  ['a part of a pending payment', { pending: true }, 100, 'refund.notRefundable'],
  [
    'a part of a payment that came past PayPal',
    { source: 'external' },
    100,
    'refund.notRefundable',
  ],
])('a refund of %s', async (_, values, amountMinor, code) => {
  const w = await paid(values)
  expect(codeOf(await w.ask(amountMinor))).toBe(code)
  expect((await w.preview(0)).refundableMinor).toBe(
    values.pending || values.source
      ? 0
      : 10_000 - (values.refunded ?? 0) - (values.refunding ?? 0) - (code ? 0 : amountMinor),
  )
})

test('of a disputed payment PayPal refunds all or nothing, and so do we', async () => {
  const w = await paid()
  const disputeId = (await w.dispute())[0]?.id as string
  expect((await w.preview(4000)).disputeId).toBe(disputeId)
  expect((await w.ask(4000)).body).toMatchObject({
    errorCode: 'refund.disputed',
    data: { disputeId },
  })
  expect((await w.ask(10_000)).status).toBe(200)
})

test('a dispute that opens while a refund waits stands in its row, and stops the approval of a part', async () => {
  const w = await paid()
  expect((await w.ask(6000)).status).toBe(200)
  const second = await w.person()
  const row = async () =>
    dataOf<Reply<typeof approvalApi.list>>(await t.as(second).call(approvalApi.list, { query: {} }))
      .list[0] as Approval
  const waiting = await row()
  expect(waiting.disputeId).toBeNull()
  const disputeId = (await w.dispute())[0]?.id as string
  expect((await row()).disputeId).toBe(disputeId)
  const approved = await t.as(second).call(approvalApi.approve, {
    params: { id: waiting.id },
    body: { version: waiting.version, note: '' },
  })
  expect(approved.body).toMatchObject({ errorCode: 'refund.disputed', data: { disputeId } })
  await t.owner(`update dispute set status = 'RESOLVED' where id = $1`, [disputeId])
  expect((await row()).disputeId).toBeNull()
})

test('a preview says what is kept of the payment once the fee is known', async () => {
  expect(
    (await (await paid({ fee: 398, refunded: 1000, refunding: 500 })).preview(2000)).keptMinor,
  ).toBe(10_000 - 1000 - 500 - 2000 - 398)
  expect((await (await paid({ fee: null })).preview(2000)).keptMinor).toBeNull()
})

test('from the threshold on a second person must agree, and who asks must have just shown who they are', async () => {
  const below = await paid()
  expect((await below.ask(4999)).status).toBe(200)
  expect(await below.approvals()).toEqual([])
  const at = await paid()
  for (const shown of [null, 'password'] as const) {
    await make.shown(t, at.finance, shown)
    expect(await at.ask(5000)).toMatchObject({
      status: 403,
      body: { errorCode: 'session.factorUnset' },
    })
  }
  await make.shown(t, at.finance, 'factor')
  expect((await at.ask(5000)).status).toBe(200)
  expect(await at.approvals()).toMatchObject([{ state: 'waiting' }])
})

test('a large refund in small parts is a large refund; failed parts and parts that a second person saw do not count', async () => {
  const w = await paid()
  expect((await w.ask(3000)).status).toBe(200)
  await w.finished('completed')
  expect(await w.preview(1999)).toMatchObject({ approvalNeeded: false, thresholdMinor: 5000 })
  expect(await w.preview(2000)).toMatchObject({ approvalNeeded: true })
  await w.finished('failed')
  expect(await w.preview(2000)).toMatchObject({ approvalNeeded: false })
  const approved = await paid()
  await approved.ask(6000)
  await approved.finished('completed')
  expect(await approved.preview(1000)).toMatchObject({ approvalNeeded: false })
})

test('each currency has its own threshold', async () => {
  const w = await paid({ currency: 'EUR' })
  expect(await w.preview(999)).toMatchObject({ approvalNeeded: false, thresholdMinor: 1000 })
  expect(await w.preview(1000)).toMatchObject({ approvalNeeded: true })
})

test('a person’s own limit is of one currency and includes its amount; nobody decides about their own request', async () => {
  const w = await paid()
  await w.ask(6000)
  const [waiting] = await w.approvals()
  const decide = async (limits: object[] | null, by?: TestUser) => {
    const person = by ?? (await w.person())
    await t.owner(`update app_user set approval_limits = $2 where id = $1`, [
      person.userId,
      limits === null ? null : JSON.stringify(limits),
    ])
    const answer = await t.as(person).call(approvalApi.approve, {
      params: { id: waiting?.id as string },
      body: { version: 1, note: '' },
    })
    return answer.status === 200 ? 200 : codeOf(answer)
  }
  expect(await decide([{ currency: 'EUR', amountMinor: 9999 }])).toBe('approval.beyondLimit')
  expect(await decide([{ currency: 'USD', amountMinor: 5999 }])).toBe('approval.beyondLimit')
  expect(await decide(null, w.finance)).toBe('approval.own')
  expect(await decide([{ currency: 'USD', amountMinor: 6000 }])).toBe(200)
})
