// @module-tag slow

import { type AccountCoverage, transactionApi } from '@paydesk/contract/money/transaction'
import { expect, test } from 'vitest'
import { inCompany } from '../../lib/db.ts'
import { accountSim } from '../../test/server/accountSim.ts'
import { testApp } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'
import { dataOf } from '../../test/world/billWorld.ts'
import { moneyWorld } from '../../test/world/moneyWorld.ts'
import { reportingJobs } from './jobs.ts'
import { hurrySync, inLease, keepLease, LeaseLost, takeLease } from './lease.ts'
import { syncAccount } from './sync.ts'

const sim = await accountSim()
const t = testApp({ environment: () => ({ ...sim.environment, PAYPAL_TIMEOUT_MS: '2000' }) })

type World = Awaited<ReturnType<typeof moneyWorld>>
const coverage = async (w: World) =>
  dataOf<{ list: AccountCoverage[] }>(await t.as(w.admin).call(transactionApi.coverage, {}))
    .list[0] as AccountCoverage
const dueIn = async (w: World) =>
  (
    await w.query<{ seconds: number }>(
      `select extract(epoch from due_at - now())::int as seconds from account_sync`,
    )
  )[0]?.seconds ?? 0

test('of several workers at once one reads the account, and nothing is doubled', async () => {
  const w = await moneyWorld(t, sim)
  await sim.act('addRows', { accountId: w.app.accountId, count: 700 })
  await w.settle()
  await Promise.all(Array.from({ length: 4 }, () => syncAccount(w.side(), w)))
  expect(await w.query(`select kind, state, rows_new from sync_run`)).toEqual([
    { kind: 'regular', state: 'done', rowsNew: 700 },
  ])
})

test('a dead worker’s account is taken over when its lease ends, and its late writes are refused', async () => {
  const w = await moneyWorld(t, sim)
  await w.pay(await w.invoice())
  await w.settle()
  const dead = await takeLease(t.pool, w, 300)
  if (!dead) throw new Error('no lease')
  await t.owner(
    `insert into sync_run (company_id, account_id, kind, window_from, window_to)
     values ($1, $2, 'regular', now(), now())`,
    [w.companyId, w.accountId],
  )
  await w.sync()
  expect(await w.query(`select count(*) from paypal_transaction`)).toEqual([{ count: 0 }])
  await t.owner(
    `update account_sync set leased_until = now() - interval '1 second' where company_id = $1`,
    [w.companyId],
  )
  await w.sync()
  expect(await w.query(`select count(*) from paypal_transaction`)).toEqual([{ count: 1 }])
  expect(await w.query(`select state, failure from sync_run order by started_at limit 1`)).toEqual([
    { state: 'failed', failure: 'interrupted' },
  ])
  await expect(inLease(t.pool, dead, async () => 'written')).rejects.toThrow(LeaseLost)
})

test('a worker that lives keeps its account, however slowly PayPal answers; a killed one holds it for half a minute at most', async () => {
  const w = await moneyWorld(t, sim)
  const held = async () =>
    (
      await w.query<{ seconds: number }>(
        `select extract(epoch from leased_until - now())::float as seconds from account_sync`,
      )
    )[0]?.seconds ?? 0
  const lease = await takeLease(t.pool, w, 300)
  if (!lease) throw new Error('no lease')
  expect(await held()).toBeLessThanOrEqual(30)
  await t.owner(
    `update account_sync set leased_until = now() + interval '2 seconds' where company_id = $1`,
    [w.companyId],
  )
  const beating = keepLease(t.pool, lease, 100)
  await until(async () => ((await held()) > 25 ? true : undefined))
  clearInterval(beating)
})

test('an account that does not answer waits alone and ever longer; the others continue', async () => {
  const [broken, fine] = [await moneyWorld(t, sim), await moneyWorld(t, sim)]
  for (const w of [broken, fine]) await w.pay(await w.invoice())
  await fine.settle()
  // The books of both are open, so that the search that fails is the reading's own.
  for (const w of [broken, fine]) await w.sync()
  await fine.settle()
  const slow = await sim.act<{ id: string }>('addFault', {
    kind: 'slow',
    accountId: broken.app.accountId,
    operation: 'search.get',
    ms: 30_000,
    times: -1,
  })
  await Promise.all([broken, fine].map((w) => w.sync()))
  expect(await coverage(fine)).toMatchObject({ failure: '', proofs: [{ differenceMinor: 0 }] })
  expect(await coverage(broken)).toMatchObject({
    failure: expect.stringContaining('timeout'),
    runs: [
      { state: 'failed', kind: 'regular' },
      { state: 'done', kind: 'regular' },
    ],
  })
  const first = await dueIn(broken)
  await broken.sync()
  expect(await dueIn(broken)).toBeGreaterThan(first + 30)
  await sim.act('removeFault', { id: slow.id })
}, 60_000)

