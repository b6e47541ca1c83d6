import { sql } from 'kysely'
import { syncAccount } from '../../intake/reporting/sync.ts'
import type { TestApp } from '../appInProcess.ts'
import type { accountSim } from '../server/accountSim.ts'
import type { moneyWorld } from './moneyWorld.ts'

export const dayMs = 86_400_000

type Month = {
  month: string
  currency: string | null
  differenceMinor: number | null
  pendingMinor: number | null
  asOf: string | null
  failure: string
}
export type Book = { companyId: string; accountId: string }
export type World = Awaited<ReturnType<typeof moneyWorld>>

export const differing = (list: Month[]) =>
  list.filter(({ differenceMinor, asOf }) => differenceMinor !== 0 || asOf === null)
export const whole = (ms: number) => new Date(Math.floor(ms / 1000) * 1000).toISOString()

/**
 * Reads accounts while the simulator's clock runs over ends of months, and says what is proven of
 * them.
 */
export function monthEnds(t: TestApp, sim: Awaited<ReturnType<typeof accountSim>>) {
  const simNow = async () =>
    Date.parse((await sim.act<{ now: string }>('advanceClock', { ms: 0 })).now)

  /**
   * Reads as if the present were the time of the simulator's clock, until there is nothing
   * more to do at once.
   */
  async function read(w: World, { companyId, accountId }: Book, times = 1) {
    const at = await simNow()
    const now = Date.now
    Date.now = () => at + (now() % 1000)
    try {
      for (let n = 0; n < times; n++) {
        await t.owner(
          `update account_sync set due_at = now(), failures = 0 where company_id = $1`,
          [companyId],
        )
        await t.owner(
          `update balance_proof
           set checked_at = checked_at - interval '1 day'
           where company_id = $1`,
          [companyId],
        )
        // The database's clock stands still beside the simulator's.
        await t.owner(
          `update sync_run
           set started_at = started_at - interval '1 day', read_at = read_at - interval '1 day'
           where company_id = $1`,
          [companyId],
        )
        await t.owner(
          `update day_end set asked_at = asked_at - interval '2 days' where company_id = $1`,
          [companyId],
        )
        for (let more = true; more; ) more = await syncAccount(w.side(), { companyId, accountId })
      }
    } finally {
      Date.now = now
    }
  }

  const months = ({ companyId, accountId }: Book) =>
    t.in(companyId, async (db) => {
      const { rows } = await sql<Month>`
        select m.month, m.as_of, m.failure, b.currency, d.difference_minor, d.pending_minor
        from month_ends(${companyId}, ${accountId}, 'UTC') m
        left join balance_at b on b.company_id = ${companyId}
          and b.account_id = ${accountId}
          and b.as_of = m.as_of
        left join lateral balance_difference(b) d on true order by 1, 4`.execute(db)
      return rows
    })

  /** The next end of a month, a good while ahead. */
  async function beforeMonthEnd(days: number) {
    const now = new Date(await simNow())
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1)
    await sim.act('advanceClock', { ms: end - days * dayMs - now.getTime() })
    return end
  }

  return { simNow, read, months, beforeMonthEnd }
}
