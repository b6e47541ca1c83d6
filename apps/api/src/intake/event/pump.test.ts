import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../lib/pool.ts'
import { make } from '../../test/make.ts'
import { Between } from '../../test/server/between.ts'
import { testApp } from '../../test/testApp.ts'
import { until } from '../../test/until.ts'
import { quietLog } from '../../test/world/moneyWorld.ts'
import { EventPump } from './pump.ts'

const t = testApp()
let between: Between
let pool: pg.Pool
beforeAll(async () => {
  between = await Between.start(Number(new URL(t.runtimeUrl).port))
  pool = createPool(between.url(t.runtimeUrl), 3, 'test-pump')
})
afterAll(async () => {
  await pool.end()
  between.stop()
})

/**
 * In one look: which accounts have events; the account is taken; its events are read; the
 * account is given back.
 */
test.each([
  ['an account that was taken', 2, 'loseAnswer'],
  ['an account that was to be taken', 2, 'lose'],
  ['an account that was given back', 4, 'loseAnswer'],
  ['an account that was to be given back', 4, 'lose'],
] as const)(
  '%s when the database went away is looked at again soon, and not when the lease is over',
  async (_, nth, fate) => {
    const companyId = await make.company(t)
    const [account] = await t.owner<{ id: string }>(
      `insert into paypal_account (company_id, label, email, environment)
       values ($1, 'A', 'a@b.example', 'sandbox')
       returning id`,
      [companyId],
    )
    await t.owner(
      `insert into paypal_event_todo (company_id, account_id, event_id) values ($1, $2, 'e')`,
      [companyId, account?.id],
    )
    const pump = new EventPump({ pool, jobs: t.jobs, log: quietLog, outside: t.outside })
    let [commits, lost] = [0, 0]
    between.fateOf = (message) =>
      message === 'commit' && ++commits === nth && ++lost ? fate : undefined
    pump.wake()
    const free = async () => {
      if (lost === 0) return undefined
      pump.wake()
      const [look] = await t.owner<{ free: boolean }>(
        `select leased_until < now() as free from event_look where account_id = $1`,
        [account?.id],
      )
      return look?.free ? true : undefined
    }
    expect(await until(free, 3000)).toBe(true)
    await pump.stop()
    await t.owner('delete from paypal_event_todo where account_id = $1', [account?.id])
  },
)
