import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Db, inCompany, inCompanyByBatch } from '../../lib/db.ts'

export type Ref = { companyId: Id<'company'>; accountId: Id<'paypalAccount'> }

/**
 * A killed worker's account waits this long. A living worker renews its lease every few seconds,
 * however slowly PayPal answers.
 */
const leaseSeconds = 30
const beatMs = 7000

export type Lease = Ref & {
  leaseId: string
  /** Null: the books of this account have not been opened yet. */
  beginsAt: Date | null
  completeThrough: Date | null
}

const rowOf = ({ companyId, accountId }: Ref) =>
  sql`company_id = ${companyId} and account_id = ${accountId}`

/** Another worker now holds the account: this one must not write anything more. */
export class LeaseLost extends Error {
  constructor() {
    super('Another worker reads this account now')
  }
}

/**
 * Gives the account to this worker until it lets go or stops renewing. Undefined: not due, or held
 * by another worker.
 */
export const takeLease = (
  pool: pg.Pool,
  ref: Ref,
  everySeconds: number,
): Promise<Lease | undefined> =>
  inCompany(pool, ref.companyId, async (db) => {
    const { companyId, accountId } = ref
    await sql`
      insert into account_sync (company_id, account_id)
      values (${companyId}, ${accountId})
      on conflict do nothing`.execute(db)
    // The account is due again one interval after the start of this reading; hurrySync can bring
    // that forward meanwhile.
    const { rows } = await sql<{
      leaseId: string
      beginsAt: string | null
      completeThrough: string | null
    }>`
      update account_sync
      set lease_id = new_id(),
        leased_until = now() + make_interval(secs => ${leaseSeconds}),
        due_at = now() + make_interval(secs => ${everySeconds})
      where ${rowOf(ref)} and due_at <= now() and coalesce(leased_until < now(), true)
      returning lease_id, begins_at, complete_through`.execute(db)
    const [lease] = rows
    if (!lease) return undefined
    // A worker that died left these runs: a resync that a person asked for is done again; the other
    // readings happen anyway.
    await sql`
      update sync_run
      set state = case kind when 'resync' then 'wanted' else 'failed' end,
        failure = 'interrupted',
        ended_at = now()
      where ${rowOf(ref)} and state = 'running'`.execute(db)
    const date = (text: string | null) => (text ? new Date(text) : null)
    return {
      ...ref,
      leaseId: lease.leaseId,
      beginsAt: date(lease.beginsAt),
      completeThrough: date(lease.completeThrough),
    }
  })

/**
 * One step of the reading, in a transaction that commits only while this worker has the lease. The
 * lease is checked last: the books and the bills are locked before it everywhere (lockBooks).
 */
export const inLease = <T>(
  pool: pg.Pool,
  lease: Lease,
  work: (db: Db) => Promise<T>,
  open = inCompany<T>,
): Promise<T> =>
  open(pool, lease.companyId, async (db) => {
    const result = await work(db)
    const { rows } = await sql`
      update account_sync set leased_until = now() + make_interval(secs => ${leaseSeconds})
      where ${rowOf(lease)} and lease_id = ${lease.leaseId} returning 1`.execute(db)
    if (rows.length === 0) throw new LeaseLost()
    return result
  })

/** The same for a step that writes hundreds of rows. */
export const inLeaseByBatch = <T>(
  pool: pg.Pool,
  lease: Lease,
  work: (db: Db) => Promise<T>,
): Promise<T> => inLease(pool, lease, work, inCompanyByBatch<T>)

/**
 * Renews the lease until the interval is cleared. If one renewal fails, the next one tries again;
 * every write checks the lease anyway.
 */
export const keepLease = (pool: pg.Pool, lease: Lease, everyMs = beatMs): NodeJS.Timeout =>
  setInterval(
    () => void inLease(pool, lease, async () => undefined).catch(() => undefined),
    everyMs,
  ).unref()

/**
 * `unproven` stands on the account like a failure, but the reading was whole and the next one
 * comes at its time.
 */
export type Ending =
  | { failure: string; holdMs?: number; more?: boolean; unproven?: string }
  | { notBeforeMs: number }

/** Each failure waits longer, so that an account that never answers costs the others nothing. */
const firstWaitSeconds = 60
const longestWaitSeconds = 3600

export const endLease = (pool: pg.Pool, lease: Lease, ending: Ending): Promise<void> =>
  inCompany(pool, lease.companyId, async (db) => {
    const { leaseId } = lease
    const mine = sql`${rowOf(lease)} and lease_id = ${leaseId}`
    // It was not the account's turn. This is neither a success nor a failure.
    if ('notBeforeMs' in ending) {
      await sql`
        update account_sync
        set leased_until = null,
          lease_id = null,
          due_at = now() + ${ending.notBeforeMs} * interval '1 millisecond'
        where ${mine}`.execute(db)
      return
    }
    const { failure, holdMs, more, unproven = '' } = ending
    if (!failure) {
      await sql`
        update account_sync
        set leased_until = null,
          lease_id = null,
          failures = 0,
          failing_since = null,
          read_at = now(),
          failure = ${unproven},
          failed_at = case when ${unproven} <> '' then now() else failed_at end,
          due_at = case when ${more ?? false} then now() else due_at end
        where ${mine}`.execute(db)
      return
    }
    await sql`
      update account_sync
      set leased_until = null,
        lease_id = null,
        failures = failures + 1,
        failing_since = coalesce(failing_since, now()),
        failure = ${failure},
        failed_at = now(),
        due_at = now() + make_interval(
          secs => greatest(
            ${(holdMs ?? 0) / 1000},
            least(${longestWaitSeconds}, ${firstWaitSeconds} * 2 ^ least(failures, 10))
          )
        )
      where ${mine}`.execute(db)
  })

/**
 * Something has happened at PayPal: the accounts are read soon. Only an account whose turn is far
 * away is written; the wait after a failure stays.
 */
export async function hurrySync(
  db: Db,
  companyId: Id<'company'>,
  ...accountIds: Id<'paypalAccount'>[]
): Promise<void> {
  await sql`update account_sync set due_at = now() + interval '5 seconds'
    where company_id = ${companyId} and account_id = any(${accountIds}::uuid[]) 
      and due_at > now() + interval '15 seconds' and failures = 0`.execute(db)
}
