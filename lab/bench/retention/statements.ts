import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export type Statement = { id: string; ms: number; body: boolean; text: string }

/**
 * The longest run of each statement since the last reset, slowest first; what this bench
 * asks is left out.
 */
export async function statementsOf(owner: pg.Pool): Promise<Statement[]> {
  const { rows: found } = await owner.query<Statement>(
    `select queryid::text as id, round(max_exec_time::numeric, 1)::float as ms,
       query like '%paypal_event_body%' as body,
       left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as text
     from pg_stat_statements where userid = 'paydesk_app'::regrole
       and query !~ 'detach_event_month|drop_detached_months|trim_event_bodies|empty_event_rows|keep_waiting_bodies|make_months'
     order by max_exec_time desc`,
  )
  return found
}

/** How long anybody waits for the lock of a table, by PostgreSQL's own clock. */
export class Waits {
  private readonly longestOf = new Map<string, number>()
  private window = 'over'
  private ended = false
  private readonly sampling: Promise<void>
  constructor(url: string) {
    this.sampling = this.sample(url)
  }

  begin(window: string) {
    this.window = window
  }

  longest = (window: string) => this.longestOf.get(window) ?? 0

  async end() {
    this.ended = true
    await this.sampling
  }

  private async sample(url: string) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    while (!this.ended) {
      const { rows: waiting } = await client.query<{ ms: number }>(
        `select coalesce(
           max(extract(epoch from clock_timestamp() - l.waitstart) * 1000), 0
         )::float as ms
         from pg_locks l join pg_stat_activity a using (pid)
         where not l.granted
           and l.locktype = 'relation'
           and a.query not like '%detach_event_month%'`,
      )
      this.longestOf.set(
        this.window,
        Math.max(this.longest(this.window), Math.round((waiting[0]?.ms ?? 0) * 10) / 10),
      )
      await sleep(2)
    }
    await client.end()
  }
}