test('when PayPal asks one account’s reading to wait, it means the address: no account there is read before, and none of them has failed', async () => {
  const [banned, other] = [await moneyWorld(t, sim), await moneyWorld(t, sim)]
  for (const w of [banned, other]) await w.pay(await w.invoice())
  await other.settle()
  const values = {
    kind: 'rateLimit',
    accountId: banned.app.accountId,
    operation: 'search.get',
    ms: 90_000,
    times: -1,
  }
  const rule = await sim.act<{ id: string }>('addFault', values)
  await banned.sync()
  expect(await coverage(banned)).toMatchObject({
    failure: expect.stringContaining('RATE_LIMIT'),
    completeThrough: null,
    covered: [],
  })
  expect(await dueIn(banned)).toBeGreaterThan(80)
  // Nothing would keep the other account from being read but the pause.
  for (const w of [banned, other]) await w.sync()
  expect(await coverage(other)).toMatchObject({
    failure: '',
    failedAt: null,
    completeThrough: null,
  })
  expect(await other.query('select failures from account_sync')).toEqual([{ failures: 0 }])
  expect(await banned.query('select failures from account_sync')).toEqual([{ failures: 1 }])
  for (const w of [banned, other]) expect(await dueIn(w)).toBeGreaterThan(80)
  await sim.act('removeFault', { id: rule.id })
  await t.owner('update paypal_address_allowance set held_until = null')
  for (const w of [banned, other]) await w.sync()
  for (const w of [banned, other])
    expect(await coverage(w)).toMatchObject({ failure: '', proofs: [{ differenceMinor: 0 }] })
}, 60_000)

test('a span is read again on request; missing rows come back, and present ones are not doubled', async () => {
  const w = await moneyWorld(t, sim)
  await w.pay(await w.invoice())
  await w.settle()
  await w.sync()
  const { completeThrough, beginsAt } = await coverage(w)
  const body = { accountId: w.accountId, from: beginsAt as string, to: completeThrough as string }
  expect(dataOf(await t.as(w.admin).call(transactionApi.resync, { body }))).toMatchObject({
    kind: 'resync',
    state: 'wanted',
    actorName: w.admin.username,
  })
  await w.sync()
  const [, resync] = (await coverage(w)).runs.toReversed()
  expect(resync).toMatchObject({
    kind: 'resync',
    state: 'done',
    rowsSeen: 1,
    rowsNew: 0,
    rowsChanged: 0,
    calls: expect.any(Number),
  })
  const backwards = await t
    .as(w.admin)
    .call(transactionApi.resync, { body: { ...body, from: body.to, to: body.from } })
  expect(backwards.status).toBe(422)
})

test('hurrying brings the next reading forward, but a failing account keeps its wait', async () => {
  const w = await moneyWorld(t, sim)
  await w.sync()
  expect(await dueIn(w)).toBeGreaterThan(200)
  await inCompany(t.pool, w.companyId, (db) => hurrySync(db, w.companyId, w.accountId))
  expect(await dueIn(w)).toBeLessThan(6)
  await t.owner(
    `update account_sync
     set due_at = now() + interval '1 hour', failures = 3
     where company_id = $1`,
    [w.companyId],
  )
  await inCompany(t.pool, w.companyId, (db) => hurrySync(db, w.companyId, w.accountId))
  expect(await dueIn(w)).toBeGreaterThan(3000)
  const { rows } = await t.pool.query(`select * from accounts_to_sync()`)
  expect(rows).not.toContainEqual(expect.objectContaining({ account_id: w.accountId }))
  await t.owner(`update account_sync set due_at = now() where company_id = $1`, [w.companyId])
  expect((await t.pool.query(`select * from accounts_to_sync()`)).rows).toContainEqual({
    company_id: w.companyId,
    account_id: w.accountId,
  })
})

test('readings that events brought forward share one proof per interval; books that differ are proved each time', async () => {
  const w = await moneyWorld(t, sim)
  await w.pay(await w.invoice())
  await w.settle()
  await w.sync()
  const proofs = () =>
    w.query<{ at: string; difference: number }>(
      'select checked_at as at, difference_minor as difference from balance_proof',
    )
  const first = await proofs()
  expect(first).toMatchObject([{ difference: 0 }])
  const hurried = async () => {
    await t.owner('update account_sync set due_at = now() where company_id = $1', [w.companyId])
    await syncAccount(w.side(), w)
    return proofs()
  }
  expect(await hurried()).toEqual(first)
  await t.owner('update balance_proof set paypal_minor = paypal_minor + 1 where company_id = $1', [
    w.companyId,
  ])
  const second = await hurried()
  expect(second).toMatchObject([{ difference: 0 }])
  expect(second[0]?.at).not.toBe(first[0]?.at)
})

test('due accounts are looked for every five seconds: a hurried one is read within seconds', async () => {
  const w = await moneyWorld(t, sim)
  await w.sync()
  const [tick, look] = ['transaction.sync', 'transaction.readDue'].map((name) =>
    reportingJobs.find((job) => job.name === name),
  )
  const run = (job: typeof tick) =>
    inCompany(
      t.pool,
      '',
      (db) =>
        job?.handle({ ...w.side(), db, data: {}, prepared: undefined }) ??
        Promise.reject(new Error('no such job')),
    )
  const queued = (name: string, account = '%') =>
    t.owner<{ wait: number }>(
      `select extract(epoch from start_after - created_on)::int as wait
       from pgboss.job
       where name = $1 and data::text like $2
       order by 1`,
      [name, account],
    )
  await run(tick)
  expect((await queued('transaction.readDue')).map(({ wait }) => wait)).toEqual([
    5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55,
  ])
  expect(await queued('transaction.syncAccount', `%${w.accountId}%`)).toEqual([])
  await t.owner(`update account_sync set due_at = now() where company_id = $1`, [w.companyId])
  await run(look)
  await run(look)
  expect(await queued('transaction.syncAccount', `%${w.accountId}%`)).toHaveLength(1)
})
