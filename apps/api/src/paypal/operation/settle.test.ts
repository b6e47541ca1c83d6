import type { Refusal } from '@paydesk/paypal/outcome'
import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { settle } from './settle.ts'

const t = testApp()

/**
 * When the next look comes after one that ended so, for an operation with so many looks behind it.
 */
async function nextLook(looks: number, refusal?: Partial<Refusal>) {
  const { companyId } = await make.admin(t)
  const accountId = await make.paypalAccount(t, companyId)
  const [row] = await t.owner<{ id: string }>(
    `insert into operation (company_id, account_id, kind, state, calls, looks, unknown_since)
     values ($1, $2, 'createInvoice', 'running', $3, $3 - 1, now())
     returning id`,
    [companyId, accountId, looks + 1],
  )
  const operation = {
    id: row?.id as string,
    companyId,
    accountId,
    kind: 'createInvoice' as const,
    calls: looks + 1,
    looks,
  }
  const told = refusal && { by: 'paypal' as const, name: 'X', message: '', issues: [], ...refusal }
  const settled = await t.in(companyId, (db) =>
    settle(db, operation, { result: 'unknown', reason: 'look', ...(told && { refusal: told }) }),
  )
  expect(settled.state).toBe('unknown')
  return 'afterSeconds' in settled ? settled : undefined
}
const secondsOf = async (looks: number, refusal?: Partial<Refusal>) =>
  (await nextLook(looks, refusal))?.afterSeconds

test('a look that PayPal answered and that showed nothing is followed by ever later ones', async () => {
  expect(await Promise.all([1, 5, 6, 7, 8, 9].map((looks) => secondsOf(looks)))).toEqual([
    10, 10, 50, 240, 3300, 86_400,
  ])
})

test.each([
  ['PayPal was not reached', { by: 'network' as const }],
  ['PayPal’s token service was away', { by: 'token' as const, status: 503 }],
])(
  'a look has shown nothing if %s: the next one comes within a minute, after however many',
  async (_, refusal) => {
    expect(
      await Promise.all([1, 4, 5, 6, 20, 500].map((looks) => secondsOf(looks, refusal))),
    ).toEqual([10, 10, 10, 60, 60, 60])
  },
)

test('a look waits as long as PayPal asks for', async () => {
  expect(await secondsOf(1, { status: 429, retryAfterMs: 90_000 })).toBe(90)
  expect(await secondsOf(20, { status: 429, retryAfterMs: 2000 })).toBe(60)
})

test('of calls that PayPal’s absence leaves unknown the worker complains about once an hour', async () => {
  const complaints = await Promise.all(
    [1, 58, 59, 60, 119].map((looks) => nextLook(looks, { by: 'network' })),
  )
  expect(complaints.map((look) => look?.alarming)).toEqual([false, false, true, false, true])
})
