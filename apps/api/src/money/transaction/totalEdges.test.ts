// @module-tag slow

import type { Reply } from '@paydesk/contract/lib/endpoint'
import { transactionApi } from '@paydesk/contract/money/transaction'
import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { dataOf } from '../../test/world/billWorld.ts'
import { addTransactions } from '../../test/world/transactions.ts'

const t = testApp()

test('the sums of days are those of the company’s calendar: rows at its midnights count once, on the day that begins', async () => {
  const who = await make.user(t, { roles: ['Finance'] })
  await t.owner(`update company set timezone = 'Asia/Shanghai' where id = $1`, [who.companyId])
  const accountId = await make.paypalAccount(t, who.companyId)
  const at = (gross: number, time: string, more: object = {}) => ({
    accountId,
    gross,
    fee: -1,
    at: time,
    ...more,
  })
  // Shanghai's midnight is 16:00 in UTC; the sums of whole days are kept by UTC's.
  await addTransactions(t, who.companyId, [
    at(1, '2026-06-09T15:59:59.999Z'),
    at(20, '2026-06-09T16:00:00Z'),
    at(300, '2026-06-09T23:59:59Z'),
    at(4000, '2026-06-10T00:00:00Z'),
    at(50_000, '2026-06-10T15:59:59.999Z'),
    at(600_000, '2026-06-10T16:00:00Z'),
    at(7_000_000, '2026-06-12T00:00:00Z'),
    at(80_000_000, '2026-06-12T16:00:00Z'),
    at(900_000_000, '2026-06-10T12:00:00Z', { status: 'P' }),
    at(5, '2026-06-10T12:00:00Z', { currency: 'EUR' }),
    at(2_000_000_000, '2026-06-10T12:00:00Z', { status: 'V' }),
  ])
  const of = async (from?: string, to?: string, more: object = {}) => {
    const answer = await t.as(who).call(transactionApi.totals, {
      query: { ...(from && { from }), ...(to && { to }), currency: 'USD', ...more },
    })
    const { totals } = dataOf<Reply<typeof transactionApi.totals>>(answer)
    return totals.map(({ count, grossMinor, feeMinor, netMinor }) => [
      count,
      grossMinor,
      feeMinor,
      netMinor,
    ])
  }
  const [tenth, reversed] = [54_320, 2_000_000_000]
  expect(await of('2026-06-10', '2026-06-10')).toEqual([
    [5, tenth + reversed, -5, tenth + reversed - 5],
  ])
  expect(await of('2026-06-11', '2026-06-12')).toEqual([[2, 7_600_000, -2, 7_599_998]])
  expect(await of('2026-06-10')).toEqual([
    [8, 87_654_320 + reversed, -8, 87_654_320 + reversed - 8],
  ])
  expect(await of(undefined, '2026-06-09')).toEqual([[1, 1, -1, 0]])
  expect(await of()).toEqual([[9, 87_654_321 + reversed, -9, 87_654_321 + reversed - 9]])
  // With a filter that the kept sums do not know, the rows themselves are summed, to
  // the same figures.
  expect(await of('2026-06-10', '2026-06-10', { matchState: 'unmatched' })).toEqual([
    [5, tenth + reversed, -5, tenth + reversed - 5],
  ])
  expect(await of('2026-06-10', '2026-06-10', { status: 'V' })).toEqual([
    [1, reversed, -1, reversed - 1],
  ])
  expect(await of('2026-06-10', '2026-06-10', { status: 'P' })).toEqual([])
})
