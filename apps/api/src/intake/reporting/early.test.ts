import { expect, test } from 'vitest'
import { applyRows, type ToldRow } from '../../money/transaction/transaction.ts'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { toldRow } from '../../test/told.ts'

const t = testApp()
const [before, beforeStill, end, after] = [
  '2026-05-28',
  '2026-05-29',
  '2026-06-01',
  '2026-06-10',
].map((day) => `${day}T00:00:00.000Z`) as [string, string, string, string]

type Version = { status: 'P' | 'S' | 'D'; at: string }
const pending: Version = { status: 'P', at: before }
const pendingStill: Version = { status: 'P', at: after }
const denied: Version = { status: 'D', at: after }
const settled: Version = { status: 'S', at: after }
const settledBefore: Version = { status: 'S', at: beforeStill }
const withdrawal = (grossMinor: number, ...versions: Version[]) => ({
  eventCode: 'T0403',
  grossMinor,
  versions,
})
const refund = (grossMinor: number, ...versions: Version[]) => ({
  eventCode: 'T1107',
  grossMinor,
  versions,
})

test.each<[string, ReturnType<typeof withdrawal>[], number[]]>([
  ['nothing was under way', [withdrawal(-100, settledBefore), withdrawal(100, settled)], [0]],
  [
    'what was pending was out wholly or not at all',
    [withdrawal(-100, pending), withdrawal(-20, pending, denied)],
    [-120, 0],
  ],
  [
    'withdrawals and refunds each for themselves',
    [withdrawal(-100, pending), refund(-7, pending)],
    [-107, -100, -7, 0],
  ],
  [
    'each that is dated later may have been settled before',
    [withdrawal(-100, settled), withdrawal(-20, settled)],
    [-120, -100, -20, 0],
  ],
  [
    'also one that was told as pending before',
    [withdrawal(-100, pending, settled), withdrawal(-20, pending)],
    [-120, -100, 0],
  ],
  [
    'but not one that was pending still',
    [withdrawal(-100, pendingStill, settled), withdrawal(-20, pending)],
    [-120, 0],
  ],
  [
    'nor what is pending today',
    [withdrawal(-100, pendingStill), withdrawal(-20, settled)],
    [-120, -20, 0],
  ],
  [
    'more than three are not told apart',
    [1, 2, 4, 8].map((minor) => withdrawal(-minor, settled)),
    [-15, 0],
  ],
])('what PayPal’s balance may lack beside the books: %s', async (_, rows, expected) => {
  const { companyId } = await make.admin(t)
  const accountId = await make.paypalAccount(t, companyId)
  const told = rows.flatMap(({ versions, ...row }, n) =>
    versions.map(
      ({ status, at }): ToldRow =>
        toldRow(accountId, {
          ...row,
          providerTransactionId: `ROW${n}`,
          feeMinor: 0,
          occurredAt: before,
          providerUpdatedAt: at,
          status,
        }),
    ),
  )
  for (const row of told) await t.in(companyId, (db) => applyRows(db, companyId, [row], 'sync'))
  const [sums] = await t.owner<{ minor: number[] }>(
    `select to_json(early_sums($1, $2, 'USD', $3)) as minor`,
    [companyId, accountId, end],
  )
  expect(sums?.minor).toEqual(expected)
})
