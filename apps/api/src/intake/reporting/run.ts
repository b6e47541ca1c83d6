import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../lib/db.ts'
import { inLease, type Lease } from './lease.ts'

export type RunKind = 'regular' | 'resync' | 'pending'

/** The record of one reading. Its row exists from the beginning of the reading. */
export class Run {
  readonly id: string
  /** An earlier job began it. */
  readonly resumed: boolean
  private calls = 0
  seen = 0
  added = 0
  changed = 0
  private readonly pool: pg.Pool
  private readonly lease: Lease
  private constructor(pool: pg.Pool, lease: Lease, id: string, resumed: boolean) {
    this.pool = pool
    this.lease = lease
    this.id = id
    this.resumed = resumed
  }

  static async start(
    pool: pg.Pool,
    lease: Lease,
    kind: RunKind,
    from: Date,
    to: Date,
  ): Promise<Run> {
    const { companyId, accountId } = lease
    const id = await inLease(pool, lease, async (db) => {
      const { rows } = await sql<{ id: string }>`
        insert into sync_run (company_id, account_id, kind, window_from, window_to)
        values (${companyId}, ${accountId}, ${kind}, ${from}, ${to}) returning id`.execute(db)
      return rows[0]?.id as string
    })
    return new Run(pool, lease, id, false)
  }

  /** Resumes a run that a person asked for, or one that did not come to its end. */
  static async resume(pool: pg.Pool, lease: Lease, id: string): Promise<Run> {
    await inLease(pool, lease, (db) =>
      sql`
        update sync_run
        set state = 'running', failure = '', started_at = now()
        where ${byId(lease, id)}`.execute(db),
    )
    return new Run(pool, lease, id, true)
  }

  /**
   * Notes how far the run has got; a later job resumes there. Call it in the transaction that marks
   * the time as covered.
   */
  async readTo(db: Db, at: Date): Promise<void> {
    await sql`
      update sync_run
      set read_to = ${at}, read_at = now()
      where ${byId(this.lease, this.id)}`.execute(db)
  }

  countCall(): void {
    this.calls += 1
  }

  async end(
    state: 'done' | 'failed' | 'wanted',
    values: { failure?: string; to?: Date } = {},
  ): Promise<void> {
    const { companyId, accountId } = this.lease
    await inLease(this.pool, this.lease, async (db) => {
      await sql`
        update sync_run
        set state = ${state},
          failure = ${values.failure ?? ''},
          calls = calls + ${this.calls},
          rows_seen = rows_seen + ${this.seen},
          rows_new = rows_new + ${this.added},
          rows_changed = rows_changed + ${this.changed},
          window_to = coalesce(${values.to ?? null}::timestamptz, window_to),
          ended_at = now()
        where ${byId(this.lease, this.id)}`.execute(db)
      await sql`
        delete from sync_run
        where company_id = ${companyId} and account_id = ${accountId} and state = 'done'
          and started_at < now() - interval '30 days'`.execute(db)
    })
  }
}

const byId = ({ companyId }: Lease, id: string) => sql`company_id = ${companyId} and id = ${id}`

/** The rest of the oldest span that someone asked to be read again. */
export async function nextWanted(
  db: Db,
  { companyId, accountId }: Lease,
): Promise<{ id: string; from: Date; to: Date } | undefined> {
  const { rows } = await sql<{ id: string; from: string; to: string }>`
    select id, coalesce(read_to, window_from) as from, window_to as to from sync_run
    where company_id = ${companyId}
      and account_id = ${accountId}
      and kind = 'resync'
      and state = 'wanted'
    order by started_at, id
    limit 1`.execute(db)
  return rows[0] && { id: rows[0].id, from: new Date(rows[0].from), to: new Date(rows[0].to) }
}

/**
 * How late PayPal's reporting may list a row. A reading older than this may have missed rows in the
 * part that it had read.
 */
const lateSeconds = 3600

/**
 * The last regular reading, if it did not come to its end, and where to resume it. A deep reading
 * is done only with its last part.
 */
export async function unfinishedRegular(
  db: Db,
  { companyId, accountId }: Lease,
  overlapMs: number,
): Promise<{ id: string; from: Date } | undefined> {
  const { rows } = await sql<{ id: string; state: string; from: string | null }>`
    select r.id, r.state,
      case
        when r.read_at > now() - make_interval(secs => ${lateSeconds}) then r.read_to
        when s.complete_through is null then r.read_to
        else least(
          coalesce(r.read_to, r.window_from),
          s.complete_through - ${overlapMs} * interval '1 millisecond'
        )
      end as
    from
    from sync_run r
    join account_sync s on s.company_id = r.company_id and s.account_id = r.account_id
    where r.company_id = ${companyId} and r.account_id = ${accountId} and r.kind = 'regular'
    order by r.started_at desc, r.id desc
    limit 1`.execute(db)
  const [last] = rows
  return last?.from && last.state !== 'done'
    ? { id: last.id, from: new Date(last.from) }
    : undefined
}

/** Whether a run of this kind, over at least this span, was done lately. */
export async function ranLately(
  db: Db,
  { companyId, accountId }: Lease,
  kind: RunKind,
  spanMs: number,
  withinSeconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    select
    from sync_run
    where company_id = ${companyId}
      and account_id = ${accountId}
      and kind = ${kind}
      and state = 'done'
      and started_at > now() - make_interval(secs => ${withinSeconds})
      and window_to - window_from >= ${spanMs} * interval '1 millisecond' limit 1`.execute(db)
  return rows.length > 0
}
