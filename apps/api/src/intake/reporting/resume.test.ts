// @module-tag slow

import { type AccountCoverage, transactionApi } from '@paydesk/contract/money/transaction'
import { expect, test } from 'vitest'
import { accountSim } from '../../test/server/accountSim.ts'
import { testApp } from '../../test/testApp.ts'
import { dataOf } from '../../test/world/billWorld.ts'
import { moneyWorld } from '../../test/world/moneyWorld.ts'
import { takeLease } from './lease.ts'
import { syncAccount } from './sync.ts'

const sim = await accountSim()
const t = testApp({ environment: () => ({ ...sim.environment, PAYPAL_TIMEOUT_MS: '2000' }) })

type World = Awaited<ReturnType<typeof moneyWorld>>
const hourMs = 3_600_000
/**
 * Enough for a call or two. The simulator decides how long a call takes, so that a busy
 * machine changes little.
 */
const jobMs = 750

/** Makes three pages of rows, spread over days, for an account at which each call takes a while. */
async function slowWorld() {
  const w = await moneyWorld(t, sim)
  await w.sync()
  for (let day = 0; day < 5; day++) {
    await w.settle(20 * hourMs)
    await sim.act('addRows', { accountId: w.app.accountId, count: 300 })
  }
  await w.settle()
  await sim.act('addFault', {
    kind: 'slow',
    accountId: w.app.accountId,
    operation: 'search.get',
    ms: 250,
    times: -1,
  })
  return w
}

/** Runs as many jobs as needed, each with time for no more than a window or two. */
async function jobsUntilDone(w: World, most = 40): Promise<number> {
  await t.owner('update account_sync set due_at = now() where company_id = $1', [w.companyId])
  for (let jobs = 1; jobs <= most; jobs++) if (!(await syncAccount(w.side(), w, jobMs))) return jobs
  throw new Error(`not done after ${most} jobs`)
}
const count = async (w: World) =>
  (await w.query<{ count: number }>('select count(*) from paypal_transaction'))[0]?.count

test('a reading that takes longer than a job continues where it stopped, until it is done', async () => {
  const w = await slowWorld()
  // A deep reading is due: all of the days are read again although they are covered.
  await w.sync()
  expect(await count(w)).toBe(1500)
  await t.owner(
    `update sync_run set started_at = started_at - interval '2 days' where company_id = $1`,
    [w.companyId],
  )
  expect(await jobsUntilDone(w)).toBeGreaterThan(1)
  const [last] = await w.query(
    `select state, kind, rows_seen >= 1500 as whole,
       window_to - window_from > interval '4 days' as deep
     from sync_run
     order by started_at desc
     limit 1`,
  )
  expect(last).toEqual({ state: 'done', kind: 'regular', whole: true, deep: true })
  expect((await w.proofs()).map(({ difference }) => difference)).toEqual([0])
}, 120_000)

test('a resync on request advances beside the regular reading, and continues where a killed worker stopped', async () => {
  const w = await slowWorld()
  await jobsUntilDone(w)
  const read = async () =>
    dataOf<{ list: AccountCoverage[] }>(await t.as(w.admin).call(transactionApi.coverage, {}))
      .list[0]
  const coverage = await read()
  const body = {
    accountId: w.accountId,
    from: coverage?.beginsAt as string,
    to: coverage?.completeThrough as string,
  }
  dataOf(await t.as(w.admin).call(transactionApi.resync, { body }))
  await t.owner('update account_sync set due_at = now() where company_id = $1', [w.companyId])
  expect(await syncAccount(w.side(), w, jobMs)).toBe(true)
  const progress = async () =>
    Date.parse(
      (await w.query<{ at: string }>(`select read_to as at from sync_run where kind = 'resync'`))[0]
        ?.at ?? '',
    )
  const half = await progress()
  expect(half).toBeGreaterThan(Date.parse(body.from))
  // The regular reading has had its turn in the same job.
  expect((await read())?.runs.find(({ kind }) => kind === 'regular')).toMatchObject({
    state: expect.stringMatching(/done|wanted/),
  })
  // The next worker dies in the middle of the resync.
  await takeLease(t.pool, w, 300)
  await t.owner(`update sync_run set state = 'running' where kind = 'resync' and company_id = $1`, [
    w.companyId,
  ])
  await t.owner(
    `update account_sync
     set due_at = now(), leased_until = now() - interval '1 second'
     where company_id = $1`,
    [w.companyId],
  )
  await syncAccount(w.side(), w, jobMs)
  expect(await progress()).toBeGreaterThan(half)
  await jobsUntilDone(w)
  expect((await read())?.runs.find(({ kind }) => kind === 'resync')).toMatchObject({
    state: 'done',
    from: body.from,
    rowsNew: 0,
  })
}, 120_000)
