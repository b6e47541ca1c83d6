import pg from 'pg'
import { expect, test } from 'vitest'
import { make } from '../../test/make.ts'
import { testApp } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'
import { beginComparison, takeAcross } from './compare.ts'

const t = testApp()

/** So many statements of this database wait for a lock. */
const waiting = (count: number) =>
  until(async () => {
    const [row] = await t.owner<{ waiting: number }>(
      `select count(*)::int as waiting
       from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return row?.waiting === count || undefined
  })

test('whoever compares anew while a step is taken in waits for it, and begins from the beginning', async () => {
  const companyId = await make.company(t)
  const accountId = await make.paypalAccount(t, companyId)
  const data = { companyId, accountId } as Parameters<typeof beginComparison>[1]
  await t.owner(`select quarantine_on(now() - interval '1 hour', 'a test')`)
  const begin = () => t.in(companyId, (db) => beginComparison(db, data))
  await begin()
  const [progress] = await t.in(companyId, (db) =>
    db
      .selectFrom('quarantineAccount')
      .select(['quarantinedAt', 'startedAt', 'stage'])
      .where('accountId', '=', accountId)
      .execute(),
  )
  // The step stands between its look at how far the comparison is and what it writes, as one with
  // hundreds of bills does for seconds.
  const third = new pg.Client({ connectionString: t.ownerUrl })
  await third.connect()
  await third.query('begin; lock table quarantine_finding in share mode')
  const prepared = { progress, step: { stage: 'unreadable', why: 'A_TEST' } }
  const step = t.in(companyId, (db) =>
    takeAcross({ db, data, prepared } as unknown as Parameters<typeof takeAcross>[0]),
  )
  await waiting(1)
  const anew = begin()
  await waiting(2)
  await third.query('commit')
  await third.end()
  await Promise.all([step, anew])
  expect(
    await t.owner('select stage, failure from quarantine_account where account_id = $1', [
      accountId,
    ]),
  ).toEqual([{ stage: 'invoices', failure: '' }])
  expect(
    await t.owner('select label from quarantine_finding where account_id = $1', [accountId]),
  ).toEqual([])
})
