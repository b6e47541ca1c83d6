import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CallFailed } from '@paydesk/paypal/outcome'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { make } from '../test/make.ts'
import { Between } from '../test/server/between.ts'
import { testApp } from '../test/testApp.ts'
import { until } from '../test/until.ts'
import { quietLog } from '../test/world/moneyWorld.ts'
import type { Db } from './db.ts'
import { deadLetterQueue, type Job, Jobs, job, jobWithWait } from './job.ts'
import { Listening } from './live/listen.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'

const t = testApp()
let companyId = ''
let worker: Jobs
let listening: Listening
let between: Between
let pool: pg.Pool
/** What a worker would log of its jobs. */
const told: string[] = []
const log = {
  ...quietLog,
  child: () => ({
    ...quietLog,
    info: (_: unknown, text: string) => told.push(text),
    error: (_: unknown, text: string) => told.push(text),
  }),
} as never

const Data = z.object({ companyId: z.uuid(), what: z.string().default('as before') })
const kindOf = (name: string) => ({ name: `test.${name}`, data: Data })
/** Waits for PayPal, in three places, of which one account may have two. */
const calling = {
  name: 'test.calling',
  data: z.object({ companyId: z.uuid(), accountId: z.uuid().optional(), n: z.number() }),
  concurrency: 3,
  perAccount: 2,
}
const answers = Promise.withResolvers<void>()

/** How often each kind was begun, and what it does each time. */
const begun = new Map<string, number>()
const begin = (name: string) => begun.set(name, (begun.get(name) ?? 0) + 1).get(name) as number
const note = (db: Db, kind: string, what: string) =>
  sql`
    insert into job_effect (kind, what, company)
    values (${kind}, ${what}, current_setting('app.company_id'))`.execute(db)
const stateOf = async (name: string) =>
  (
    await t.owner<{ state: string }>(
      'select state from pgboss.job where name = $1 order by created_on',
      [`test.${name}`],
    )
  ).map(({ state }) => state)
const effects = async (kind: string) =>
  (await t.owner<{ what: string }>('select what from job_effect where kind = $1', [kind])).map(
    ({ what }) => what,
  )

const notAllowed = new CallFailed({
  outcome: 'refused',
  refusal: {
    by: 'allowance',
    name: 'NOT_YET',
    message: 'not this account’s turn',
    issues: [],
    retryAfterMs: 40_000,
  },
})

const jobs: Job[] = [
  job(kindOf('plain'), async ({ db, data }) => {
    begin('plain')
    await note(db, 'plain', data.what)
  }),
  // While it works, the engine takes its worker for dead and gives the job to the next one.
  job(kindOf('taken'), async ({ db }) => {
    const run = begin('taken')
    await note(db, 'taken', `run ${run}`)
    if (run === 1)
      await t.owner(
        `update pgboss.job set state = 'retry', start_after = now() where name = 'test.taken'`,
      )
  }),
  // The database refuses the first run when it commits, after the job's work was done.
  job(kindOf('refused'), async ({ db }) => {
    const run = begin('refused')
    await note(db, 'refused', `run ${run}`)
    if (run === 1) await note(db, 'refused', `run ${run}`)
  }),
  job(kindOf('failing'), async ({ db }) => {
    const run = begin('failing')
    await note(db, 'failing', `run ${run}`)
    if (run === 1) throw new Error('not this time')
  }),
  jobWithWait(
    kindOf('later'),
    async () => {
      begin('later')
      throw notAllowed
    },
    async ({ db }) => void (await note(db, 'later', 'worked')),
  ),
  jobWithWait(
    kindOf('broken'),
    async () => {
      if (begin('broken') === 1) throw new Error('no such server')
    },
    async ({ db }) => void (await note(db, 'broken', 'worked')),
  ),
  jobWithWait(
    calling,
    async ({ data: { accountId } }) => {
      begin(`of ${accountId}`)
      if (accountId === slowAccount) await answers.promise
    },
    async ({ db, data: { accountId, n } }) => void (await note(db, 'calling', `${accountId} ${n}`)),
  ),
]
const [slowAccount, otherAccount] = [randomUUID(), randomUUID()]

const enqueue = (name: string, data: object = {}, when = {}) =>
  t.in(companyId, (db) => t.jobs.enqueue(db, kindOf(name), { companyId, ...data }, when))

beforeAll(async () => {
  companyId = await make.company(t)
  await migrate(t.ownerUrl, [...jobs, kindOf('queued')])
  await t.owner(
    `create table job_effect (
       kind text, what text, company text, unique (kind, what) deferrable initially deferred
     )`,
  )
  await t.owner('grant select, insert on job_effect to paydesk_app')
  listening = new Listening(t.runtimeUrl, 'test-jobs', quietLog)
  await listening.start()
  worker = await Jobs.start(t.runtimeUrl, quietLog, listening)
  // The jobs' own transactions go through something that can lose the answer to a commit.
  between = await Between.start(Number(new URL(t.runtimeUrl).port))
  pool = createPool(between.url(t.runtimeUrl), 4, 'test-work')
  await worker.work(pool, jobs, log, t.outside)
})
afterAll(async () => {
  await worker?.stop()
  await listening?.stop()
  await pool?.end()
  between?.stop()
})

test('a job works in its company, and its work is there with its completion', async () => {
  await enqueue('plain', { what: 'work' })
  await until(async () => ((await stateOf('plain'))[0] === 'completed' ? true : undefined))
  expect(await t.owner('select what, company from job_effect where kind = $1', ['plain'])).toEqual([
    { what: 'work', company: companyId },
  ])
})

