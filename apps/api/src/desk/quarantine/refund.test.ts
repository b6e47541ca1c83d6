import { type Approval, approvalApi } from '@paydesk/contract/billing/approval'
import type { Bill } from '@paydesk/contract/billing/bill'
import { refundApi } from '@paydesk/contract/billing/refund'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { billWorld, dataOf } from '../../test/world/billWorld.ts'
import { ofKind, restoredWorld } from '../../test/world/restoredWorld.ts'

// PayPal refuses no invoice id that was used before, no invoice says what was refunded, and
// reporting tells of it hours later, as at PayPal: only the refund itself and its event do.
const world = billWorld(
  {},
  { invoiceRefund: 'allowed', invoiceCapture: 'shown', reportingLagMs: 3 * 3_600_000 },
)
const { t } = world
const { superAdmin, compare, settleAll, leave, moment, enter, effects } = restoredWorld({
  t,
  sim: () => world.sim,
})

let finance: TestUser
let approver: TestUser
beforeAll(async () => {
  await world.sim.act('changeAccount', {
    accountId: world.sim.accounts[0]?.id,
    refundFromBank: true,
  })
  const { companyId } = world.operator
  finance = await make.user(t, {
    companyId,
    permissions: ['RefundPayPalBill', 'ViewAllPayPalBill'],
  })
  approver = await make.user(t, {
    companyId,
    permissions: ['ApproveRefund', 'RefundPayPalBill', 'ViewAllPayPalBill'],
  })
  await t.owner(
    `insert into company_setting (company_id, tabs, updated_by)
     values (
       $1, '{"approval": {"refundThresholds": [{"currency": "USD", "amountMinor": 5000}]}}', ''
     )
     on conflict (company_id) do update set tabs = excluded.tabs`,
    [companyId],
  )
})
const sevenDays = 7 * 86_400_000
afterEach(async () => {
  await t.owner('update installation set left_at = now()')
  await world.sim.act('configure', { eventsKeptMs: sevenDays })
})

const paid = async () => {
  const open = await world.sent()
  await world.pay(open)
  const bill = await world.becomesSoon(open.id, ({ status }) => status === 'paid')
  await world.eventsDone()
  return world.read(bill.id)
}
const ask = async ({ id, payments }: Bill, amountMinor: number) => {
  const { version } = await world.read(id)
  const body = { version, paymentId: payments[0]?.id as string, amountMinor, reason: 'A' }
  return t.as(finance).call(refundApi.ask, { params: { id }, body })
}
const approvalOf = async (billId: string) =>
  dataOf<{ list: Approval[] }>(await t.as(approver).call(approvalApi.list, {})).list.find(
    (one) => one.billId === billId,
  ) as Approval
const decide = async (name: 'approve' | 'reject', { id, version }: Approval) =>
  t.as(approver).call(approvalApi[name], { params: { id }, body: { version, note: 'ok' } })
const refundsMade = async () =>
  (await effects()).filter((effect) => effect.startsWith('refund.created ')).length

/** Approved, made at PayPal, told by its event. */
async function madeAfterwards(bill: Bill) {
  dataOf(await decide('approve', await approvalOf(bill.id)))
  await world.becomesSoon(bill.id, ({ refunds }) =>
    refunds.some(({ state }) => state === 'completed'),
  )
  await world.eventsDone()
  // A pending refresh would restore what forgetApproval deletes.
  await world.refreshDone(bill.id)
}

/** As everything was while the request waited for a second person. */
async function forgetApproval({ id, payments }: Bill) {
  await t.owner('update refund set operation_id = null where bill_id = $1', [id])
  await t.owner('delete from operation where bill_id = $1 and refund_id is not null', [id])
  await t.owner('delete from bill_refund where bill_id = $1', [id])
  await t.owner(
    `update refund
     set state = 'waiting', provider_refund_id = null, finished_at = null
     where bill_id = $1`,
    [id],
  )
  await t.owner(
    `update approval
     set state = 'waiting', decided_by = null, decided_by_name = '', decided_at = null
     where refund_id in (select id from refund where bill_id = $1)`,
    [id],
  )
  await t.owner(
    `update bill_payment
     set refunded_minor = 0,
       refunding_minor = (select coalesce(sum(amount_minor), 0) from refund where bill_id = $2)
     where id = $1`,
    [payments[0]?.id, id],
  )
  await t.owner(`update bill set status = 'paid' where id = $1`, [id])
}

