import { expect, test } from 'vitest'
import { readFeesOf } from '../../money/transaction/transaction.ts'
import { listenIn } from '../../test/heard.ts'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { toldRow } from '../../test/told.ts'
import { until } from '../../test/until.ts'
import { addTransactions } from '../../test/world/transactions.ts'
import { fillFees } from './fee.ts'

const t = testApp()

/**
 * A bill with one payment for each given, which stand as PayPal's invoice told them:
 * without their fee.
 */
async function billWith(payments: { id: string; pending?: boolean; fee?: number }[]) {
  const operator = await make.operator(t)
  const { companyId } = operator
  const accountId = await make.paypalAccount(t, companyId)
  const bill = await make.bill(t, operator, {
    status: 'partiallyPaid',
    totalMinor: 50_000,
    accountId,
  })
  for (const { id, pending = false, fee } of payments)
    await t.owner(
      `insert into bill_payment (
         company_id, bill_id, account_id, provider_payment_id, source, method, currency,
         amount_minor, pending, fee_minor, net_minor
       )
       values ($1, $2, $3, $4, 'paypal', 'paypal', 'USD', 10000, $5, $6, 10000 - $6::bigint)`,
      [companyId, bill.id, accountId, id, pending, fee ?? null],
    )
  const fill = (...rows: { id: string; fee: number }[]) =>
    t.in(companyId, (db) =>
      fillFees(
        db,
        companyId,
        rows.map(({ id, fee }) =>
          toldRow(accountId, { providerTransactionId: id, feeMinor: -fee }),
        ),
      ),
    )
  const held = async () => ({
    bill: (
      await t.owner<{ fee: string | null; net: string | null }>(
        'select fee_minor as fee, net_minor as net from bill where id = $1',
        [bill.id],
      )
    )[0],
    payments: await t.owner(
      'select provider_payment_id as id, fee_minor::int as fee, net_minor::int as net from bill_payment where bill_id = $1 order by 1',
      [bill.id],
    ),
  })
  return { companyId, accountId, billId: bill.id, fill, held }
}

test('a bill’s fee is the sum of its payments’ fees', async () => {
  const w = await billWith([{ id: 'P1' }, { id: 'P2' }])
  expect(await w.fill({ id: 'P1', fee: 398 })).toEqual([])
  expect(await w.held()).toMatchObject({ bill: { fee: '398', net: '9602' } })
  await w.fill({ id: 'P2', fee: 100 })
  expect(await w.held()).toEqual({
    bill: { fee: '498', net: '19502' },
    payments: [
      { id: 'P1', fee: 398, net: 9602 },
      { id: 'P2', fee: 100, net: 9900 },
    ],
  })
})

test('a payment that is pending here gets no fee, and its bill is named: PayPal’s record says more by now', async () => {
  const w = await billWith([{ id: 'P1', pending: true }, { id: 'P2' }])
  expect(await w.fill({ id: 'P1', fee: 398 }, { id: 'P2', fee: 100 })).toEqual([w.billId])
  expect((await w.held()).payments).toEqual([
    { id: 'P1', fee: null, net: null },
    { id: 'P2', fee: 100, net: 9900 },
  ])
})

test('of the rows that we hold, only settled payments that came in tell a fee', async () => {
  const w = await billWith([])
  await addTransactions(t, w.companyId, [
    { accountId: w.accountId, gross: 10_000, fee: -398, providerId: 'PAID' },
    { accountId: w.accountId, gross: 10_000, fee: -398, providerId: 'PENDING', status: 'P' },
    { accountId: w.accountId, gross: -10_000, fee: -398, providerId: 'SENT' },
    { accountId: w.accountId, gross: 10_000, fee: -398, providerId: 'HELD', code: 'T1111' },
  ])
  const fees = await t.in(w.companyId, (db) =>
    readFeesOf(db, w.companyId, ['PAID', 'PENDING', 'SENT', 'HELD']),
  )
  expect([...fees.values()]).toMatchObject([{ feeMinor: 398, netMinor: 9602 }])
})

test('an open screen of the bill is told of a fee that a row of PayPal’s reporting tells', async () => {
  const w = await billWith([{ id: 'P1' }, { id: 'P2' }])
  const heard = await listenIn(t, w.companyId)
  await w.fill({ id: 'P1', fee: 398 })
  await until(() => heard.includes(`bill ${w.billId}`) || undefined)
  heard.length = 0
  // Nothing new, nothing to read again.
  await w.fill({ id: 'P1', fee: 398 })
  await w.fill({ id: 'P2', fee: 100 })
  await until(() => heard.length > 0 || undefined)
  expect(heard).toEqual([`bill ${w.billId}`])
})
