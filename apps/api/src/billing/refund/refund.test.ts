import { type Approval, approvalApi } from '@paydesk/contract/billing/approval'
import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import type { BillEntry } from '@paydesk/contract/billing/billEntry'
import { type Refund, type RefundPreview, refundApi } from '@paydesk/contract/billing/refund'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { make, type TestUser } from '../../test/make.ts'
import { until } from '../../test/until.ts'
import { billWorld, dataOf } from '../../test/world/billWorld.ts'
import { addTransactions } from '../../test/world/transactions.ts'
import { refundsSeen } from './refund.ts'

// About refunds by the API; restricted.test.ts is about an app that may not make them. The fee is
// known at once from the capture.
const world = billWorld({}, { invoiceRefund: 'allowed', invoiceCapture: 'shown' })
const { t, becomesSoon, sent, pay } = world
let finance: TestUser
beforeAll(async () => {
  // PayPal keeps its fee, so the rest of a payment would never suffice to refund all of it.
  await world.sim.act('changeAccount', {
    accountId: world.sim.accounts[0]?.id,
    refundFromBank: true,
  })
  finance = await make.user(t, {
    companyId: world.operator.companyId,
    permissions: ['RefundPayPalBill', 'ViewAllPayPalBill'],
  })
})

type Paid = Bill & { payment: Bill['payments'][number] }
const paid = async (): Promise<Paid> => {
  const open = await sent()
  await pay(open)
  const bill = await becomesSoon(
    open.id,
    ({ status, payments }) =>
      status === 'paid' && payments.every(({ feeMinor }) => feeMinor !== null),
  )
  return { ...bill, payment: bill.payments[0] as Paid['payment'] }
}
const ask = (bill: Paid, amountMinor: number, version = bill.version, user = finance) =>
  t.as(user).call(refundApi.ask, {
    params: { id: bill.id },
    body: {
      version,
      paymentId: bill.payment.id,
      amountMinor,
      reason: '客户退货',
      noteToPayer: 'Sorry',
    },
  })
/** Every refund that PayPal really made, from the simulator's own journal. */
const madeAtPayPal = async (captureId: string) => {
  const { entries } = (await (await fetch(`${world.sim.url}/sim/journal`)).json()) as {
    entries: { effects: string[] }[]
  }
  const ids = entries
    .flatMap(({ effects }) => effects)
    .flatMap((effect) => (effect.startsWith('refund.created ') ? [effect.slice(15)] : []))
  const rows = await t.owner<{ id: string }>(
    `select r.provider_refund_id as id
     from refund r
     join bill_payment p on p.id = r.payment_id
     where p.provider_payment_id = $1 and r.provider_refund_id is not null`,
    [captureId],
  )
  return ids.filter((id) => rows.some((row) => row.id === id))
}
const counts = async (paymentId: string) => {
  const [row] = await t.owner<{ refunded: string; refunding: string }>(
    'select refunded_minor as refunded, refunding_minor as refunding from bill_payment where id = $1',
    [paymentId],
  )
  return { refunded: Number(row?.refunded), refunding: Number(row?.refunding) }
}

test('a refund in two parts shows the fee before and the rest after each, and never exceeds the payment', async () => {
  const bill = await paid()
  const preview = async (amountMinor: number) =>
    dataOf<RefundPreview>(
      await t.as(finance).call(refundApi.preview, {
        params: { id: bill.id },
        query: { paymentId: bill.payment.id, amountMinor },
      }),
    )
  const fee = bill.payment.feeMinor ?? 0
  expect(await preview(10_000)).toMatchObject({
    refundableMinor: 10_000,
    feeMinor: fee,
    keptMinor: -fee,
    approvalNeeded: false,
  })
  expect(dataOf<Refund>(await ask(bill, 4000))).toMatchObject({
    state: 'sending',
    amountMinor: 4000,
    requestedByName: finance.username,
  })
  expect((await preview(0)).refundableMinor).toBe(6000)
  const partly = await becomesSoon(bill.id, ({ status }) => status === 'partiallyRefunded')
  expect(partly).toMatchObject({
    refundedMinor: 4000,
    refunds: [{ state: 'completed', origin: 'paydesk', amountMinor: 4000 }],
  })
  expect(await ask(bill, 6001, partly.version)).toMatchObject({
    status: 422,
    body: { errorCode: 'refund.moreThanLeft' },
  })
  dataOf(await ask(bill, 6000, partly.version))
  const whole = await becomesSoon(
    bill.id,
    ({ status, refunds }) =>
      status === 'refunded' && refunds.every(({ state }) => state === 'completed'),
  )
  expect(whole.refunds).toHaveLength(2)
  expect(await counts(bill.payment.id)).toEqual({ refunded: 10_000, refunding: 0 })
  const { list } = dataOf<{ list: BillEntry[] }>(
    await world.as().call(billApi.timeline, { params: { id: bill.id } }),
  )
  expect(list.filter(({ kind }) => kind === 'refundAsked')).toHaveLength(2)
  expect(list.filter(({ kind }) => kind === 'refundMade')).toHaveLength(2)
}, 90_000)