test('a refund that waited at the moment and was made since is not made again, even if nothing tells of it', async () => {
  const bill = await paid()
  dataOf(await ask(bill, 5000))
  const at = await moment()
  const before = await refundsMade()
  await madeAfterwards(bill)
  await forgetApproval(bill)
  await world.sim.act('configure', { eventsKeptMs: 0 })
  await enter(at)
  const user = await superAdmin()
  const state = await compare(user)
  // A person has to say whether it is still to be decided.
  expect(ofKind(state, 'approval')).toMatchObject([
    { state: 'open', billId: bill.id, label: bill.number, facts: { totalMinor: 5000 } },
  ])
  await settleAll(user, state.findings)
  dataOf(await leave(user))
  await madeAfterwards(bill)
  expect(await refundsMade()).toBe(before + 1)
  expect((await world.read(bill.id)).refunds).toMatchObject([
    { state: 'completed', amountMinor: 5000, origin: 'paydesk' },
  ])
}, 60_000)

test('a refund that waited at the moment and was made since is known by its event, and can only be confirmed', async () => {
  const bill = await paid()
  dataOf(await ask(bill, 5000))
  const at = await moment()
  const before = await refundsMade()
  await madeAfterwards(bill)
  await forgetApproval(bill)
  await enter(at)
  const user = await superAdmin()
  const state = await compare(user)
  expect((await world.read(bill.id)).refunds).toMatchObject([
    { state: 'completed', amountMinor: 5000, origin: 'paydesk' },
  ])
  expect(ofKind(state, 'refund').filter(({ billId }) => billId === bill.id)).toMatchObject([
    { state: 'taken', facts: { totalMinor: 5000, bill: bill.number } },
  ])
  expect(ofKind(state, 'approval').filter(({ billId }) => billId === bill.id)).toMatchObject([
    { state: 'taken' },
  ])
  await settleAll(user, state.findings)
  dataOf(await leave(user))
  expect(await decide('reject', await approvalOf(bill.id))).toMatchObject({
    status: 409,
    body: { errorCode: 'approval.made' },
  })
  dataOf(await decide('approve', await approvalOf(bill.id)))
  await world.eventsDone()
  expect((await world.read(bill.id)).refunds).toMatchObject([
    { state: 'completed', amountMinor: 5000 },
  ])
  expect(
    await t.owner('select from operation where bill_id = $1 and refund_id is not null', [bill.id]),
  ).toEqual([])
  expect(await refundsMade()).toBe(before + 1)
}, 60_000)

test('a refund that was asked for and made after the moment is taken in, so that nobody can ask for it again', async () => {
  const bill = await paid()
  const at = await moment()
  const before = await refundsMade()
  dataOf(await ask(bill, 4000))
  await world.becomesSoon(bill.id, ({ refunds }) =>
    refunds.some(({ state }) => state === 'completed'),
  )
  await world.eventsDone()
  await forgetApproval(bill)
  await t.owner('delete from refund where bill_id = $1', [bill.id])
  await t.owner('update bill_payment set refunding_minor = 0 where bill_id = $1', [bill.id])
  await enter(at)
  const user = await superAdmin()
  const state = await compare(user)
  expect(ofKind(state, 'refund').filter(({ billId }) => billId === bill.id)).toMatchObject([
    { state: 'taken', facts: { totalMinor: 4000, is: 'completed', bill: bill.number } },
  ])
  await settleAll(user, state.findings)
  dataOf(await leave(user))
  expect(await world.read(bill.id)).toMatchObject({
    refundedMinor: 4000,
    refunds: [{ origin: 'paypal', amountMinor: 4000 }],
  })
  expect(await ask(bill, 6001)).toMatchObject({
    status: 422,
    body: { errorCode: 'refund.moreThanLeft' },
  })
  expect(await refundsMade()).toBe(before + 1)
}, 60_000)
