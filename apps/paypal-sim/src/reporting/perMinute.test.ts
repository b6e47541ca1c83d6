// @module-tag slow

import { expect, test } from 'vitest'
import { controlState } from '../control/state.ts'
import { directSim } from '../test/directSim.ts'
import { instant } from '../world/clock.ts'

const { sim, world, call } = directSim({
  reportingPerMinute: 5,
  reportingBanMs: 300_000,
  beforeAccount: 'empty',
})
const ask = (address?: string) => {
  const now = world.clock.now()
  const window = `start_date=${instant(now - 1000)}&end_date=${instant(now)}`
  return call(
    'GET',
    `/v1/reporting/transactions?${window}`,
    undefined,
    address ? { 'x-forwarded-for': address } : {},
  ).status
}

test('an address that asks too often is banned for all accounts, another address is not', async () => {
  expect(Array.from({ length: 5 }, () => ask())).toEqual([200, 200, 200, 200, 200])
  expect(ask()).toBe(429)
  expect(call('GET', '/v1/reporting/balances').status).toBe(429)
  expect(ask('192.0.2.1')).toBe(200)
  expect(call('GET', '/v2/invoicing/invoices').status).toBe(200)
  // The clock also runs by itself meanwhile.
  await sim.advance(240_000)
  expect(ask()).toBe(429)
  await sim.advance(61_000)
  expect(ask()).toBe(200)
  expect(controlState(sim).reporting).toMatchObject({
    local: { mostPerMinute: 7 },
    '192.0.2.1': { mostPerMinute: 1, bannedUntil: null },
  })
})

test('calls spread over a sliding minute stay within the limit', async () => {
  await sim.advance(600_000)
  for (let n = 0; n < 20; n++) {
    expect(ask('192.0.2.2')).toBe(200)
    await sim.advance(12_001)
  }
})