test.each(['loseAnswer', 'lose'] as const)(
  'a job whose commit is not answered (%s) is looked up: its work is there once',
  async (fate) => {
    begun.clear()
    told.length = 0
    let times = 1
    between.fateOf = (message) => (message === 'commit' && times-- > 0 ? fate : undefined)
    await enqueue('plain', { what: fate })
    await until(async () =>
      (await stateOf('plain')).every((state) => state === 'completed') &&
      (await effects('plain')).includes(fate)
        ? true
        : undefined,
    )
    expect(begun.get('plain')).toBe(fate === 'lose' ? 2 : 1)
    expect(told).toEqual(fate === 'lose' ? ['job failed', 'job done'] : ['job done'])
  },
)

test('a job that another worker has taken over leaves nothing: the other run counts', async () => {
  await enqueue('taken')
  await until(async () => ((await stateOf('taken'))[0] === 'completed' ? true : undefined))
  expect(begun.get('taken')).toBe(2)
  expect(await effects('taken')).toEqual(['run 2'])
})

test('a job whose transaction is refused at its end is not completed', async () => {
  await enqueue('refused')
  await until(async () => ((await effects('refused')).length > 0 ? true : undefined))
  expect(await effects('refused')).toEqual(['run 2'])
  await until(async () => ((await stateOf('refused'))[0] === 'completed' ? true : undefined))
})

test('a job that fails leaves nothing and runs again', async () => {
  await enqueue('failing')
  await until(async () => ((await stateOf('failing'))[0] === 'completed' ? true : undefined))
  expect(await effects('failing')).toEqual(['run 2'])
})

test('a job whose calls must wait comes back then, without having failed', async () => {
  await enqueue('later')
  const waits = async () => {
    const rows = await t.owner<{ state: string; seconds: number; retries: number }>(
      `select state, round(extract(epoch from start_after - created_on))::int as seconds,
         retry_count as retries
       from pgboss.job
       where name = 'test.later' order by created_on`,
    )
    return rows.length === 2 ? rows : undefined
  }
  expect(await until(waits)).toEqual([
    { state: 'completed', seconds: 0, retries: 0 },
    { state: 'created', seconds: 40, retries: 0 },
  ])
  expect(await effects('later')).toEqual([])
})

test('a job whose preparation fails for another reason has failed, and is tried again', async () => {
  await enqueue('broken')
  await until(async () => ((await stateOf('broken'))[0] === 'completed' ? true : undefined))
  expect(begun.get('broken')).toBe(2)
  expect(
    await t.owner(`select count(*)::int as jobs from pgboss.job where name = 'test.broken'`),
  ).toEqual([{ jobs: 1 }])
})

test('an account that PayPal answers slowly leaves places to the others', async () => {
  const call = (n: number, accountId?: string) =>
    t.in(companyId, (db) => t.jobs.enqueue(db, calling, { companyId, accountId, n }))
  for (let n = 0; n < 6; n++) await call(n, slowAccount)
  await until(async () => (begun.get(`of ${slowAccount}`) === 2 ? true : undefined))
  await call(6, otherAccount)
  // One that the release before queued names no account.
  await call(7)
  await until(async () => ((await effects('calling')).length === 2 ? true : undefined))
  expect(begun.get(`of ${slowAccount}`)).toBe(2)
  answers.resolve()
  await until(async () =>
    (await stateOf('calling')).every((state) => state === 'completed') ? true : undefined,
  )
  expect(begun.get(`of ${slowAccount}`)).toBe(6)
})

test('data is checked when it is queued, and again when it is read', async () => {
  await expect(enqueue('plain', { what: 5 })).rejects.toThrow()
  const before = begun.get('plain')
  await t.jobs.boss.send('test.plain', { companyId, what: 5 })
  await until(async () => ((await stateOf('plain')).includes('retry') ? true : undefined))
  expect(begun.get('plain')).toBe(before)
  // An older build queued a job that lacks what has been added since.
  await t.jobs.boss.send('test.plain', { companyId })
  await until(async () => ((await effects('plain')).includes('as before') ? true : undefined))
})

test('a job belongs to the transaction that asks for it, waits as long as it says, and is shared by those who ask with one key', async () => {
  const fails = t.in(companyId, async (db) => {
    await t.jobs.enqueue(db, kindOf('queued'), { companyId })
    throw new Error('changed my mind')
  })
  await expect(fails).rejects.toThrow('changed my mind')
  await sleep(100)
  expect(await stateOf('queued')).toEqual([])
  for (let n = 0; n < 3; n++) await enqueue('queued', {}, { afterSeconds: 600, onceBy: 'one' })
  await enqueue('queued', {}, { afterSeconds: 600, onceBy: 'other' })
  const waiting = await t.owner<{ soon: boolean }>(
    `select start_after < now() + interval '5 minutes' as soon
     from pgboss.job
     where name = 'test.queued'`,
  )
  expect(waiting).toEqual([{ soon: false }, { soon: false }])
})

test('a job is tried for more than an hour and then kept for a person; a killed worker’s job is missed soon', async () => {
  const [queue] = await t.owner<Record<string, unknown>>(
    `select retry_limit, retry_delay, retry_backoff, retry_delay_max, heartbeat_seconds,
       dead_letter
     from pgboss.queue
     where name = 'test.plain'`,
  )
  expect(queue).toEqual({
    retry_limit: 20,
    retry_delay: 1,
    retry_backoff: true,
    retry_delay_max: 300,
    heartbeat_seconds: 10,
    dead_letter: deadLetterQueue,
  })
})
