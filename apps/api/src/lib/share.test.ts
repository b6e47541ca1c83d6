// @module-tag slow

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { billApi } from '@paydesk/contract/billing/bill'
import { customerApi } from '@paydesk/contract/billing/customer'
import { webhookApi } from '@paydesk/contract/intake/event'
import { auditLogApi } from '@paydesk/contract/office/auditLog'
import { healthApi } from '@paydesk/contract/office/health'
import { loginApi } from '@paydesk/contract/people/login'
import { userApi } from '@paydesk/contract/people/user'
import pg from 'pg'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { make, type TestUser } from '../test/make.ts'
import { testApp } from '../test/testApp.ts'
import { until } from '../test/until.ts'

const t = testApp({
  environment: () => ({
    DATABASE_POOL_SIZE: '10',
    WORK_SHARES: 'waiting=20,heavy=2,heavyWaiting=4,files=3,streams=3,companyStreams=5',
  }),
})
let url: string
beforeAll(async () => {
  url = await t.app.listen({ host: '127.0.0.1', port: 0 })
})

const lanes = () =>
  Object.fromEntries(Object.entries(t.app.share.lanes).map(([name, { state }]) => [name, state]))
const idle = { running: 0, waiting: 0 }
const allIdle = { light: idle, writes: idle, heavy: idle, steps: idle, files: idle, streams: idle }
// Whatever a test does, every place is given back.
afterEach(async () => {
  for (const client of locks) await client.end()
  for (const asking of asked) asking.destroy()
  locks = []
  asked = []
  await until(
    () =>
      Object.values(lanes()).every(({ running, waiting }) => running + waiting === 0) || undefined,
  )
  expect(lanes()).toEqual(allIdle)
})

/** Reads of these tables wait until `release`. */
let locks: pg.Client[] = []
async function blocked(table: string) {
  const client = new pg.Client({ connectionString: t.ownerUrl })
  locks.push(client)
  await client.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  return { release: () => client.query('rollback') }
}
const statusOf = ({ status }: { status: number }) => status
const times = <T>(n: number, act: () => Promise<T>) => Array.from({ length: n }, act)
const exportBills = (who: TestUser) => t.as(who).call(billApi.export, { query: { format: 'csv' } })
const refusedNow = async (calls: Promise<{ status: number }>[], refused: number) => {
  let seen = 0
  for (const call of calls) void call.then(({ status }) => (seen += status === 429 ? 1 : 0))
  await until(() => seen === refused || undefined)
}

