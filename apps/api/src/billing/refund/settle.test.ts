import { type Approval, approvalApi } from '@paydesk/contract/billing/approval'
import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import type { BillEntry } from '@paydesk/contract/billing/billEntry'
import { type Refund, refundApi } from '@paydesk/contract/billing/refund'
import { paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { type Notice, noticeApi } from '@paydesk/contract/people/notice'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { refundRecords } from '../../test/input/refundInputs.ts'
import { make, type TestUser } from '../../test/make.ts'
import { until } from '../../test/until.ts'
import { billWorld, dataOf } from '../../test/world/billWorld.ts'
import { refundsSeen, unknownRefunds } from './refund.ts'

const world = billWorld({}, { invoiceRefund: 'allowed', invoiceCapture: 'shown' })
const { t } = world
let [finance, approver]: TestUser[] = []
let companyId: string
beforeAll(async () => {
  companyId = world.operator.companyId
  await world.sim.act('changeAccount', {
    accountId: world.sim.accounts[0]?.id,
    refundFromBank: true,
  })
  // Whoever holds both permissions still cannot confirm what they said themselves.
  finance = await make.user(t, {
    companyId,
    permissions: ['RefundPayPalBill', 'ApproveRefund', 'ViewAllPayPalBill'],
  })
  approver = await make.user(t, { companyId, permissions: ['ApproveRefund', 'ViewAllPayPalBill'] })
})

const unknown = async () => {
  const record = await refundRecords.unknown({
    t,
    companyId,
    caller: await make.admin(t, companyId),
    mark: '',
  })
  const [row] = await t.owner<{ account: string; capture: string }>(
    'select account_id as account, provider_payment_id as capture from bill_payment where id = $1',
    [record.paymentId],
  )
  return { ...record, ...(row as { account: string; capture: string }) }
}
type Of = { billId: string; refundId: string }
const propose = ({ billId, refundId }: Of, body: object, user = finance as TestUser) =>
  t.as(user).call(refundApi.settle, {
    params: { id: billId, refundId },
    body: { reason: 'Asked PayPal by phone', ...body } as never,
  })
const waiting = async (billId: string) =>
  dataOf<{ list: Approval[] }>(
    await t.as(approver as TestUser).call(approvalApi.list, { query: { pageSize: 100 } as never }),
  ).list.find((one) => one.billId === billId) as Approval
const decide = (
  user: TestUser | undefined,
  name: 'approve' | 'reject' | 'withdraw',
  { id, version }: Approval,
) =>
  t.as(user as TestUser).call(approvalApi[name], { params: { id }, body: { version, note: 'ok' } })
const state = async ({ refundId, paymentId }: { refundId: string; paymentId: string }) => {
  const [row] = await t.owner<object>(
    `select r.state, r.settled, o.state as operation, p.refunded_minor::int as refunded,
       p.refunding_minor::int as refunding
     from refund r
     join operation o on o.id = r.operation_id
     join bill_payment p on p.id = r.payment_id
     where r.id = $1 and p.id = $2`,
    [refundId, paymentId],
  )
  return row
}
const timeline = async (billId: string) =>
  dataOf<{ list: BillEntry[] }>(
    await t.as(finance as TestUser).call(billApi.timeline, { params: { id: billId } }),
  ).list.map(({ kind }) => kind)
const untouched = {
  state: 'sending',
  settled: null,
  operation: 'unknown',
  refunded: 0,
  refunding: 500,
}

// First, while the company has one account.
test('at the simulator: an answer lost for good; PayPal’s id is looked up, another refund’s is refused, the right one settles it', async () => {
  const open = await world.sent()
  await world.pay(open)
  const bill = await world.becomesSoon(
    open.id,
    ({ status, payments }) =>
      status === 'paid' && payments.every(({ feeMinor }) => feeMinor !== null),
  )
  const payment = bill.payments[0] as Bill['payments'][number]
  await world.sim.act('addFault', {
    kind: 'errorBefore',
    operation: 'captures.refund',
    times: 1000,
  })
  const body = { version: bill.version, paymentId: payment.id, amountMinor: 3000, reason: 'A' }
  const { id: refundId } = dataOf<Refund>(
    await t.as(finance as TestUser).call(refundApi.ask, { params: { id: bill.id }, body }),
  )
  await until(async () =>
    (await t.owner(`select from operation where refund_id = $1 and state = 'unknown'`, [refundId]))
      .length > 0
      ? true
      : undefined,
  )
  await t.owner(
    `update operation
     set unknown_since = now() - interval '1 hour', due_at = now() + interval '1 day'
     where refund_id = $1`,
    [refundId],
  )
  const of = { billId: bill.id, refundId, paymentId: payment.id }
  const captureId = payment.providerPaymentId
  const site = (amountMinor: number) =>
    world.sim.act<{ refundId: string }>('refundInPayPal', { captureId, amountMinor })
  const other = await site(1000)
  const wrong = await until(async () => {
    const answer = await propose(of, { happened: true, providerRefundId: other.refundId })
    return answer.status === 422 ? answer : undefined
  })
  expect(wrong).toMatchObject({ status: 422, body: { errorCode: 'refund.otherRefund' } })
  const right = await site(3000)
  dataOf(await propose(of, { happened: true, providerRefundId: right.refundId }))
  dataOf(await decide(approver, 'approve', await waiting(bill.id)))
  // The other refund is found by a look at the invoice, which lists both.
  dataOf(await world.as().call(billApi.resync, { params: { id: bill.id } }))
  const after = await world.becomesSoon(
    bill.id,
    ({ payments }) => payments[0]?.refundedMinor === 4000,
  )
  expect(after.refunds.map(({ amountMinor, state: one }) => [amountMinor, one]).sort()).toEqual([
    [1000, 'completed'],
    [3000, 'completed'],
  ])
  expect(after.payments[0]?.refundingMinor).toBe(0)
}, 90_000)

const unknownIds = async () =>
  (
    await t.in(companyId, (db) =>
      sql<{ subjectId: string }>`${unknownRefunds(companyId)}`.execute(db),
    )
  ).rows.map(({ subjectId }) => subjectId)

test('did not happen: one says so, another confirms, and only then is the reservation free and the call over', async () => {
  const refund = await unknown()
  expect(await unknownIds()).toContain(refund.refundId)
  const said = dataOf<Refund>(await propose(refund, { happened: false }))
  expect(said).toMatchObject({
    state: 'sending',
    settling: { happened: false, byName: finance?.username },
  })
  expect(await state(refund)).toEqual(untouched)
  expect(await propose(refund, { happened: false })).toMatchObject({
    status: 409,
    body: { errorCode: 'refund.settling' },
  })
  const approval = await waiting(refund.billId)
  expect(approval).toMatchObject({
    kind: 'settleRefund',
    happened: false,
    reason: 'Asked PayPal by phone',
    obstacle: null,
  })
  expect(await decide(finance, 'approve', approval)).toMatchObject({
    status: 403,
    body: { errorCode: 'approval.own' },
  })
  expect(await state(refund)).toEqual(untouched)
  dataOf(await decide(approver, 'approve', approval))
  expect(await state(refund)).toEqual({
    state: 'refused',
    settled: 'notHappened',
    operation: 'refused',
    refunded: 0,
    refunding: 0,
  })
  expect(await timeline(refund.billId)).toEqual(
    expect.arrayContaining(['settleAsked', 'settleApproved']),
  )
  const audited = await t.owner<{ action: string; actor: string }>(
    `select action, actor_id as actor
     from audit_entry
     where company_id = $1 and action in ('bill.settleRefund', 'approval.approve')
     order by seq desc
     limit 2`,
    [companyId],
  )
  expect(audited).toEqual([
    { action: 'approval.approve', actor: approver?.userId },
    { action: 'bill.settleRefund', actor: finance?.userId },
  ])
  expect(await unknownIds()).not.toContain(refund.refundId)
  // The account can be archived again once nothing else waits.
  await t.owner(`update bill set status = 'paid' where account_id = $1`, [refund.account])
  const admin = await make.admin(t, companyId)
  dataOf(await t.as(admin).call(paypalAccountApi.archive, { params: { id: refund.account } }))
})

test('the table itself refuses that anybody confirms their own proposal', async () => {
  const refund = await unknown()
  dataOf(await propose(refund, { happened: false }))
  const { id } = await waiting(refund.billId)
  await expect(
    t.owner(
      `update approval
       set state = 'approved', decided_by = requested_by, decided_at = now()
       where id = $1`,
      [id],
    ),
  ).rejects.toThrow(/approval_by_another/)
})

test('rejected or withdrawn, nothing changes, and it can be said again', async () => {
  const refund = await unknown()
  dataOf(await propose(refund, { happened: false }))
  dataOf(await decide(approver, 'reject', await waiting(refund.billId)))
  expect(await state(refund)).toEqual(untouched)
  dataOf(await propose(refund, { happened: false }))
  dataOf(await decide(finance, 'withdraw', await waiting(refund.billId)))
  expect(await state(refund)).toEqual(untouched)
  dataOf(await propose(refund, { happened: false }))
})

test('a person whose limit the amount exceeds cannot confirm, and nobody without having shown who they are', async () => {
  const refund = await unknown()
  const stale = await make.user(t, {
    companyId,
    permissions: ['RefundPayPalBill', 'ViewAllPayPalBill'],
  })
  await make.shown(t, stale, 'password')
  expect(await propose(refund, { happened: false }, stale)).toMatchObject({
    status: 403,
    body: { errorCode: 'session.factorUnset' },
  })
  dataOf(await propose(refund, { happened: false }))
  const small = await make.user(t, {
    companyId,
    permissions: ['ApproveRefund', 'ViewAllPayPalBill'],
  })
  await t.owner(
    `update app_user
     set approval_limits = '[{"currency": "USD", "amountMinor": 499}]'
     where id = $1`,
    [small.userId],
  )
  const approval = await waiting(refund.billId)
  expect(await decide(small, 'approve', approval)).toMatchObject({
    status: 403,
    body: { errorCode: 'approval.beyondLimit' },
  })
  const later = await make.user(t, {
    companyId,
    permissions: ['ApproveRefund', 'ViewAllPayPalBill'],
  })
  await make.shown(t, later, 'password')
  expect(await decide(later, 'approve', approval)).toMatchObject({
    status: 403,
    body: { errorCode: 'session.factorUnset' },
  })
  expect(await state(refund)).toEqual(untouched)
})

test('only a refund that has been unknown for a while can be settled, and not one that PayPal has shown meanwhile', async () => {
  const early = await unknown()
  await t.owner(
    `update operation set unknown_since = now() - interval '14 minutes' where refund_id = $1`,
    [early.refundId],
  )
  expect(await propose(early, { happened: false })).toMatchObject({
    status: 409,
    body: { errorCode: 'refund.notUnknown' },
  })
  const shown = await unknown()
  dataOf(await propose(shown, { happened: false }))
  const approval = await waiting(shown.billId)
  // A worker is asking PayPal at this moment.
  await t.owner(`update operation set state = 'running' where refund_id = $1`, [shown.refundId])
  expect(await decide(approver, 'approve', approval)).toMatchObject({
    status: 409,
    body: { errorCode: 'refund.notUnknown' },
  })
  await t.owner(`update operation set state = 'unknown' where refund_id = $1`, [shown.refundId])
  const row = {
    providerRefundId: `R-${shown.refundId}`,
    captureId: shown.capture,
    amountMinor: 500,
    currency: 'USD',
    customId: shown.refundId,
  }
  await t.in(companyId, (db) =>
    refundsSeen(db, companyId, shown.account, [{ ...row, state: 'completed', kind: 'refund' }]),
  )
  expect(await decide(approver, 'approve', approval)).toMatchObject({
    status: 409,
    body: { errorCode: 'refund.notUnknown' },
  })
  expect(await state(shown)).toMatchObject({
    state: 'completed',
    settled: null,
    refunded: 500,
    refunding: 0,
  })
})

test('settled as not happened, and PayPal shows it later: PayPal is right, once, and people are told', async () => {
  const refund = await unknown()
  dataOf(await propose(refund, { happened: false }))
  dataOf(await decide(approver, 'approve', await waiting(refund.billId)))
  const row = {
    providerRefundId: `R-${refund.refundId}`,
    captureId: refund.capture,
    amountMinor: 500,
    currency: 'USD',
    customId: refund.refundId,
  }
  const show = () =>
    t.in(companyId, (db) =>
      refundsSeen(db, companyId, refund.account, [{ ...row, state: 'completed', kind: 'refund' }]),
    )
  expect(await show()).toMatchObject({ changed: 1 })
  expect(await show()).toMatchObject({ changed: 0 })
  expect(await state(refund)).toMatchObject({
    state: 'completed',
    settled: null,
    refunded: 500,
    refunding: 0,
  })
  expect(
    (await timeline(refund.billId)).filter((kind) => kind === 'settleContradicted'),
  ).toHaveLength(1)
  const { list } = dataOf<{ list: Notice[] }>(
    await t.as(approver as TestUser).call(noticeApi.list, {}),
  )
  expect(
    list.filter(({ kind, data }) => kind === 'billProblem' && data.billId === refund.billId),
  ).toMatchObject([{ data: { problem: 'refundMadeAfterAll', amountMinor: 500, currency: 'USD' } }])
})

test('settled as happened, and PayPal says that it failed: the money is there again', async () => {
  const refund = await unknown()
  const providerRefundId = `R-${refund.refundId}`
  // The account has no app at PayPal that could be asked, so the id is left to the second person.
  await t.owner(`update paypal_account set secret_sealed = null where id = $1`, [refund.account])
  dataOf(await propose(refund, { happened: true, providerRefundId }))
  dataOf(await decide(approver, 'approve', await waiting(refund.billId)))
  expect(await state(refund)).toEqual({
    state: 'completed',
    settled: 'happened',
    operation: 'done',
    refunded: 500,
    refunding: 0,
  })
  const row = {
    providerRefundId,
    captureId: refund.capture,
    amountMinor: 500,
    currency: 'USD',
    state: 'failed',
    kind: 'refund',
  } as const
  await t.in(companyId, (db) => refundsSeen(db, companyId, refund.account, [row]))
  expect(await state(refund)).toMatchObject({ state: 'failed', settled: null, refunded: 0 })
  expect(await timeline(refund.billId)).toContain('settleContradicted')
})

test('settled as happened, and PayPal shows the same: confirmed, without a word', async () => {
  const refund = await unknown()
  const providerRefundId = `R-${refund.refundId}`
  await t.owner(`update paypal_account set secret_sealed = null where id = $1`, [refund.account])
  dataOf(await propose(refund, { happened: true, providerRefundId }))
  dataOf(await decide(approver, 'approve', await waiting(refund.billId)))
  const row = {
    providerRefundId,
    captureId: refund.capture,
    amountMinor: 500,
    currency: 'USD',
    state: 'completed',
    kind: 'refund',
  } as const
  await t.in(companyId, (db) => refundsSeen(db, companyId, refund.account, [row]))
  expect(await state(refund)).toMatchObject({ state: 'completed', settled: null, refunded: 500 })
  expect(await timeline(refund.billId)).not.toContain('settleContradicted')
})
