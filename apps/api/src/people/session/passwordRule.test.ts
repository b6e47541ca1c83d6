import { expect, test } from 'vitest'
import { assertStrong, foldBreached } from './passwordRule.ts'

const owner = {
  username: 'zhaomin',
  name: '赵敏',
  email: 'min.zhao@harbor-trading.example',
  companyName: 'Harbor Trading Ltd',
}
const verdict = (password: string) => {
  try {
    assertStrong(password, owner)
    return 'taken'
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['Welcome2026!', 'password.common'],
  ['Sunshine#2026', 'password.common'],
  ['P@ssw0rd2026!!', 'password.common'],
  ['M0nk3y-Dr4g0n', 'password.common'],
  ['1q2w3e4r5t6y', 'password.common'],
  ['woaini5201314', 'password.common'],
  ['iloveyou1314', 'password.common'],
  ['Harbor2026!', 'password.ownWords'],
  ['Trading-7x!', 'password.ownWords'],
  ['zhaomin#88Kx', 'password.ownWords'],
  ['赵敏的密码123', 'password.ownWords'],
  ['Xk7$q', 'password.weak'],
  ['aaaaaaaaaaaaaaaa', 'password.weak'],
  ['correct horse battery', 'taken'],
  ['a much better one 9', 'taken'],
  ['xK9#mQ2$vL', 'taken'],
  ['春江潮水连海平月', 'taken'],
  ['Harbor of quiet purple Whales 41', 'taken'],
])('%s: %s', (password, expected) => expect(verdict(password)).toBe(expected))

test('hostile input costs no time', () => {
  const startedAt = performance.now()
  for (const text of [
    'P@ssw0rd'.repeat(25),
    '@4{[(1!$5+7%'.repeat(16),
    '1a2b3c'.repeat(33),
    'a'.repeat(200),
  ])
    foldBreached(text)
  expect(performance.now() - startedAt).toBeLessThan(200)
})