describe.concurrent('a lost answer never makes a second refund', () => {
  test.each(['dropAfter', 'errorAfter', 'htmlAfter', 'dropBefore'])(
    '%s',
    async (kind) => {
      const bill = await paid()
      await world.sim.act('addFault', { kind, operation: 'captures.refund', times: 1 })
      dataOf(await ask(bill, 3000))
      await becomesSoon(bill.id, ({ refunds }) =>
        refunds.some(({ state }) => state === 'completed'),
      )
      expect(await madeAtPayPal(bill.payment.providerPaymentId)).toHaveLength(1)
      expect(await counts(bill.payment.id)).toEqual({ refunded: 3000, refunding: 0 })
    },
    90_000,
  )
})

/** Who was told at the bell that PayPal did not make a refund of this bill. */
const toldNotRefunded = async (billId: string) =>
  (
    await t.owner<{ id: string }>(
      `select user_id as id
       from notice
       where kind = 'billRefused' and data ->> 'billId' = $1 and data ->> 'what' = 'refund'`,
      [billId],
    )
  ).map(({ id }) => id)

test('a refusal releases what was reserved, says why and is told to whoever asked', async () => {
  const bill = await paid()
  await world.sim.act('addFault', {
    kind: 'insufficientFunds',
    operation: 'captures.refund',
    times: 1,
  })
  dataOf(await ask(bill, 3000))
  const refused = await becomesSoon(bill.id, ({ refunds }) =>
    refunds.some(({ state }) => state === 'refused'),
  )
  expect(refused.refunds).toMatchObject([{ failure: { code: 'REFUND_FAILED_INSUFFICIENT_FUNDS' } }])
  expect(await counts(bill.payment.id)).toEqual({ refunded: 0, refunding: 0 })
  expect(await toldNotRefunded(bill.id)).toEqual([finance.userId])
  dataOf(await ask(bill, 10_000, refused.version))
  await becomesSoon(bill.id, ({ status }) => status === 'refunded')
}, 60_000)

test.each([
  ['refundPending', 'completed', 2000, { refunded: 2000, refunding: 0 }],
  ['refundFails', 'failed', 2000, { refunded: 0, refunding: 0 }],
] as const)(
  '%s: pending until PayPal tells, then %s',
  async (kind, state, ms, after) => {
    const bill = await paid()
    await world.sim.act('addFault', { kind, operation: 'captures.refund', times: 1, ms })
    dataOf(await ask(bill, 2000))
    await becomesSoon(bill.id, ({ refunds }) =>
      refunds.some((refund) => refund.state === 'pending'),
    )
    expect(await counts(bill.payment.id)).toEqual({ refunded: 0, refunding: 2000 })
    await becomesSoon(bill.id, ({ refunds }) => refunds.some((refund) => refund.state === state))
    expect(await counts(bill.payment.id)).toEqual(after)
    expect(await toldNotRefunded(bill.id)).toEqual(state === 'failed' ? [finance.userId] : [])
  },
  60_000,
)

