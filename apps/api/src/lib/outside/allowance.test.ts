// @module-tag slow

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CallKind } from '@paydesk/paypal/operation'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'
import { createPool } from '../pool.ts'
import { type AccountOf, type CallClock, openAllowance } from './allowance.ts'
import { openPayPal } from './paypal.ts'

const t = testApp()

/** The limits as they are by default. */
const limits = {
  reporting: { account: 30, address: 50 },
  look: { account: 300, address: 1200 },
  act: { account: 120, address: 600 },
}
let addresses = 0
/** Each test has an address of its own, and the time in its hand. */
function world(own: Partial<typeof limits> = {}, pool: pg.Pool = t.pool) {
  const clock = { now: Date.parse('2026-03-05T12:00:00Z'), overslept: 0 }
  const driven: CallClock = {
    ms: () => clock.now,
    sleep: async (ms) => {
      clock.now += ms + clock.overslept
      clock.overslept = 0
    },
    at: () => new Date(clock.now),
  }
  const address = `address-${++addresses}`
  const allowanceOf = openAllowance(
    { pool, address, limits: { ...limits, ...own }, timeoutMs: 30_000 },
    driven,
  )
  return { clock, address, allowanceOf, later: (ms: number) => (clock.now += ms) }
}

async function accounts(count: number): Promise<AccountOf[]> {
  const companyId = await make.company(t)
  return Promise.all(
    Array.from({ length: count }, async () => ({
      companyId,
      accountId: await make.paypalAccount(t, companyId),
    })),
  )
}

/** The same numbers in every run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return ((state >>> 8) / 2 ** 24) * below
  }
}

/** The most calls in any sixty seconds, wherever they begin. */
function mostInAMinute(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  let [most, first] = [0, 0]
  for (const [last, at] of sorted.entries()) {
    while (at - (sorted[first] as number) > 60_000) first += 1
    most = Math.max(most, last - first + 1)
  }
  return most
}

type Reader = {
  of: AccountOf
  at: number
  firstCalls: number
  left: number
  calls: number[]
  longestWaitMs: number
}
type Fleet = {
  pauseMs: (random: (below: number) => number) => number
  minutes: number
  newcomer: { atMinute: number; calls: number }
}

/**
 * Accounts that read as workers do: one call after the other, each reading a few of them, then a
 * pause. A new account comes in the middle with its first reading. Every call reaches PayPal up to
 * a second after its turn.
 */
async function runFleet({ pauseMs, minutes, newcomer }: Fleet) {
  const w = world()
  const random = numbers(7)
  const start = w.clock.now
  const end = start + minutes * 60_000
  const refs = await accounts(41)
  const readers = refs.map((of, index): Reader => {
    const isNew = index === 40
    const firstCalls = isNew ? newcomer.calls : 0
    const at = start + (isNew ? newcomer.atMinute * 60_000 : random(300_000))
    return { of, at, firstCalls, left: firstCalls || 1, calls: [], longestWaitMs: 0 }
  })
  for (;;) {
    const reader = readers.reduce((first, one) => (one.at < first.at ? one : first))
    if (reader.at >= end) break
    w.clock.now = reader.at
    const turn = await w.allowanceOf(reader.of).ask('reporting')
    if (!turn.allowed) throw new Error(`${turn.retryAfterMs} ms are too long to wait`)
    reader.longestWaitMs = Math.max(reader.longestWaitMs, w.clock.now - reader.at)
    reader.calls.push(w.clock.now + random(1000))
    reader.left -= 1
    reader.at = w.clock.now + 100 + random(1000)
    if (reader.left > 0) continue
    reader.left = 1 + Math.floor(random(4))
    reader.at += pauseMs(random)
  }
  const old = readers.slice(0, 40)
  const [fresh] = readers.slice(40) as [Reader]
  const gaps = old.map(({ calls }) =>
    Math.max(...calls.slice(1).map((at, index) => at - (calls[index] as number))),
  )
  // Shares are counted from the tenth minute on, when everyone has begun.
  const counts = old.map(({ calls }) => calls.filter((at) => at > start + 600_000).length)
  const firstReadingDone = fresh.calls[newcomer.calls - 1]
  return {
    calls: readers.flatMap(({ calls }) => calls).length,
    mostInAMinute: mostInAMinute(readers.flatMap(({ calls }) => calls)),
    mostOfOneAccount: Math.max(...readers.map(({ calls }) => mostInAMinute(calls))),
    fewestCalls: Math.min(...counts),
    mostCalls: Math.max(...counts),
    longestGapSeconds: Math.round(Math.max(...gaps) / 1000),
    longestWaitSeconds: Math.round(
      Math.max(...old.map(({ longestWaitMs }) => longestWaitMs)) / 1000,
    ),
    newcomerCalls: fresh.calls.length,
    newcomerMinutes:
      firstReadingDone && Math.round((firstReadingDone - (fresh.calls[0] as number)) / 60_000),
  }
}

