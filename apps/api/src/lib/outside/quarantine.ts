import { sql } from 'kysely'
import type pg from 'pg'
import { type Db, inTransaction } from '../db.ts'
import { refuse } from '../errors.ts'
import type { Log } from '../log.ts'

/**
 * Whether this database was restored and nobody has said yet that it may act again
 * (decision 73). What it asked PayPal to do, and whom it wrote to, after the moment that it was
 * restored to, it has forgotten.
 */
export async function isQuarantined(db: Db): Promise<boolean> {
  const { rows } = await sql<{ on: boolean }>`select is_quarantined() as on`.execute(db)
  return rows[0]?.on ?? false
}

/**
 * Refuses what would change something at PayPal, or would hand out a number that a
 * forgotten bill may have.
 */
export async function refuseInQuarantine(db: Db): Promise<void> {
  if (await isQuarantined(db)) throw refuse('quarantined')
}

/**
 * Thrown where something would leave the house. The job that wanted it comes back later
 * and has not failed.
 */
export class Postponed extends Error {
  readonly ms = 60_000
  constructor() {
    super('In quarantine nothing leaves')
  }
}

export async function postponeInQuarantine(pool: pg.Pool): Promise<void> {
  if (await inTransaction(pool, [], isQuarantined)) throw new Postponed()
}

/**
 * On another cluster than before, this is a copy of some moment. A standby that takes over is
 * the same cluster.
 */
export async function noticeCluster(pool: pg.Pool, log: Log): Promise<void> {
  const { rows } = await inTransaction(pool, [], (db) =>
    sql<{ moved: boolean }>`select notice_cluster() as moved`.execute(db),
  )
  if (rows[0]?.moved)
    log.error(
      'this database was restored on another cluster: in quarantine until a super admin ends it',
    )
}