test('completes a pending refund that reporting already lists as pending', async () => {
  const bill = await paid()
  // Reporting lags as at PayPal: only the event can complete the refund.
  await world.sim.act('configure', { reportingLagMs: 3 * 3_600_000 })
  onTestFinished(() => world.sim.act('configure', { reportingLagMs: 0 }))
  await world.sim.act('addFault', {
    kind: 'refundPending',
    operation: 'captures.refund',
    times: 1,
    ms: 2000,
  })
  dataOf(await ask(bill, 2000))
  await becomesSoon(bill.id, ({ refunds }) => refunds.some(({ state }) => state === 'pending'))
  const [refund] = await t.owner<{ id: string }>(
    'select provider_refund_id as id from refund where bill_id = $1',
    [bill.id],
  )
  await addTransactions(t, finance.companyId, [
    {
      accountId: world.accountId,
      gross: -2000,
      code: 'T1107',
      status: 'P',
      providerId: refund?.id as string,
      referenceId: bill.payment.providerPaymentId,
    },
  ])
  await becomesSoon(bill.id, ({ refunds }) => refunds.some(({ state }) => state === 'completed'))
}, 60_000)

test('a refund made on PayPal’s site and a reversal by PayPal count once, however often they are shown', async () => {
  const bill = await paid()
  const { companyId } = finance
  const row = {
    providerRefundId: 'R-ELSEWHERE',
    captureId: bill.payment.providerPaymentId,
    amountMinor: 1500,
    currency: 'USD',
    state: 'completed',
    kind: 'refund',
  } as const
  const reversal = {
    ...row,
    providerRefundId: 'T-REVERSED',
    amountMinor: 2500,
    kind: 'reversal',
  } as const
  const show = () =>
    t.in(companyId, (db) => refundsSeen(db, companyId, world.accountId, [row, reversal, row]))
  expect(await show()).toMatchObject({ changed: 2, billIds: [bill.id] })
  expect(await show()).toMatchObject({ changed: 0 })
  expect(await counts(bill.payment.id)).toEqual({ refunded: 4000, refunding: 0 })
  // This is a chargeback that the seller won.
  await t.in(companyId, (db) =>
    refundsSeen(db, companyId, world.accountId, [
      { ...reversal, providerRefundId: 'T-WON', kind: 'returned' },
    ]),
  )
  expect(await counts(bill.payment.id)).toEqual({ refunded: 1500, refunding: 0 })
}, 60_000)

