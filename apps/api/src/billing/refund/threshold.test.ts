import { type RefundPreview, refundApi } from '@paydesk/contract/billing/refund'
import { currencies } from '@paydesk/contract/lib/money'
import { defaultSettings } from '@paydesk/contract/people/companySetting'
import { beforeAll, expect, test } from 'vitest'
import { refundRecords } from '../../test/input/refundInputs.ts'
import { make, type TestUser } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { dataOf } from '../../test/world/billWorld.ts'

const t = testApp()
let finance: TestUser
beforeAll(async () => {
  finance = await make.user(t, { permissions: ['RefundPayPalBill', 'ViewAllPayPalBill'] })
})

const paidIn = async (currency: string) => {
  const caller = await make.admin(t, finance.companyId)
  const { billId, paymentId } = await refundRecords.paid({
    t,
    companyId: finance.companyId,
    caller,
    mark: '',
  })
  await t.owner('update bill set currency = $2 where id = $1', [billId, currency])
  await t.owner('update bill_payment set currency = $2, amount_minor = 100000000 where id = $1', [
    paymentId,
    currency,
  ])
  return { billId, paymentId }
}
const settings = (thresholds: object[]) =>
  t.owner(
    `insert into company_setting (company_id, tabs, updated_by)
     values ($1, $2, '')
     on conflict (company_id) do update set tabs = excluded.tabs`,
    [finance.companyId, JSON.stringify({ approval: { refundThresholds: thresholds } })],
  )

test('in every currency a refund needs a second person, unless the settings name a limit that it stays below', async () => {
  for (const currency of currencies) {
    const { billId, paymentId } = await paidIn(currency)
    const preview = async (amountMinor: number) =>
      dataOf<RefundPreview>(
        await t
          .as(finance)
          .call(refundApi.preview, { params: { id: billId }, query: { paymentId, amountMinor } }),
      )
    const listed = defaultSettings.approval.refundThresholds.find(
      (line) => line.currency === currency,
    )
    await settings(defaultSettings.approval.refundThresholds)
    expect([currency, await preview(1)]).toMatchObject([
      currency,
      { approvalNeeded: !listed, thresholdMinor: listed?.amountMinor ?? null },
    ])
    // A limit of another currency says nothing about this one, however high it is.
    await settings(
      currencies
        .filter((one) => one !== currency)
        .map((one) => ({ currency: one, amountMinor: 1_000_000_000 })),
    )
    expect([currency, await preview(1)]).toMatchObject([
      currency,
      { approvalNeeded: true, thresholdMinor: null },
    ])
    await settings([{ currency, amountMinor: 5000 }])
    expect([currency, await preview(4999)]).toMatchObject([
      currency,
      { approvalNeeded: false, thresholdMinor: 5000 },
    ])
    expect([currency, await preview(5000)]).toMatchObject([currency, { approvalNeeded: true }])
  }
}, 60_000)

test('a refund in a currency without a limit waits, and PayPal is not called', async () => {
  await settings([{ currency: 'USD', amountMinor: 100_000_000 }])
  const { billId, paymentId } = await paidIn('EUR')
  const asked = await t.as(finance).call(refundApi.ask, {
    params: { id: billId },
    body: { version: 1, paymentId, amountMinor: 10_000_000, reason: 'A' },
  })
  expect(dataOf(asked)).toMatchObject({ state: 'waiting', approval: { id: expect.any(String) } })
  expect(await t.owner('select from operation where bill_id = $1', [billId])).toEqual([])
})

test('a refund that two people settled had no approval of its own: it counts towards the limit of its bill', async () => {
  await settings([{ currency: 'USD', amountMinor: 600 }])
  const { billId, paymentId, refundId } = await refundRecords.unknown({
    t,
    companyId: finance.companyId,
    caller: finance,
    mark: '',
  })
  await t.owner(
    `insert into approval (
       company_id, kind, refund_id, currency, amount_minor, happened, provider_refund_id,
       requested_by, requested_by_name
     )
     values ($1, 'settleRefund', $2, 'USD', 500, true, 'R-1', $3, 'A')`,
    [finance.companyId, refundId, finance.userId],
  )
  const preview = async (amountMinor: number) =>
    dataOf<RefundPreview>(
      await t
        .as(finance)
        .call(refundApi.preview, { params: { id: billId }, query: { paymentId, amountMinor } }),
    )
  expect(await preview(99)).toMatchObject({ approvalNeeded: false })
  expect(await preview(100)).toMatchObject({ approvalNeeded: true })
})
