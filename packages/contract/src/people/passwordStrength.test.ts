import { expect, test } from 'vitest'
import { passwordStrength } from './passwordStrength.ts'

test.each([
  ['', 'weak'],
  ['12345678', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['Password123!', 'weak'],
  ['qwerty123456', 'weak'],
  ['abcdefghijklmnop', 'weak'],
  ['Xk7$q', 'weak'],
  ['Welcome2026!', 'weak'],
  ['tulip-91-Ox', 'medium'],
  ['Rm4xuT8qK', 'medium'],
  ['correct horse battery', 'strong'],
  ['xK9$mPq2!vLw7', 'strong'],
  ['春江潮水连海平月', 'medium'],
] as const)('%s is %s', (password, strength) => expect(passwordStrength(password)).toBe(strength))

test('the person’s own name adds no strength', () => {
  expect(passwordStrength('wangfang-2k7')).toBe('medium')
  expect(passwordStrength('wangfang-2k7', ['wangfang'])).toBe('weak')
})