test('40 accounts at one address for 30 minutes, a 41st with 400 calls among them: never over 50 a minute, and nobody waits long', async () => {
  const found = await runFleet({
    pauseMs: () => 300_000,
    minutes: 30,
    newcomer: { atMinute: 2, calls: 400 },
  })
  process.stdout.write(`regular readings: ${JSON.stringify(found)}\n`)
  expect(found.mostInAMinute).toBeLessThanOrEqual(50)
  expect(found.mostOfOneAccount).toBeLessThanOrEqual(30)
  // A regular reading is not noticeably held up by the first one, and the first one gets what
  // the others leave.
  expect(found.longestWaitSeconds).toBeLessThanOrEqual(15)
  expect(found.longestGapSeconds).toBeLessThanOrEqual(330)
  expect(found.newcomerMinutes).toBeLessThanOrEqual(25)
}, 60_000)

test('40 accounts that never stop reading, and a 41st: never over 50 a minute, and each has the same share', async () => {
  const found = await runFleet({
    pauseMs: (random) => random(5000),
    minutes: 30,
    newcomer: { atMinute: 5, calls: 400 },
  })
  process.stdout.write(`readings without a pause: ${JSON.stringify(found)}\n`)
  expect(found.mostInAMinute).toBeLessThanOrEqual(50)
  // What is allowed is used: 38 in each of the 30 minutes.
  expect(found.calls).toBeGreaterThan(1140)
  expect(found.longestGapSeconds).toBeLessThanOrEqual(75)
  expect(found.mostCalls - found.fewestCalls).toBeLessThanOrEqual(4)
  expect(found.newcomerCalls).toBeGreaterThanOrEqual(22)
}, 60_000)

test.each([2, 3, 7, 50])(
  '%i a minute are never exceeded, in whatever bursts they are asked for',
  async (limit) => {
    const w = world({ look: { account: limit, address: limit * 2 } })
    const random = numbers(limit)
    const refs = await accounts(3)
    const sent: { account: number; at: number }[] = []
    for (let call = 0; call < 400; call++) {
      const account = random(1) < 0.7 ? 0 : 1 + Math.floor(random(2))
      const before = w.clock.now
      const { allowed } = await w.allowanceOf(refs[account] as AccountOf).ask('look')
      if (allowed) sent.push({ account, at: w.clock.now })
      // Callers do not wait for each other; from time to time all is quiet.
      w.clock.now = Math.floor(
        before + (random(1) < 0.02 ? random(90_000) : random(20_000 / limit)),
      )
    }
    const most = mostInAMinute(sent.map(({ at }) => at))
    expect(most).toBeLessThanOrEqual(limit * 2)
    const each = [0, 1, 2].map((account) =>
      mostInAMinute(sent.flatMap((one) => (one.account === account ? [one.at] : []))),
    )
    expect(Math.max(...each)).toBeLessThanOrEqual(limit)
    // The limit is there to be used.
    expect(Math.max(...each)).toBeGreaterThanOrEqual(Math.floor(limit * 0.75) - 1)
  },
)

const rowOf = async (address: string, kind: CallKind) =>
  (
    await t.owner(
      `select busy_until, held_until
       from paypal_address_allowance
       where address = $1 and kind = $2`,
      [address, kind],
    )
  )[0]

test('a turn further away than the caller’s patience is told, not reserved; what people ask for has its own turns', async () => {
  const w = world()
  const [first, second] = (await accounts(2)) as [AccountOf, AccountOf]
  const busy = w.allowanceOf(first)
  const start = w.clock.now
  let told = 0
  for (let call = 0; call < 60; call++) {
    w.clock.now = start
    const turn = await busy.ask('reporting')
    if (!turn.allowed) told = turn.retryAfterMs
  }
  // Six at once, then one each 2.6 s, for 90 s.
  expect(told).toBeGreaterThan(90_000)
  expect(told).toBeLessThan(93_000)
  w.clock.now = start
  const before = await rowOf(w.address, 'reporting')
  expect(await busy.ask('reporting')).toEqual({ allowed: false, retryAfterMs: told })
  expect(await rowOf(w.address, 'reporting')).toEqual(before)
  expect(w.clock.now).toBe(start)
  expect(await busy.ask('act')).toEqual({ allowed: true })
  expect(await w.allowanceOf(second).ask('act')).toEqual({ allowed: true })
  expect(w.clock.now).toBe(start)
})

