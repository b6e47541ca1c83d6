import { expect, test } from 'vitest'
import { connect } from './client.ts'
import { baseUrlOf, EnvironmentRefused } from './environment.ts'

const credentials = { clientId: 'id', secret: 'secret' }

test('a live account needs production mode, the sandbox does not', () => {
  expect(() =>
    connect({ ...credentials, environment: { kind: 'live' }, production: false }),
  ).toThrow(EnvironmentRefused)
  expect(connect({ ...credentials, environment: { kind: 'live' }, production: true }).baseUrl).toBe(
    'https://api-m.paypal.com',
  )
  expect(baseUrlOf({ kind: 'sandbox' }, { production: false })).toBe(
    'https://api-m.sandbox.paypal.com',
  )
})

test.each([
  'https://api-m.paypal.com',
  'https://API-M.PAYPAL.COM./x',
  'https://paypal.com',
  'ftp://localhost',
  'http://u:p@localhost',
])('a simulator at %s is refused', (baseUrl) => {
  expect(() => baseUrlOf({ kind: 'simulator', baseUrl }, { production: true })).toThrow(
    EnvironmentRefused,
  )
})
