import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** How often the server is asked who waits. */
const everyMs = 10

/**
 * Watches who waits for a lock while a migration runs, and for how long: that is what
 * people feel of it.
 */
export class LockWatch {
  longestWaitMs = 0
  readonly waited = new Map<string, number>()
  private over = false
  private readonly watching: Promise<void>
  constructor(owner: pg.Pool) {
    this.watching = this.watch(owner)
  }

  private async watch(owner: pg.Pool) {
    const client = await owner.connect()
    try {
      while (!this.over) {
        // The migration's own waits count too: whoever comes behind it waits for as long. Two who
        // change one row at once wait for each other at any time; a migration locks tables.
        const { rows } = await client.query<{ ms: number; what: string }>(
          `select extract(epoch from clock_timestamp() - l.waitstart) * 1000 as ms,
             l.mode || ' on ' || c.relname as what
           from pg_locks l
           join pg_class c on c.oid = l.relation
           where l.locktype = 'relation' and not l.granted and l.waitstart is not null`,
        )
        for (const { ms, what } of rows) this.note(what, Number(ms))
        await sleep(everyMs)
      }
    } finally {
      client.release()
    }
  }

  private note(what: string, ms: number) {
    this.waited.set(what, Math.max(this.waited.get(what) ?? 0, Math.round(ms)))
    this.longestWaitMs = Math.max(this.longestWaitMs, Math.round(ms))
  }

  async end() {
    this.over = true
    await this.watching
  }
}
