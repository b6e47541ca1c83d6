// @module-tag slow

import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { loginApi } from '@paydesk/contract/people/login'
import { type Notice, noticeApi } from '@paydesk/contract/people/notice'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { noticeNewDevice } from '../people/session/session.ts'
import { make, password, type TestUser } from '../test/make.ts'
import { testApp, testMasterKeys } from '../test/testApp.ts'

const t = testApp()
const workers: ChildProcess[] = []
afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill('SIGKILL')
})

function startWorker(): Promise<void> {
  const worker = spawn(process.execPath, [new URL('../worker.ts', import.meta.url).pathname], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: t.runtimeUrl,
      LOG_LEVEL: 'info',
      PAYDESK_MASTER_KEYS: testMasterKeys,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  workers.push(worker)
  return new Promise((resolve) =>
    worker.stdout?.on('data', (chunk: Buffer) => chunk.includes('"working"') && resolve()),
  )
}

const signIn = (user: TestUser, device: string) =>
  t.call(
    loginApi.account,
    { body: { username: user.username, password } },
    { headers: { 'user-agent': device } },
  )
const notices = async (user: TestUser) =>
  (await t.call(noticeApi.list, {}, { token: user.token })).body.data as {
    list: Notice[]
    total: number
  }
const jobStates = async () =>
  (
    await t.owner<{ state: string }>(
      `select state from pgboss.job where name = $1 order by created_on`,
      [noticeNewDevice.name],
    )
  ).map(({ state }) => state)

async function until<T>(
  read: () => Promise<T>,
  done: (value: T) => boolean,
  timeoutMs: number,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (done(value) || Date.now() > deadline) return value
    await sleep(50)
  }
}

test('the job commits with the change that asked for it, or not at all', async () => {
  const user = await make.operator(t)
  const data = { companyId: user.companyId, userId: user.userId, sessionId: user.userId }
  await expect(
    t.in(user.companyId, async (db) => {
      await t.jobs.enqueue(db, noticeNewDevice, data)
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await jobStates()).toEqual([])
  await t.in(user.companyId, (db) => t.jobs.enqueue(db, noticeNewDevice, data))
  expect(await jobStates()).toEqual(['created'])
  await t.owner('delete from pgboss.job')
})

test('a backlog is worked off without waiting between jobs', async () => {
  const user = await make.operator(t)
  const data = { companyId: user.companyId, userId: user.userId, sessionId: user.userId }
  await t.in(user.companyId, async (db) => {
    for (let index = 0; index < 50; index++) await t.jobs.enqueue(db, noticeNewDevice, data)
  })
  await startWorker()
  const states = await until(jobStates, (all) => all.every((state) => state === 'completed'), 8000)
  expect(states).toEqual(Array(50).fill('completed'))
  await t.owner('delete from pgboss.job')
})

test('a sign-in from another device gives one notice', async () => {
  const user = await make.operator(t)
  await startWorker()
  await signIn(user, 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0')
  const { list } = await until(
    () => notices(user),
    ({ list }) => list.length > 0,
    10_000,
  )
  expect(list).toMatchObject([
    { kind: 'newDevice', data: { device: 'Chrome · Windows', address: '127.0.0.1' }, readAt: null },
  ])
  await signIn(user, 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0')
  await until(jobStates, (states) => states.every((state) => state === 'completed'), 10_000)
  expect((await notices(user)).total).toBe(1)
})

test('a killed worker’s job runs again within 15 s, with one effect', async () => {
  const user = await make.operator(t)
  await startWorker()
  await startWorker()
  // The job waits for this lock inside its transaction: the worker that took it is
  // caught in the middle.
  const blocker = new pg.Client({ connectionString: t.ownerUrl })
  await blocker.connect()
  await blocker.query('begin; lock table notice in access exclusive mode')
  await signIn(user, 'Mozilla/5.0 (Macintosh; Mac OS X) Firefox/150.0')
  const waiting = () =>
    t.owner<{ name: string }>(`select application_name as name from pg_stat_activity
      where application_name like 'paydesk-worker %'
        and datname = current_database()
        and wait_event_type = 'Lock'`)
  const [holder] = await until(waiting, (rows) => rows.length > 0, 10_000)
  process.kill(Number(holder?.name.split(' ')[1]), 'SIGKILL')
  const killedAt = Date.now()
  await blocker.query('commit')
  await blocker.end()
  const { list, total } = await until(
    () => notices(user),
    (page) => page.list.length > 0,
    20_000,
  )
  const recoveredMs = Date.now() - killedAt
  expect({ total, data: list[0]?.data }).toMatchObject({
    total: 1,
    data: { device: 'Firefox · macOS' },
  })
  expect(recoveredMs).toBeLessThan(15_000)
  expect((await until(jobStates, (states) => states.at(-1) === 'completed', 5_000)).at(-1)).toBe(
    'completed',
  )
}, 60_000)
