import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Db, inTransaction, isTransient } from './db.ts'
import type { Log } from './log.ts'

/** A replica is a few milliseconds behind. One that takes longer is passed over: the primary answers at once. */
const patienceMs = 200
const lookEveryMs = 10
/** A replica that cannot be reached is left alone for a while, so that not every reader waits for it first. */
const restMs = 10_000
const limitMs = 15_000

type Statement = { text: string; values: unknown[] }
/** What the primary said of the caller, and where its log stood when it did. */
type Admitted<A> = { actor: A; position: string; superAdmin: string }

/**
 * Long reads by a standby that follows the primary. Who asks is settled by the primary, so that a session that has ended is over at once, and with it
 * where the log stands: the standby answers when it has come as far. So nobody ever reads less than was committed before they asked, by whomever.
 */
export class Replica {
  private readonly pool: pg.Pool
  private readonly primary: pg.Pool
  private readonly log: Log
  private restUntil = 0
  constructor({ pool, primary, log }: { pool: pg.Pool; primary: pg.Pool; log: Log }) {
    this.pool = pool
    this.primary = primary
    this.log = log
  }

  /** Nothing, if the replica cannot answer now: then the primary does. `admit` refuses whoever may not ask. */
  async read<A extends { companyId: string }, T>(
    opening: Statement,
    admit: (session: pg.QueryResult | undefined) => A,
    work: (db: Db, actor: A) => Promise<T>,
  ): Promise<{ answer: T } | undefined> {
    if (Date.now() < this.restUntil) return undefined
    const admitted = await inTransaction(this.primary, [opening, whereItStands], async (_, [session, standing]) => ({
      actor: admit(session),
      ...(standing?.rows[0] as { position: string; superAdmin: string }),
    }))
    try {
      return await inTransaction(this.pool, [settingsOf(admitted)], (db) => this.whenFresh(db, admitted, work), limitMs)
    } catch (error) {
      // A standby ends what it reads when it must go on following; one that is away is asked again later.
      if (!isTransient(error)) throw error
      this.restUntil = Date.now() + restMs
      this.log.warn({ reason: (error as Error).message }, 'the replica does not answer')
      return undefined
    }
  }

  private async whenFresh<A, T>(db: Db, { actor, position }: Admitted<A>, work: (db: Db, actor: A) => Promise<T>) {
    for (const until = Date.now() + patienceMs; ; await sleep(lookEveryMs)) {
      const { rows } = await sql<{ fresh: boolean }>`select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as fresh`.execute(db)
      // Each statement of a transaction sees what was replayed before it.
      if (rows[0]?.fresh) return { answer: await work(db, actor) }
      if (Date.now() > until) return undefined
    }
  }
}

const whereItStands: Statement = {
  text: `select pg_current_wal_insert_lsn()::text as position, coalesce(current_setting('app.super_admin', true), '') as "superAdmin"`,
  values: [],
}

const settingsOf = ({ actor, superAdmin }: Admitted<{ companyId: string }>): Statement => ({
  text: `select set_config('app.company_id', $1, true), set_config('app.super_admin', $2, true)`,
  values: [actor.companyId, superAdmin],
})
