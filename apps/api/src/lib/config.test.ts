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

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://localhost/x',
  PUBLIC_URL: 'https://pay.example',
  TRUST_PROXY: 'none',
  PAYDESK_MASTER_KEYS: `a:${Buffer.alloc(32).toString('base64')}`,
}

test.each([
  ['PAYPAL_SIMULATOR_URL', 'http://127.0.0.1:9'],
  ['PUBLIC_URL', 'http://pay.example'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '10.0.0.1,::/0'],
  ['TRUST_PROXY', '0.0.0.0/1, 128.0.0.0/1'],
  ['TRUST_PROXY', '1.2.3.4/0.0.0.0'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', ''],
  ['TRUST_PROXY', '::ffff:0:0/96'],
])('production refuses %s=%s, unless it is said to be a trial', (name, value) => {
  expect(() => readConfig({ ...production, [name]: value })).toThrow(new RegExp(`^Configuration: ${name}.*PAYDESK_TRIAL`))
  expect(() => readConfig({ ...production, [name]: value, PAYDESK_TRIAL: '0' })).toThrow(/PAYDESK_TRIAL/)
  expect(readConfig({ ...production, [name]: value, PAYDESK_TRIAL: '1' }).production).toBe(true)
  expect(readConfig({ ...production, [name]: value, NODE_ENV: 'development' }).production).toBe(false)
})

test.each(['10.0.0.0/8', '::ffff:10.0.0.0/104', '127.0.0.1,fd00::/16', 'loopback', '2001:db8::1', '10.1.2.3/255.255.0.0'])(
  'production takes TRUST_PROXY=%s',
  (value) => {
    expect(readConfig({ ...production, TRUST_PROXY: value }).trustProxy).toEqual(value.split(','))
    expect(readConfig(production).trustProxy).toEqual([])
  },
)