test('an account that sends all at once lets others through at once, and is told to come back', async () => {
  const w = world()
  const [first, second] = (await accounts(2)) as [AccountOf, AccountOf]
  const start = w.clock.now
  const turns = []
  for (let call = 0; call < 100; call++) {
    w.clock.now = start
    turns.push(await w.allowanceOf(first).ask('act'))
  }
  expect(turns.filter(({ allowed }) => allowed)).toHaveLength(24 + 15)
  w.clock.now = start
  for (let call = 0; call < 20; call++)
    expect(await w.allowanceOf(second).ask('act')).toEqual({ allowed: true })
  expect(w.clock.now).toBe(start)
})

test('429 on reporting stops the address, for all companies; otherwise the account, with everything', async () => {
  const w = world()
  const [ours] = (await accounts(1)) as [AccountOf]
  const [theirs] = (await accounts(1)) as [AccountOf]
  const elsewhere = world()
  await w.allowanceOf(ours).hold('reporting', 300_000)
  expect(await w.allowanceOf(theirs).ask('reporting')).toEqual({
    allowed: false,
    retryAfterMs: 300_000,
  })
  expect(await w.allowanceOf(ours).ask('look')).toEqual({ allowed: true })
  expect(await elsewhere.allowanceOf(theirs).ask('reporting')).toEqual({ allowed: true })
  // A shorter pause does not end a longer one.
  await w.allowanceOf(theirs).hold('reporting', 1000)
  w.later(299_000)
  const asked = w.clock.now
  expect(await w.allowanceOf(theirs).ask('reporting')).toEqual({ allowed: true })
  expect(w.clock.now - asked).toBe(1000)

  await w.allowanceOf(ours).hold('look', 60_000)
  for (const kind of ['look', 'act'] as const)
    expect(await w.allowanceOf(ours).ask(kind)).toEqual({ allowed: false, retryAfterMs: 60_000 })
  expect(await w.allowanceOf(theirs).ask('act')).toEqual({ allowed: true })
})

test('credentials of no account yet count for the address alone', async () => {
  const w = world({ look: { account: 2, address: 10 } })
  const start = w.clock.now
  expect([await w.allowanceOf(null).ask('look'), await w.allowanceOf(null).ask('look')]).toEqual([
    { allowed: true },
    { allowed: true },
  ])
  await w.allowanceOf(null).hold('look', 60_000)
  w.clock.now = start
  await w.allowanceOf(null).ask('look')
  expect(w.clock.now).toBeGreaterThan(start)
})

test('a process that slept through its turn asks for another', async () => {
  const w = world()
  const [of] = (await accounts(1)) as [AccountOf]
  w.clock.overslept = 5000
  const start = w.clock.now
  expect(await w.allowanceOf(of).ask('look')).toEqual({ allowed: true })
  expect(w.clock.now).toBe(start + 5000)
  const [row] = await t.owner(
    `select cardinality(turns) as turns from paypal_account_allowance where account_id = $1`,
    [of.accountId],
  )
  expect(row).toEqual({ turns: 2 })
})

let [failing, failWith] = [0, 503]
const arrivals: { at: number; from: string; path: string }[] = []
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '', 'http://localhost')
  const from = Buffer.from(request.headers.authorization?.split(' ')[1] ?? '', 'base64').toString()
  arrivals.push({ at: performance.now(), from, path: pathname })
  response.setHeader('content-type', 'application/json')
  const isToken = pathname.endsWith('/token')
  if (!isToken && failing-- > 0) response.statusCode = failWith
  response.end(
    JSON.stringify(isToken ? { access_token: 'x', expires_in: 32_400 } : { balances: [] }),
  )
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())
const urlOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const credentials = { environment: 'sandbox', clientId: 'client', secret: 'secret' } as const
const turnsOf = (refs: AccountOf[]) =>
  t.owner<{ kind: string; count: number }>(
    `select kind, sum(cardinality(turns))::int as count
     from paypal_account_allowance
     where account_id = any($1) and turn_at is not null
     group by 1 order by 1`,
    [refs.map(({ accountId }) => accountId)],
  )

