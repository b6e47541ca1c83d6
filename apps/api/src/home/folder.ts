import { sql } from 'kysely'
import type pg from 'pg'
import { inTransaction } from '../lib/db.ts'
import type { Log } from '../lib/log.ts'

const everyMs = 2000
const most = 20_000

/** Moves what was appended into the figures, a portion per transaction. Answers how many rows there were. */
export async function foldFigures(pool: pg.Pool): Promise<number> {
  let all = 0
  for (;;) {
    const folded = await inTransaction(pool, [], async (db) => {
      const { rows } = await sql<{ folded: number }>`select fold_bill_figures(${most}) as folded`.execute(db)
      return rows[0]?.folded ?? 0
    })
    all += folded
    if (folded < most) return all
  }
}

/**
 * Keeps the figures short to read. In a loop of its own: jobs come at most once a minute by the clock. Any number of workers may
 * run it; whoever finds another at it has nothing to do, and one that is killed leaves everything as it was.
 */
export class FigureFolder {
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined
  private readonly pool: pg.Pool
  private readonly log: Log
  constructor(pool: pg.Pool, log: Log) {
    this.pool = pool
    this.log = log
  }

  start() {
    this.timer = setInterval(() => {
      this.running ??= foldFigures(this.pool)
        .then(() => undefined)
        .catch((error: unknown) => this.log.error({ err: error }, 'figures'))
        .finally(() => {
          this.running = undefined
        })
    }, everyMs)
  }

  async stop() {
    clearInterval(this.timer)
    await this.running
  }
}
