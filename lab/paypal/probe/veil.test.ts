import { expect, test } from 'vitest'
import { veil } from './veil.ts'

test('secrets, also those learnt later, headers and e-mail addresses are hidden; links and ids stay', () => {
  const secrets = new Set(['s3cret'])
  const hide = veil(secrets)
  secrets.add('A21AAtoken')
  expect(hide('s3cret A21AAtoken anna.li+x@shop.example')).toBe('[hidden] [hidden] [hidden]')
  expect(hide('authorization: Bearer abc.DEF-_~+/= Basic eDp5')).toBe(
    'authorization: [hidden] [hidden]',
  )
  const plain = 'https://www.sandbox.paypal.com/invoice/p/#ABCD 7XK12345AB678901C'
  expect(hide(plain)).toBe(plain)
})