test('one user’s burst of ordinary calls takes a share of the pool; the rest waits or is told when to come back', async () => {
  const [admin, stranger] = [await make.admin(t), await make.admin(t)]
  await t.as(admin).call(customerApi.list, {})
  const { release } = await blocked('customer')
  const calls = times(40, () => t.as(admin).call(customerApi.list, {}))
  await refusedNow(calls, 40 - 3 - 20)
  expect(lanes().light).toEqual({ running: 3, waiting: 20 })
  expect((await t.as(stranger).call(auditLogApi.list, {})).status).toBe(200)
  const over = await t.as(admin).call(customerApi.list, {})
  expect(over).toMatchObject({
    status: 429,
    body: { errorCode: 'limit.busy', showType: 1, data: { seconds: expect.any(Number) } },
  })
  expect(Number(over.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(over.body.errorMessage).toMatch(/^系统正忙.* \d+ 秒后再试$/)
  expect(t.pool.totalCount).toBeLessThanOrEqual(6)
  await release()
  expect((await Promise.all(calls)).map(statusOf).filter((status) => status === 200)).toHaveLength(
    23,
  )
})

test('all sessions of a user count together, and so do the users of a company', async () => {
  const admin = await make.admin(t)
  const second = { ...admin, token: await make.session(t, admin.companyId, admin.userId) }
  for (const who of [admin, second]) await t.as(who).call(auditLogApi.list, {})
  const colleagues = await Promise.all(times(3, () => make.admin(t, admin.companyId)))
  for (const who of colleagues) await t.as(who).call(auditLogApi.list, {})
  const { release } = await blocked('customer')
  const calls = [admin, second].flatMap((who) =>
    times(10, () => t.as(who).call(customerApi.list, {})),
  )
  await until(() => lanes().light?.waiting === 17 || undefined)
  expect(lanes().light).toEqual({ running: 3, waiting: 17 })
  const more = colleagues.flatMap((who) => times(3, () => t.as(who).call(customerApi.list, {})))
  await until(() => lanes().light?.waiting === 23 || undefined)
  expect(lanes().light).toEqual({ running: 6, waiting: 23 })
  await release()
  expect(new Set((await Promise.all([...calls, ...more])).map(statusOf))).toEqual(new Set([200]))
})

test('tokens that nobody has count by the address, so that inventing them gains nothing', async () => {
  const { release } = await blocked('session')
  const calls = times(30, () =>
    t.call(customerApi.list, {}, { token: Math.random().toString(36), address: '203.0.113.9' }),
  )
  await until(() => lanes().light?.waiting === 24 || undefined)
  expect(lanes().light).toEqual({ running: 6, waiting: 24 })
  await release()
  expect(new Set((await Promise.all(calls)).map(statusOf))).toEqual(new Set([401]))
})

test('heavy work has few places; lists of the same user go on, and so does heavy work of others', async () => {
  const [admin, stranger] = [await make.admin(t), await make.admin(t)]
  // Before a session's first call its address stands for its company, and all tests
  // have the same one.
  for (const who of [admin, stranger]) await t.as(who).call(auditLogApi.list, {})
  const { release } = await blocked('bill')
  const calls = times(20, () => exportBills(admin))
  await refusedNow(calls, 15)
  expect(lanes().heavy).toEqual({ running: 1, waiting: 4 })
  expect((await t.as(admin).call(auditLogApi.list, {})).status).toBe(200)
  const theirs = await t.as(stranger).call(auditLogApi.export, { query: { format: 'csv' } })
  expect(theirs.status).toBe(200)
  await release()
  expect((await Promise.all(calls)).map(statusOf).filter((status) => status === 200)).toHaveLength(
    5,
  )
})

/** Asks over a real connection, which the test can close. */
let asked: ClientRequest[] = []
function ask(path: string, who: TestUser) {
  const asking = request(`${url}${path}`, { agent: false, headers: { authorization: who.token } })
  asking.on('error', () => {})
  const answered = once(asking, 'response').then(([answer]) => answer as IncomingMessage)
  answered.catch(() => {})
  asking.end()
  asked.push(asking)
  return { answered, close: () => asking.destroy() }
}

test('whoever goes away while waiting leaves the queue; one at work keeps the place as long as the connection', async () => {
  const admin = await make.admin(t)
  const { release } = await blocked('bill')
  const calls = [1, 2, 3, 4].map(() => ask('/api/export/payPalBill?format=csv', admin))
  await until(() => lanes().heavy?.waiting === 3 || undefined)
  for (const { close } of calls) close()
  await until(() => lanes().heavy?.waiting === 0 || undefined)
  expect(lanes().heavy).toEqual({ running: 1, waiting: 0 })
  await release()
})

test('a failure gives the place back', async () => {
  const admin = await make.admin(t)
  const { release } = await blocked('bill')
  const call = exportBills(admin)
  await until(() => lanes().heavy?.running === 1 || undefined)
  await t.owner(
    `select pg_cancel_backend(pid)
     from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  expect((await call).status).toBe(503)
  await release()
})

async function manyBills(who: TestUser, rows: number) {
  await make.bill(t, who, { number: 'B-1' })
  await t.owner(
    `insert into bill (
       company_id, owner_id, number, title, customer_id, customer_name, currency, total_minor,
       due_minor, status
     )
     select company_id, owner_id, 'M-' || i, repeat('long ', 250), customer_id,
       repeat('name ', 250), 'USD', i, i, 'draft'
     from bill, generate_series(1, $2::integer) i where number = 'B-1' and company_id = $1`,
    [who.companyId, rows],
  )
}

test('a slow reader gives the place to others between batches, and has only so many files open', async () => {
  const admin = await make.admin(t)
  await manyBills(admin, 12_000)
  await t.as(admin).call(auditLogApi.list, {})
  const slow = ask('/api/export/payPalBill?format=csv', admin)
  const answer = await slow.answered
  expect(answer.statusCode).toBe(200)
  answer.pause()
  await until(() => lanes().heavy?.running === 0 || undefined)
  expect(lanes().files).toEqual({ running: 1, waiting: 0 })
  expect((await t.as(admin).call(auditLogApi.export, { query: { format: 'csv' } })).status).toBe(
    200,
  )
  const others = []
  for (let n = 0; n < 2; n++) {
    const other = ask('/api/export/payPalBill?format=csv', admin)
    ;(await other.answered).pause()
    others.push(other)
  }
  const over = await t.as(admin).call(auditLogApi.export, { query: { format: 'csv' } })
  expect(over).toMatchObject({ status: 429, body: { errorCode: 'limit.busy' } })
  expect(Number(over.headers['retry-after'])).toBe(10)
  let bytes = 0
  for await (const chunk of answer) bytes += chunk.length
  expect(bytes).toBeGreaterThan(12_000 * 2500)
}, 60_000)

test('streams: a few for each user, more for a company, and the place of one that closes is free', async () => {
  const admin = await make.admin(t)
  const colleague = await make.admin(t, admin.companyId)
  const open = async (who: TestUser) => {
    const stream = ask('/api/stream', who)
    const answer = await stream.answered
    return { ...stream, answer, status: answer.statusCode }
  }
  const streams = []
  for (let n = 0; n < 4; n++) streams.push(await open(admin))
  expect(streams.map(statusOf as never)).toEqual([200, 200, 200, 429])
  expect(streams[3]?.answer.headers['retry-after']).toBe('30')
  const theirs = [await open(colleague), await open(colleague), await open(colleague)]
  expect(theirs.map(statusOf as never)).toEqual([200, 200, 429])
  streams[0]?.close()
  await until(() => lanes().streams?.running === 4 || undefined)
  expect(
    statusOf((await open(admin).then((stream) => streams.push(stream) && stream)) as never),
  ).toBe(200)
  for (const { close } of [...streams, ...theirs]) close()
})

/** The most connections that were in use at the same time meanwhile. */
async function mostConnections(work: () => Promise<unknown>): Promise<number> {
  let [now, most] = [0, 0]
  const acquired = () => {
    most = Math.max(most, ++now)
  }
  const released = () => now--
  t.pool.on('acquire', acquired).on('release', released)
  await work()
  t.pool.off('acquire', acquired).off('release', released)
  return most
}

test('strangers who ask without end for readiness, or for accounts that nobody has, hold one connection', async () => {
  const ready = async () => expect((await t.call(healthApi.ready, {})).status).toBe(200)
  expect(await mostConnections(() => Promise.all(times(100, ready)))).toBe(1)
  const statuses: number[] = []
  const invented = async () =>
    statuses.push(
      (await t.call(webhookApi.receive, { params: { accountId: randomUUID() } as never })).status,
    )
  expect(await mostConnections(() => Promise.all(times(100, invented)))).toBe(1)
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  expect(statuses.filter((status) => status === 404)).toHaveLength(51)
})

test('a file’s body is not read before it is known whose token that is', async () => {
  const status = await new Promise((resolve) => {
    const asking = request(`${url}/api/payPalBill/import/check`, {
      method: 'POST',
      headers: {
        authorization: 'invented',
        'content-type': 'application/octet-stream',
        'content-length': '2000000',
      },
    })
    asked.push(asking.on('error', () => {}))
    asking.on('response', ({ statusCode }) => resolve(statusCode))
    // Nothing but the head is ever sent.
    asking.flushHeaders()
  })
  expect(status).toBe(401)
})

test('whoever is refused again and again costs no connection beyond their share', async () => {
  const user = await make.operator(t)
  const forbidden = async () => expect((await t.as(user).call(userApi.list, {})).status).toBe(403)
  expect(await mostConnections(() => Promise.all(times(9, forbidden)))).toBeLessThanOrEqual(3)
})

test('health answers while everything waits, and sign-in does not wait for other calls', async () => {
  const admin = await make.admin(t)
  const { release } = await blocked('customer, bill')
  const calls = [...times(10, () => t.as(admin).call(customerApi.list, {})), exportBills(admin)]
  await until(() => lanes().light?.waiting === 7 || undefined)
  expect((await t.call(healthApi.live, {})).status).toBe(200)
  expect((await t.call(healthApi.ready, {})).status).toBe(200)
  expect(
    (await t.call(loginApi.account, { body: { username: 'nobody', password: 'x' } })).status,
  ).toBe(422)
  await release()
  await Promise.all(calls)
})
