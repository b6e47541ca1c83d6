import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Db, inTransaction, isTransient } from './db.ts'
import type { Log } from './log.ts'

/**
 * A replica is a few milliseconds behind. One that takes longer is passed over: the primary
 * answers at once.
 */
const patienceMs = 200
const lookEveryMs = 10
/**
 * A replica that cannot be reached is left alone for a while, so that not every reader
 * waits for it first.
 */
const restMs = 10_000

const notThere = '55000'

type Statement = { text: string; values: unknown[] }
/** What the primary said of the caller, and where its log stood when it did. */
type Admitted<A> = { actor: A; position: string; timeline: number; superAdmin: string }

/**
 * Long reads by a standby that follows the primary. Who asks is settled by the primary, so that
 * a session that has ended is over at once, and with it where the log stands: the standby
 * answers when it has come as far. So nobody ever reads less than was committed before they
 * asked, by whomever.
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

  /**
   * Nothing, if the replica cannot answer now: then the primary does. `admit` refuses
   * whoever may not ask.
   */
  async read<A extends { companyId: string }, T>(
    opening: Statement,
    admit: (session: pg.QueryResult | undefined) => A,
    work: (db: Db, actor: A) => Promise<T>,
    limitMs: number | undefined,
  ): Promise<{ answer: T } | undefined> {
    if (Date.now() < this.restUntil) return undefined
    const admitted = await inTransaction(
      this.primary,
      [opening, whereItStands],
      async (_, [session, standing]) => ({
        actor: admit(session),
        ...(standing?.rows[0] as { position: string; timeline: number; superAdmin: string }),
      }),
      limitMs,
    ).catch((error: { code?: unknown }) => {
      // The primary recovers, and cannot say where its log stands.
      if (error.code === notThere) return undefined
      throw error
    })
    if (!admitted) return undefined
    let begun = false
    try {
      return await inTransaction(
        this.pool,
        [settingsOf(admitted)],
        async (db) => {
          if (!(await this.isFresh(db, admitted))) return undefined
          begun = true
          return { answer: await work(db, admitted.actor) }
        },
        limitMs,
      )
    } catch (error) {
      if (begun && !isTransient(error)) throw error
      // It cannot be reached, has stopped, or ended what it read because it must go on following.
      this.rest((error as Error).message)
      return undefined
    }
  }

  /** Each statement of a transaction sees what was replayed before it. */
  private async isFresh<A>(db: Db, { position, timeline }: Admitted<A>): Promise<boolean> {
    for (const until = Date.now() + patienceMs; ; await sleep(lookEveryMs)) {
      const { rows } = await sql<{
        fresh: boolean
        follows: boolean
      }>`
        select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as fresh,
          pg_is_in_recovery()
            and (
              select min_recovery_end_timeline in (0, ${timeline}) from pg_control_recovery()
            ) as follows`.execute(db)
      const [at] = rows
      // Beyond the point where another standby took over, positions of the two logs say
      // nothing of each other.
      if (!at?.follows) {
        this.rest('it does not follow this primary')
        return false
      }
      if (at.fresh) return true
      if (Date.now() > until) return false
    }
  }

  private rest(reason: string) {
    this.restUntil = Date.now() + restMs
    this.log.warn({ reason }, 'the replica does not answer')
  }
}

const whereItStands: Statement = {
  text: `
    select pg_current_wal_flush_lsn()::text as position,
      ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline,
      coalesce(current_setting('app.super_admin', true), '') as "superAdmin"`,
  values: [],
}

const settingsOf = ({ actor, superAdmin }: Admitted<{ companyId: string }>): Statement => ({
  text: `select set_config('app.company_id', $1, true), set_config('app.super_admin', $2, true)`,
  values: [actor.companyId, superAdmin],
})
