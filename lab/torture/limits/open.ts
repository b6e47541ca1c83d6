import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/**
 * On a machine that is busy with other things a process may take more than a second to its next
 * statement. Whoever waits for a server that does not answer waits for 15 s at least.
 */
const mostMs = 3000

/**
 * Looks ten times a second which transactions of the product stand open without a statement, as one
 * would that waits for another server.
 */
export function watchTransactions(owner: pg.Pool) {
  const open = new Set<string>()
  let longestMs = 0
  let over = false
  const watching = (async () => {
    while (!over) {
      const { rows } = await owner.query<{ name: string; ms: number; query: string }>(
        `select application_name as name,
           extract(epoch from clock_timestamp() - state_change) * 1000 as ms,
           left(query, 100) as query
         from pg_stat_activity
         where state like 'idle in transaction%' and application_name like 'paydesk%'`,
      )
      for (const { name, ms, query } of rows) {
        longestMs = Math.max(longestMs, Math.round(Number(ms)))
        if (Number(ms) > mostMs) open.add(`${name}: idle in transaction after ${query}`)
      }
      await sleep(100)
    }
  })()
  return {
    async end() {
      over = true
      await watching
      return { open: [...open], longestMs }
    },
  }
}
