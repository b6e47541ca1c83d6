// @module-tag slow

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../../lab/ground/postgres.ts'
import { Between } from './test/server/between.ts'
import { House } from './test/server/house.ts'
import { until } from './test/until.ts'

// Each of these waits for servers to vanish and to come back.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let house: House
let between: Between
let owner: House['owner']
let token: string
let companyId: string
let databaseUrl: string
let api: Awaited<ReturnType<House['start']>>
let worker: typeof api

beforeAll(async () => {
  house = await House.open('loss')
  owner = house.owner
  between = await Between.start(Number(new URL(house.addresses.ownerUrl).port))
  databaseUrl = between.url(house.addresses.runtimeUrl)
  ;({ token, companyId } = await house.signIn())
  // One person may have all of a process at once here: the places of its connections
  // are what is tried.
  api = await house.start(
    'http.ts',
    { DATABASE_URL: databaseUrl, WORK_SHARES: 'userPercent=100,companyPercent=100' },
    'listening at',
  )
  worker = await house.start('worker.ts', { DATABASE_URL: databaseUrl }, '"working"')
})
afterEach(() => {
  between.fateOf = () => undefined
})
afterAll(async () => {
  await house.close()
  between.stop()
})

async function call(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
  key = randomUUID() as string | undefined,
) {
  const startedAt = performance.now()
  const response = await fetch(api.url + path, {
    method,
    headers: {
      authorization: token,
      ...(body && { 'content-type': 'application/json' }),
      ...(body && key && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as {
    data: { id: string; name: string }
    errorCode: string | null
  }
  return { status: response.status, ...answer, ms: performance.now() - startedAt }
}
const list = () => call('GET', '/api/customer?current=1&pageSize=5')
const add = (name: string, key?: string) => call('POST', '/api/customer', { name }, key)
const named = async (name: string) =>
  (await owner.query('select id from customer where name = $1', [name])).rowCount

/** A job of any kind is done: its completion is what counts. */
async function jobDone(withinMs: number) {
  const { rows } = await owner.query<{ id: string }>(
    `insert into pgboss.job (name, data) values ('audit.verifyCompany', $1) returning id`,
    [{ companyId }],
  )
  const state = async () =>
    (await owner.query('select state from pgboss.job where id = $1', [rows[0]?.id])).rows[0]?.state
  await until(async () => ((await state()) === 'completed' ? true : undefined), withinMs)
}

/** Each process hears others on one connection, and on no more. */
async function oneEarEach() {
  const ears = async () =>
    (
      await owner.query(`select application_name as name, count(*)::int as n
       from pg_stat_activity
       where query ilike 'listen%'
       or application_name ~ '^paydesk-(changes|events)' group by 1 order by 1`)
    ).rows
  const wanted = [
    { name: `paydesk-changes ${api.child.pid}`, n: 1 },
    { name: `paydesk-events ${worker.child.pid}`, n: 1 },
  ]
  await until(
    async () => (JSON.stringify(await ears()) === JSON.stringify(wanted) ? true : undefined),
    10_000,
  )
}

/**
 * Opens the stream as a browser does, again and again until the test ends, and notes when a
 * change is heard on it.
 */
function screen(): string[] {
  const seen: string[] = []
  const over = new AbortController()
  onTestFinished(() => over.abort())
  const read = async () => {
    const response = await fetch(`${api.url}/api/stream?seconds=60`, {
      headers: { authorization: token },
      signal: over.signal,
    })
    if (!response.ok || !response.body) return
    seen.push('open')
    for await (const chunk of response.body)
      if (Buffer.from(chunk).includes('data:')) seen.push('change')
  }
  const keep = async () => {
    for (; !over.signal.aborted; await sleep(200)) await read().catch(() => {})
  }
  void keep()
  return seen
}

test('connections that go silent cost seconds: calls, jobs and screens go on by themselves, each process with one ear', async () => {
  // Several connections idle, and each of them goes silent.
  await Promise.all(Array.from({ length: 20 }, list))
  const seen = screen()
  await until(() => (seen.length > 0 ? true : undefined))
  expect(between.silence()).toBeGreaterThan(5)
  seen.length = 0
  const silentAt = performance.now()
  const [read, written] = await Promise.all([list(), add('after silence')])
  expect([read.status, written.status]).toEqual([200, 200])
  expect(Math.max(read.ms, written.ms)).toBeLessThan(5000)
  await jobDone(10_000)
  // The connection on which it heard is one of the silent ones: what was said meanwhile is
  // asked for again.
  await until(() => (seen.includes('open') ? true : undefined), 12_000)
  await owner.query(`select pg_notify('paydesk_change', $1)`, [
    JSON.stringify({ companyId, changes: [{ entity: 'customer', id: 'c' }] }),
  ])
  await until(() => (seen.includes('change') ? true : undefined), 2000)
  expect(performance.now() - silentAt).toBeLessThan(15_000)
  await oneEarEach()
})

test('a server that does not answer is given up soon, and what was not begun yet is begun on another connection', async () => {
  let times = 1
  between.fateOf = (message, application) =>
    message === 'begin' && application.startsWith('paydesk-readers') && times-- > 0
      ? 'hold'
      : undefined
  const read = await list()
  expect(read.status).toBe(200)
  expect(read.ms).toBeLessThan(5000)
  expect(times).toBeLessThan(1)
})

test('work in the middle of a transaction does not wait for a server that has gone; what takes long goes on', async () => {
  // Both wait for the same row: the one whose connection goes silent must not wait for
  // as long as it may.
  const { rows } = await owner.query<{ id: string }>(
    `insert into customer (company_id, owner_id, name)
     select company_id, id, 'locked'
     from app_user
     where username = 'admin'
     returning id`,
  )
  const path = `/api/customer/${rows[0]?.id}`
  const blocker = new pg.Client({ connectionString: house.addresses.ownerUrl })
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query('select from customer where id = $1 for update', [rows[0]?.id])
  const change = () => call('PATCH', path, { name: 'unlocked', version: 1 })
  const caught = change()
  await sleep(500)
  between.silence()
  expect(await caught).toMatchObject({ status: 503 })
  const begunAt = performance.now()
  const slow = change()
  await sleep(7500)
  await blocker.query('rollback')
  await blocker.end()
  expect(await slow).toMatchObject({ status: 200, data: { name: 'unlocked' } })
  expect(performance.now() - begunAt).toBeGreaterThan(7000)
  expect((await caught).ms).toBeLessThan(12_000)
})

test('a server that comes back in recovery and is promoted later ends no process and leaks no connection', async () => {
  // That somebody was seen cannot be noted, and is no reason to shut them out.
  await owner.query(`update session set last_seen_at = now() - interval '5 minutes'`)
  await house.order('standby')
  // Reading goes on where the server lets it; what cannot be written is a 503 and not a failure.
  await until(async () => ((await list()).status === 200 ? true : undefined))
  expect(await add('in recovery')).toMatchObject({ status: 503, errorCode: 'unavailable' })
  await sleep(5000)
  expect(
    (
      await owner.query(
        `select count(*)::int as n
         from pg_stat_activity
         where application_name ~ '^paydesk-(changes|events)'`,
      )
    ).rows[0].n,
  ).toBeLessThanOrEqual(2)
  await owner.query('select pg_promote()')
  const promotedAt = performance.now()
  await until(async () => ((await add('promoted')).status === 200 ? true : undefined))
  await jobDone(10_000)
  await oneEarEach()
  expect(performance.now() - promotedAt).toBeLessThan(15_000)
  expect([api.child.exitCode, worker.child.exitCode]).toEqual([null, null])
})

test('while commits wait for a standby that has stopped, reading goes on and the API is ready', async () => {
  await owner.query(`alter system set synchronous_standby_names = 'gone'`)
  await owner.query('select pg_reload_conf()')
  // The sessions that read were last seen long ago: noting it must not wait either.
  await owner.query(
    `set synchronous_commit = local; update session set last_seen_at = now() - interval '5 minutes'`,
  )
  expect((await list()).ms).toBeLessThan(2000)
  const writers = Array.from({ length: 20 }, (_, n) => add(`waits ${n}`))
  await sleep(1000)
  for (let n = 0; n < 20; n++) {
    const [read, ready] = await Promise.all([list(), fetch(`${api.url}/api/health/ready`)])
    expect([read.status, ready.status]).toEqual([200, 200])
    expect(read.ms).toBeLessThan(2000)
  }
  await owner.query('alter system reset synchronous_standby_names')
  await owner.query('select pg_reload_conf()')
  expect(new Set((await Promise.all(writers)).map(({ status }) => status))).toEqual(new Set([200]))
})

test('a start without the database: the API lives and is not ready, and serves when it is there', async () => {
  const stopped = await Between.start(await freePort())
  const late = await house.start(
    'http.ts',
    { DATABASE_URL: stopped.url(databaseUrl) },
    'waiting for the database',
  )
  const ask = async (path: string) => {
    const response = await fetch(late.url + path, { headers: { 'accept-language': 'en-US' } })
    return [response.status, ((await response.json()) as { errorCode: string | null }).errorCode]
  }
  await until(async () =>
    (await ask('/api/health/live').catch(() => []))[0] === 200 ? true : undefined,
  )
  expect(await ask('/api/health/ready')).toEqual([503, 'unavailable'])
  expect(await ask('/api/currentUser')).toEqual([503, 'unavailable'])
  stopped.target = between.target
  await until(async () =>
    (await ask('/api/health/ready').catch(() => []))[0] === 200 ? true : undefined,
  )
  stopped.stop()
})

test.each(['lose', 'loseAnswer'] as const)(
  'the answer to a commit is lost (%s): the same call says what really happened, and it happened once',
  async (fate) => {
    let times = 1
    between.fateOf = (message, application) =>
      message === 'commit' && application.startsWith('paydesk-api') && times-- > 0
        ? fate
        : undefined
    const key = randomUUID()
    const answer = await add(`cut ${fate}`, key)
    expect(answer).toMatchObject({ status: 200, data: { name: `cut ${fate}` } })
    expect(await named(`cut ${fate}`)).toBe(1)
    expect(await add(`cut ${fate}`, key)).toMatchObject({ status: 200, data: answer.data })
  },
)

test('without a key nobody can look it up: the answer is that it is not known, and not that it failed', async () => {
  let times = 1
  between.fateOf = (message, application) =>
    message === 'commit' && application.startsWith('paydesk-api') && times-- > 0
      ? 'loseAnswer'
      : undefined
  expect(await call('POST', '/api/customer', { name: 'no key' }, '')).toMatchObject({
    status: 503,
    errorCode: 'commit.unknown',
  })
  expect(await named('no key')).toBe(1)
})
