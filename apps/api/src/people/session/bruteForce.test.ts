import { loginApi } from '@paydesk/contract/people/login'
import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'

const t = testApp()
const attempt = async (username: string, address: string) => {
  const startedAt = performance.now()
  const { status, body } = await t.call(loginApi.account, { body: { username, password: 'wrong' } }, { address })
  return { status, text: body.errorMessage, code: body.errorCode, ms: performance.now() - startedAt }
}
/** A busy machine only ever adds time, so the fastest of many says most about the program. */
const fastest = (values: number[]) => Math.min(...values)

/** reliability §2: 10,000 log-ins, known vs unknown user: locked after at most 10 tries, same words, same time. */
test('10,000 log-ins against a known and an unknown user', { timeout: 120_000 }, async () => {
  const { username } = await make.operator(t)
  const targets = [username, 'nobody-of-that-name']
  const [known, unknown] = [[] as Awaited<ReturnType<typeof attempt>>[], [] as Awaited<ReturnType<typeof attempt>>[]]
  // The attempts alternate, so that both users meet the same machine. Each comes from another address, so that only the account's own lock
  // is at work.
  for (let index = 0; index < 5000; index += 2) {
    const addresses = [0, 1].map((offset) => `10.${(index >> 8) & 255}.${index & 255}.${offset}`) as [string, string]
    for (const address of addresses) {
      known.push(await attempt(targets[0] as string, address))
      unknown.push(await attempt(targets[1] as string, address))
    }
  }
  const summary = (attempts: typeof known) => ({
    attempts: attempts.length,
    checked: attempts.filter(({ status }) => status === 422).length,
    locked: attempts.filter(({ status }) => status === 429).length,
    words: [...new Set(attempts.map(({ code, text }) => `${code} ${text?.replace(/\d+/, 'n')}`))],
    checkedMs: fastest(attempts.filter(({ status }) => status === 422).map(({ ms }) => ms)),
    lockedMs: fastest(attempts.filter(({ status }) => status === 429).map(({ ms }) => ms)),
  })
  const [a, b] = [summary(known), summary(unknown)]
  process.stdout.write(`${JSON.stringify({ known: a, unknown: b })}\n`)
  for (const one of [a, b]) expect(one).toMatchObject({ attempts: 5000, checked: 10, locked: 4990 })
  expect(a.words).toEqual(b.words)
  const ratio = (x: number, y: number) => Math.max(x, y) / Math.min(x, y)
  expect(ratio(a.checkedMs, b.checkedMs)).toBeLessThan(1.6)
  expect(ratio(a.lockedMs, b.lockedMs)).toBeLessThan(1.6)
})
