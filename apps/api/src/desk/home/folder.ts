import { sql } from 'kysely'
import type pg from 'pg'
import { inTransaction } from '../../lib/db.ts'
import type { Log } from '../../lib/log.ts'
import { repeat } from '../../lib/repeat.ts'

const everyMs = 2000
const most = 20_000

/**
 * Folds the appended changes into the figures, a portion per transaction. Returns how many
 * rows there were.
 */
export async function foldFigures(pool: pg.Pool): Promise<number> {
  let all = 0
  for (;;) {
    const folded = await inTransaction(pool, [], async (db) => {
      const { rows } = await sql<{
        folded: number
      }>`select fold_bill_figures(${most}) as folded`.execute(db)
      return rows[0]?.folded ?? 0
    })
    all += folded
    if (folded < most) return all
  }
}

/**
 * Keeps the figures short to read. Any number of workers may run it: a worker that finds another at
 * work has nothing to do, and one that is killed leaves everything as it was.
 */
export const startFolding = (pool: pg.Pool, log: Log) =>
  repeat(everyMs, () => foldFigures(pool), log, 'figures')