describe('above the threshold', () => {
  let approver: TestUser
  beforeAll(async () => {
    const { companyId } = finance
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
  const waiting = async (user: TestUser) =>
    dataOf<{ list: Approval[] }>(await t.as(user).call(approvalApi.list, {})).list
  const decide = (
    user: TestUser,
    name: 'approve' | 'reject' | 'withdraw',
    { id, version }: Approval,
    note = 'ok',
  ) => t.as(user).call(approvalApi[name], { params: { id }, body: { version, note } })

  test('a second person decides; the reservation holds meanwhile; PayPal is called only after the approval', async () => {
    const bill = await paid()
    expect(dataOf<Refund>(await ask(bill, 6000))).toMatchObject({
      state: 'waiting',
      approval: { version: 1 },
    })
    const { version } = await world.read(bill.id)
    expect(await ask(bill, 4001, version)).toMatchObject({
      body: { errorCode: 'refund.moreThanLeft' },
    })
    const [approval] = (await waiting(approver)).filter(({ billId }) => billId === bill.id)
    expect(approval).toMatchObject({
      amountMinor: 6000,
      obstacle: null,
      requestedById: finance.userId,
    })
    expect(
      await t.owner(`select user_id from notice where kind = 'approvalAsked' and subject_id = $1`, [
        approval?.id,
      ]),
    ).toEqual([{ user_id: approver.userId }])
    dataOf(await decide(approver, 'approve', approval as Approval))
    await becomesSoon(bill.id, ({ status }) => status === 'partiallyRefunded')
    expect(await decide(approver, 'reject', approval as Approval)).toMatchObject({
      status: 409,
      body: { errorCode: 'approval.decided' },
    })
    await until(async () =>
      (
        await t.owner(`select 1 from notice where kind = 'approvalDecided' and user_id = $1`, [
          finance.userId,
        ])
      ).length > 0
        ? true
        : undefined,
    )
  }, 60_000)

  test('an approved refund that PayPal refuses is told to whoever asked and to whoever approved', async () => {
    const bill = await paid()
    dataOf(await ask(bill, 6000))
    const [approval] = (await waiting(approver)).filter(({ billId }) => billId === bill.id)
    await world.sim.act('addFault', {
      kind: 'insufficientFunds',
      operation: 'captures.refund',
      times: 1,
    })
    dataOf(await decide(approver, 'approve', approval as Approval))
    await becomesSoon(bill.id, ({ refunds }) => refunds.some(({ state }) => state === 'refused'))
    expect((await toldNotRefunded(bill.id)).sort()).toEqual(
      [finance.userId, approver.userId].sort(),
    )
  }, 60_000)

  test('a refund of money that PayPal gave back meanwhile cannot be approved', async () => {
    const bill = await paid()
    dataOf(await ask(bill, 6000))
    const [approval] = (await waiting(approver)).filter(({ billId }) => billId === bill.id)
    const elsewhere = {
      providerRefundId: 'R-MEANWHILE',
      captureId: bill.payment.providerPaymentId,
      amountMinor: 5000,
      currency: 'USD',
      state: 'completed',
      kind: 'refund',
    } as const
    const { companyId } = finance
    await t.in(companyId, (db) => refundsSeen(db, companyId, world.accountId, [elsewhere]))
    expect(await decide(approver, 'approve', approval as Approval)).toMatchObject({
      status: 422,
      body: { errorCode: 'refund.moreThanLeft' },
    })
    dataOf(await decide(approver, 'reject', approval as Approval))
    expect(await counts(bill.payment.id)).toEqual({ refunded: 5000, refunding: 0 })
  }, 60_000)

  test('small parts add up to a large refund', async () => {
    const bill = await paid()
    expect(dataOf<Refund>(await ask(bill, 4000)).state).toBe('sending')
    const { version } = await becomesSoon(bill.id, ({ status }) => status === 'partiallyRefunded')
    expect(dataOf<Refund>(await ask(bill, 1000, version)).state).toBe('waiting')
  }, 60_000)

  test('a second factor is needed, rejecting and withdrawing release the money, and limits hold', async () => {
    const bill = await paid()
    const later = { ...finance, token: await make.session(t, finance.companyId, finance.userId) }
    await make.shown(t, later, 'password')
    expect(await ask(bill, 6000, bill.version, later)).toMatchObject({
      status: 403,
      body: { errorCode: 'session.factorUnset' },
    })
    dataOf(await ask(bill, 6000))
    const [first] = (await waiting(approver)).filter(({ billId }) => billId === bill.id)
    await t.owner(
      `update app_user
       set approval_limits = '[{"currency": "USD", "amountMinor": 5999}]'
       where id = $1`,
      [approver.userId],
    )
    expect((await waiting(approver)).find(({ id }) => id === first?.id)?.obstacle).toBe('limit')
    expect(await decide(approver, 'approve', first as Approval)).toMatchObject({
      status: 403,
      body: { errorCode: 'approval.beyondLimit' },
    })
    await t.owner('update app_user set approval_limits = null where id = $1', [approver.userId])
    dataOf(await decide(approver, 'reject', first as Approval, '金额不对'))
    expect(await counts(bill.payment.id)).toEqual({ refunded: 0, refunding: 0 })
    const { version } = await world.read(bill.id)
    dataOf(await ask(bill, 7000, version))
    const [second] = (await waiting(approver)).filter(({ billId }) => billId === bill.id)
    expect(await decide(approver, 'withdraw', second as Approval)).toMatchObject({
      status: 403,
      body: { errorCode: 'approval.notYours' },
    })
    dataOf(await decide(finance, 'withdraw', second as Approval))
    expect((await world.read(bill.id)).refunds.map(({ state }) => state)).toEqual([
      'rejected',
      'withdrawn',
    ])
    expect(await counts(bill.payment.id)).toEqual({ refunded: 0, refunding: 0 })
  }, 60_000)
})