test('each attempt asks, the repeated one too, and 429 is kept for everyone at the address before the caller hears of it', async () => {
  const [of, other] = (await accounts(2)) as [AccountOf, AccountOf]
  const side = openPayPal({
    pool: t.pool,
    production: false,
    simulatorUrl: urlOf(),
    timeoutMs: 30_000,
    addressName: 'attempts',
    limits,
  })
  failing = 1
  expect(await side.connect(credentials, of).reporting.balances()).toMatchObject({
    outcome: 'done',
  })
  expect(await turnsOf([of])).toEqual([
    { kind: 'look', count: 1 },
    { kind: 'reporting', count: 2 },
  ])
  ;[failing, failWith] = [1, 429]
  // PayPal names no time, so it is the ban of five minutes.
  expect(await side.connect(credentials, of).reporting.balances()).toMatchObject({
    refusal: { by: 'paypal', retryAfterMs: 300_000 },
  })
  const refused = await side.connect(credentials, other).reporting.balances()
  expect(refused).toMatchObject({
    outcome: 'refused',
    refusal: { by: 'allowance', name: 'NOT_SENT' },
  })
  expect(arrivals.filter(({ path }) => path.endsWith('/balances'))).toHaveLength(3)
  arrivals.length = 0
})

test('in real time, two processes share what one address may send, and every call asks', async () => {
  const pools = [createPool(t.runtimeUrl, 3, 'one'), createPool(t.runtimeUrl, 3, 'two')]
  const refs = await accounts(4)
  const own = { ...limits, reporting: { account: 1000, address: 150 } }
  const side = (pool: pg.Pool) =>
    openPayPal({
      pool,
      production: false,
      simulatorUrl: urlOf(),
      timeoutMs: 30_000,
      addressName: 'shared',
      limits: own,
    })
  const clients = refs.map((of, index) =>
    side(pools[index % 2] as pg.Pool).connect(credentials, of),
  )
  // Each account reads one call after the other, as under its lease.
  const outcomes = await Promise.all(
    clients.map(async (client) => {
      const done = []
      for (let call = 0; call < 11; call++) done.push((await client.reporting.balances()).outcome)
      return done
    }),
  )
  expect(new Set(outcomes.flat())).toEqual(new Set(['done']))
  const times = arrivals
    .flatMap(({ at, path }) => (path.endsWith('/balances') ? [at] : []))
    .toSorted((a, b) => a - b)
  expect(times).toHaveLength(44)
  // Thirty at once, then one each 62/120 s.
  const [thirtieth, last] = [times[29] as number, times[43] as number]
  expect(last - (times[0] as number)).toBeGreaterThan(14 * 516 - 100)
  expect(last - thirtieth).toBeGreaterThan(5500)
  expect(await turnsOf(refs)).toEqual([
    { kind: 'look', count: 4 },
    { kind: 'reporting', count: 44 },
  ])
  await Promise.all(pools.map((pool) => pool.end()))
}, 30_000)

test('a process that does not read its answer keeps nobody else waiting', async () => {
  const [one, other] = await accounts(2)
  const slow = createPool(t.runtimeUrl, 1, 'slow')
  // Its connection is made, and then it reads nothing: as a process does that has no turn
  // on a busy machine.
  await slow.query('select 1')
  const streams: { pause: () => void; resume: () => void }[] = []
  slow.on('acquire', (client) => {
    const { stream } = (client as unknown as { connection: { stream: (typeof streams)[number] } })
      .connection
    stream.pause()
    streams.push(stream)
  })
  const { allowanceOf, address } = world({}, slow)
  const asked = allowanceOf(one as AccountOf).ask('look')
  try {
    await until(async () => {
      const [row] = await t.owner<{ found: boolean }>(
        'select true as found from paypal_address_allowance where address = $1',
        [address],
      )
      return row?.found
    })
    const quick = openAllowance({ pool: t.pool, address, limits, timeoutMs: 30_000 })
    expect(await quick(other as AccountOf).ask('look')).toEqual({ allowed: true })
  } finally {
    for (const stream of streams) stream.resume()
    expect(await asked).toEqual({ allowed: true })
    await slow.end()
  }
}, 10_000)
