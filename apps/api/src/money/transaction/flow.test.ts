import type { Reply } from '@paydesk/contract/lib/endpoint'
import { transactionApi } from '@paydesk/contract/money/transaction'
import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { dataOf } from '../../test/world/billWorld.ts'
import { addTransactions } from '../../test/world/transactions.ts'

const t = testApp()

test('each kind is the total of its list, the fees those of all rows, and the change is what the books say', async () => {
  const who = await make.user(t, { roles: ['Finance'] })
  await t.owner(`update company set timezone = 'Asia/Shanghai' where id = $1`, [who.companyId])
  const accounts = [
    await make.paypalAccount(t, who.companyId),
    await make.paypalAccount(t, who.companyId),
  ] as const
  const row = (gross: number, code: string, at: string, more: object = {}) => ({
    accountId: accounts[gross % 2 ? 0 : 1],
    gross,
    code,
    at,
    ...more,
  })
  // Shanghai's July begins at 16:00 of 30 June in UTC and ends at 16:00 of 31 July.
  await addTransactions(t, who.companyId, [
    row(10_001, 'T0006', '2026-06-30T15:59:59Z', { fee: -300 }),
    row(20_000, 'T0006', '2026-06-30T16:00:00Z', { fee: -590 }),
    row(30_003, 'T0006', '2026-07-15T12:00:00Z', { fee: -901 }),
    row(40_000, 'T0006', '2026-07-31T15:59:59Z', { fee: -1190 }),
    row(50_005, 'T0006', '2026-07-31T16:00:00Z', { fee: -1500 }),
    row(-5_000, 'T1107', '2026-07-16T12:00:00Z', { fee: 120 }),
    row(-7_001, 'T1106', '2026-07-17T12:00:00Z'),
    row(-2_000, 'T1201', '2026-07-18T12:00:00Z', { fee: -2000 }),
    row(-333, 'T0106', '2026-07-18T12:00:01Z'),
    row(-9_000, 'T2101', '2026-07-19T12:00:00Z'),
    row(4_000, 'T2102', '2026-07-20T12:00:00Z'),
    row(-25_000, 'T0403', '2026-07-21T12:00:00Z', { fee: -75 }),
    row(-11_111, 'T0200', '2026-07-22T12:00:00Z'),
    row(80_000, 'T0006', '2026-07-22T12:00:00Z', { status: 'P' }),
    row(600, 'T0006', '2026-07-22T12:00:00Z', { currency: 'JPY' }),
  ])
  const flow = async (from: string, to: string) =>
    dataOf<Reply<typeof transactionApi.flow>>(
      await t.as(who).call(transactionApi.flow, { query: { from, to } }),
    ).currencies
  const totals = async (query: object) =>
    dataOf<Reply<typeof transactionApi.totals>>(
      await t.as(who).call(transactionApi.totals, { query }),
    ).totals
  const july = { from: '2026-07-01', to: '2026-07-31' }
  const [usd, jpy] = await flow(july.from, july.to)
  expect(usd).toMatchObject({
    currency: 'USD',
    feeMinor: -590 - 901 - 1190 + 120 - 2000 - 75,
    withdrawnMinor: -25_000,
  })
  expect(jpy).toMatchObject({ currency: 'JPY', availableMinor: 600, changeMinor: 600 })
  expect(usd?.kinds.map((kind) => [kind.class, kind.grossMinor])).toEqual([
    ['payment', 90_003],
    ['refund', -5_000],
    ['reversal', -7_001],
    ['chargeback', -2_000],
    ['fee', -333],
    ['conversion', -11_111],
    ['transfer', -25_000],
    ['hold', -5_000],
  ])
  for (const { class: kind, count, grossMinor } of usd?.kinds ?? [])
    expect(await totals({ ...july, currency: 'USD', class: kind })).toMatchObject([
      { count, grossMinor },
    ])
  const [all] = await totals({ ...july, currency: 'USD' })
  expect(all).toMatchObject({ feeMinor: usd?.feeMinor, netMinor: usd?.changeMinor })
  expect(usd?.availableMinor).toBe((usd?.changeMinor ?? 0) + 25_000)
  // Over all time, the change is the balance of the books.
  for (const { currency, changeMinor } of await flow('2026-01-01', '2026-12-31')) {
    const [books] = await t.owner<{ sum: number }>(
      `select sum(balance_minor)::int as sum
       from ledger_balance
       where company_id = $1 and book = 'balance' and currency = $2`,
      [who.companyId, currency],
    )
    expect([currency, changeMinor]).toEqual([currency, books?.sum])
  }
  expect(await flow('2026-08-02', '2026-08-31')).toEqual([])
})
