// @module-tag slow

import { refundApi } from '@paydesk/contract/billing/refund'
import { beforeAll, expect, test } from 'vitest'
import { refundRecords } from '../../test/input/refundInputs.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { refundsSeen } from './refund.ts'

// There is no worker and no PayPal: the request's own transaction decides what is reserved.
const t = testApp()
const captures = Number(process.env.REFUND_CAPTURES ?? 15)
const clients = 20
const users: TestUser[] = []
let owner: TestUser
beforeAll(async () => {
  owner = await make.admin(t)
  for (let i = 0; i < clients; i++)
    users.push(
      await make.user(t, {
        companyId: owner.companyId,
        permissions: ['RefundPayPalBill', 'ViewAllPayPalBill'],
      }),
    )
  await t.owner(
    `insert into company_setting (company_id, tabs, updated_by)
     values (
       $1, '{"approval": {"refundThresholds": [{"currency": "USD", "amountMinor": 100000000}]}}',
       ''
     )`,
    [owner.companyId],
  )
})

/**
 * A client that does not give up over a stale version: it reads the bill again, as a person would.
 */
async function refund(
  user: TestUser,
  billId: string,
  paymentId: string,
  amountMinor: number,
): Promise<string> {
  for (;;) {
    const [{ version } = { version: 0 }] = await t.owner<{ version: number }>(
      'select version from bill where id = $1',
      [billId],
    )
    const body = { version, paymentId, amountMinor, reason: 'A' }
    const { status, body: answer } = await t
      .as(user)
      .call(refundApi.ask, { params: { id: billId }, body })
    if (answer.errorCode !== 'bill.stale') return status === 200 ? 'ok' : String(answer.errorCode)
  }
}

test(`Σ refunds ≤ captured: ${clients} clients at once, ${captures} captures`, async () => {
  let [asked, taken] = [0, 0]
  for (let round = 0; round < captures; round++) {
    const { billId, paymentId } = await refundRecords.paid({
      t,
      companyId: owner.companyId,
      caller: owner,
      mark: '',
    })
    // Each payment is of 10.00: most parts fit once or twice, never all of them, and PayPal refunds
    // a part meanwhile.
    const amount = [70, 333, 501, 1000][round % 4] as number
    const [bill] = await t.owner<{ account: string; capture: string }>(
      'select account_id as account, provider_payment_id as capture from bill_payment where id = $1',
      [paymentId],
    )
    const elsewhere = t.in(owner.companyId, (db) =>
      refundsSeen(db, owner.companyId, bill?.account as string, [
        {
          providerRefundId: `R-${round}`,
          captureId: bill?.capture as string,
          amountMinor: 100,
          currency: 'USD',
          state: 'completed',
          kind: 'refund',
        },
      ]),
    )
    const answers = await Promise.all([
      ...users.map((user) => refund(user, billId, paymentId, amount)),
      elsewhere.then(() => 'elsewhere'),
    ])
    expect(
      new Set(answers.filter((one) => one !== 'ok' && one !== 'elsewhere')).size,
    ).toBeLessThanOrEqual(1)
    const [sums] = await t.owner<{ ours: string; counted: string; amount: string }>(
      `select (
         select coalesce(sum(amount_minor), 0)
         from refund
         where payment_id = $1 and origin = 'paydesk'
       ) as ours,
         refunded_minor + refunding_minor as counted, amount_minor as amount
       from bill_payment
       where id = $1`,
      [paymentId],
    )
    const ours = Number(sums?.ours)
    expect(ours).toBeLessThanOrEqual(1000)
    expect(ours).toBe(answers.filter((one) => one === 'ok').length * amount)
    expect(Number(sums?.counted)).toBe(Math.min(1000, ours + 100))
    asked += clients
    taken += answers.filter((one) => one === 'ok').length
  }
  process.stdout.write(
    `refunds: ${asked} asked for by ${clients} clients on ${captures} captures, ${taken} reserved, never more than captured\n`,
  )
}, 3_600_000)

test('the statement itself keeps the sum, even without the lock on the bill', async () => {
  for (let round = 0; round < 5; round++) {
    const { paymentId } = await refundRecords.paid({
      t,
      companyId: owner.companyId,
      caller: owner,
      mark: '',
    })
    const reserve = () =>
      t.owner(
        'update bill_payment set refunding_minor = refunding_minor + 300 where id = $1 and refunded_minor + refunding_minor + 300 <= amount_minor returning id',
        [paymentId],
      )
    const won = (await Promise.all(Array.from({ length: clients }, reserve))).filter(
      (rows) => rows.length > 0,
    )
    expect(won).toHaveLength(3)
    await expect(
      t.owner('update bill_payment set refunding_minor = 1001 where id = $1', [paymentId]),
    ).rejects.toThrow('bill_payment_refundable')
  }
})
