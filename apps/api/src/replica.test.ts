// @module-tag slow

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { House } from './test/server/house.ts'
import { until } from './test/until.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 })

let house: House
let token: string
let standby: pg.Pool
let apis: string[]

beforeAll(async () => {
  house = await House.open('replica', 'replica')
  ;({ token } = await house.signIn())
  const { runtimeUrl, replicaUrl } = house.addresses
  const { port } = new URL(replicaUrl)
  standby = new pg.Pool({
    connectionString: Object.assign(new URL(house.addresses.ownerUrl), { port }).href,
    max: 1,
  }).on('error', () => {})
  const start = () =>
    house.start(
      'http.ts',
      { DATABASE_URL: runtimeUrl, DATABASE_REPLICA_URL: replicaUrl },
      'listening at',
    )
  apis = [(await start()).url, (await start()).url]
})
afterAll(async () => {
  await standby.end()
  await house.close()
})

async function call(api: number, method: string, path: string, body?: object) {
  const response = await fetch(`${apis[api]}${path}`, {
    method,
    headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { data, errorCode } = (await response.json()) as {
    data: { list: { name: string }[]; total: number }
    errorCode: unknown
  }
  return { status: response.status, data, errorCode }
}
const add = (name: string) => call(0, 'POST', '/api/customer', { name })
const find = (name: string) =>
  call(1, 'GET', `/api/customer?current=1&pageSize=5&keyword=${encodeURIComponent(name)}`)
const names = async (name: string) => (await find(name)).data.list.map((one) => one.name)
/** How many transactions the standby has worked off. It tells so with a delay. */
async function byReplica(): Promise<number> {
  const { rows } = await standby.query(
    `select xact_commit::int as n from pg_stat_database where datname = current_database()`,
  )
  return rows[0].n
}

test('what somebody wrote by one process they read by another at once, however far behind the replica is', async () => {
  const before = await byReplica()
  for (let n = 0; n < 100; n++) {
    await add(`fresh ${n}.`)
    expect(await names(`fresh ${n}.`)).toEqual([`fresh ${n}.`])
  }
  // It did answer, and most of the time.
  await until(async () => ((await byReplica()) > before + 70 ? true : undefined))
})

test('a replica that has stopped following is passed over', async () => {
  const { rows } = await house.owner.query(`select pid from pg_stat_replication`)
  process.kill(rows[0].pid, 'SIGSTOP')
  try {
    await add('not followed')
    expect(await names('not followed')).toEqual(['not followed'])
  } finally {
    process.kill(rows[0].pid, 'SIGCONT')
  }
})

test('who was signed out is refused at once', async () => {
  const other = await house.signIn()
  const ask = () =>
    fetch(`${apis[1]}/api/customer?current=1&pageSize=5`, {
      headers: { authorization: other.token },
    })
  expect((await ask()).status).toBe(200)
  await house.owner.query(
    'update session set ended_at = now() where token_hash = sha256(convert_to($1, $2))',
    [other.token, 'UTF8'],
  )
  expect((await ask()).status).toBe(401)
})

test('without the replica the primary answers, and the replica again when it is back', async () => {
  await house.order('stopReplica')
  const begun = performance.now()
  expect((await find('fresh 1.')).status).toBe(200)
  expect((await find('fresh 1.')).status).toBe(200)
  expect(performance.now() - begun).toBeLessThan(5000)
  await house.order('startReplica')
  await sleep(500)
  expect(await names('fresh 2.')).toEqual(['fresh 2.'])
})
