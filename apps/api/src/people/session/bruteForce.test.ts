// @module-tag slow

import { loginApi } from '@paydesk/contract/people/login'
import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
const attempt = async (username: string, address: string) => {
  const startedAt = performance.now()
  const { status, body } = await t.call(
    loginApi.account,
    { body: { username, password: 'wrong' } },
    { address },
  )
  return {
    status,
    text: body.errorMessage,
    code: body.errorCode,
    ms: performance.now() - startedAt,
  }
}
/** A busy machine only ever adds time, so the fastest of many says most about the program. */
const fastest = (values: number[]) => Math.min(...values)
/**
 * An account is locked after ten checked tries, and the fastest of ten is still the machine's
 * doing: many accounts make it many tries.
 */
const accounts = 10
const triesPerAccount = 500

/**
 * reliability §2: 10,000 log-ins, known vs unknown user: locked after at most 10 tries, same
 * words, same time.
 */
test('10,000 log-ins against known and unknown users', { timeout: 120_000 }, async () => {
  const [known, unknown] = [
    [] as Awaited<ReturnType<typeof attempt>>[],
    [] as Awaited<ReturnType<typeof attempt>>[],
  ]
  for (let account = 0; account < accounts; account++) {
    const { username } = await make.operator(t)
    // The attempts alternate, so that both users meet the same machine. Each comes from another
    // address, so that only the account's own lock is at work.
    for (let index = 0; index < triesPerAccount; index++) {
      const address = `10.${account}.${index >> 8}.${index & 255}`
      known.push(await attempt(username, address))
      unknown.push(await attempt(`nobody-of-that-name-${account}`, address))
    }
  }
  const summary = (attempts: typeof known) => ({
    attempts: attempts.length,
    /** Of each account, the tries whose password was looked at: all of them the first ones. */
    checked: Array.from({ length: accounts }, (_, account) =>
      attempts
        .slice(account * triesPerAccount, (account + 1) * triesPerAccount)
        .findIndex(({ status }) => status !== 422),
    ),
    locked: attempts.filter(({ status }) => status === 429).length,
    words: [...new Set(attempts.map(({ code, text }) => `${code} ${text?.replace(/\d+/, 'n')}`))],
    checkedMs: fastest(attempts.filter(({ status }) => status === 422).map(({ ms }) => ms)),
    lockedMs: fastest(attempts.filter(({ status }) => status === 429).map(({ ms }) => ms)),
  })
  const [a, b] = [summary(known), summary(unknown)]
  process.stdout.write(`${JSON.stringify({ known: a, unknown: b })}\n`)
  for (const one of [a, b])
    expect(one).toMatchObject({
      attempts: accounts * triesPerAccount,
      checked: Array(accounts).fill(10),
      locked: accounts * (triesPerAccount - 10),
    })
  expect(a.words).toEqual(b.words)
  const ratio = (x: number, y: number) => Math.max(x, y) / Math.min(x, y)
  expect(ratio(a.checkedMs, b.checkedMs), 'times of checked tries').toBeLessThan(1.6)
  expect(ratio(a.lockedMs, b.lockedMs), 'times of locked tries').toBeLessThan(1.6)
})
