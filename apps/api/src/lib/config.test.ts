import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const limitsOf = (values: Record<string, string>) => readConfig({ DATABASE_URL: 'postgres://localhost/x', ...values }).paypal.limits

test('calls a minute: a kind that is left out keeps its default', () => {
  expect(limitsOf({})).toEqual({
    reporting: { account: 30, address: 50 },
    look: { account: 300, address: 1200 },
    act: { account: 120, address: 600 },
  })
  expect(limitsOf({ PAYPAL_CALLS_PER_ADDRESS: 'reporting=20, act=90', PAYPAL_CALLS_PER_ACCOUNT: 'look=7' })).toEqual({
    reporting: { account: 30, address: 20 },
    look: { account: 7, address: 1200 },
    act: { account: 120, address: 90 },
  })
})

test.each(['reporting=1', 'reporting', 'reporting=many', 'readings=20', 'look=0.5'])('calls a minute: %s is refused', (text) => {
  expect(() => limitsOf({ PAYPAL_CALLS_PER_ACCOUNT: text })).toThrow(/PAYPAL_CALLS_PER_ACCOUNT/)
})
