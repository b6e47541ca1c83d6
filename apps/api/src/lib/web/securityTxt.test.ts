import { expect, test } from 'vitest'
import { testApp } from '../../test/testApp.ts'
import { readConfig } from '../config.ts'

const environment = {
  SECURITY_CONTACT: 'mailto:security@example.com',
  SECURITY_POLICY: 'https://example.com/security',
}
const told = testApp({ environment: () => environment })
const silent = testApp()
const read = (t: typeof told) => t.app.inject({ method: 'GET', url: '/.well-known/security.txt' })

test('security.txt has what RFC 9116 requires, each field once, and expires within a year', async () => {
  const { statusCode, headers, body } = await read(told)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = body
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string])
  const { Expires: expires, ...rest } = Object.fromEntries(fields)
  expect(fields).toHaveLength(5)
  expect(rest).toEqual({
    Contact: environment.SECURITY_CONTACT,
    'Preferred-Languages': 'zh, en',
    Canonical: 'http://localhost:3000/.well-known/security.txt',
    Policy: environment.SECURITY_POLICY,
  })
  expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  const days = (Date.parse(expires as string) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})

test('without a contact there is no security.txt', async () => {
  expect((await read(silent)).statusCode).toBe(404)
})

test.each(['http://example.com', 'security@example.com', 'javascript:alert(1)', ' '])(
  '%j is no contact',
  (SECURITY_CONTACT) => {
    const read = () =>
      readConfig({ NODE_ENV: 'test', DATABASE_URL: 'postgres://localhost/x', SECURITY_CONTACT })
    expect(read).toThrow(/SECURITY_CONTACT/)
  },
)
