import { freshMinutes, type Quarantine } from '@paydesk/contract/desk/quarantine'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import { type Db, enterCompany } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import type { Jobs } from '../../lib/job.ts'
import { type Doer, recordChange } from '../../office/audit/audit.ts'
import type { AccountRef } from '../../paypal/paypalAccount/paypalAccount.ts'
import { beginComparison, compareAccount } from './compare.ts'

/** Who turns it on or off: a super admin, or whoever has the database's password. */
export type By = Omit<Doer, 'companyId'>

type State = {
  since: string | null
  restoredTo: string | null
  why: string
  leftAt: string | null
  leftBy: string
  on: boolean
}

export async function readState(db: Db): Promise<State> {
  const { rows } = await sql<State>`
    select quarantined_at as since, restored_to, why, left_at, left_by, is_quarantined() as on
    from installation`.execute(db)
  return rows[0] as State
}

/** Does the work in each company in turn, and then goes back to where the transaction was. */
export async function inEachCompany(
  db: Db,
  work: (companyId: Id<'company'>) => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ id: Id<'company'> }>`select quarantine_companies() as id`.execute(db)
  const { rows: was } = await sql<{
    id: string
  }>`select coalesce(current_setting('app.company_id', true), '') as id`.execute(db)
  for (const { id } of rows) {
    await enterCompany(db, id)
    await work(id)
  }
  await enterCompany(db, was[0]?.id ?? '')
}

/**
 * Every account that can be read is compared anew; nothing happens where there is no quarantine.
 */
export async function compareAll(db: Db, jobs: Jobs): Promise<void> {
  if (!(await readState(db)).on) return
  const { rows } = await sql<AccountRef>`select * from paypal_accounts_in_use()`.execute(db)
  await inEachCompany(db, async (companyId) => {
    for (const ref of rows.filter((row) => row.companyId === companyId)) {
      await beginComparison(db, ref)
      await jobs.enqueue(db, compareAccount, ref)
    }
  })
}

/**
 * Accounts that nobody has compared in this quarantine yet. The first time it is also written into
 * each company's audit log.
 */
export async function beginMissing(db: Db, jobs: Jobs): Promise<number> {
  const state = await readState(db)
  if (!state.on) return 0
  const { rows } = await sql<AccountRef>`select * from paypal_accounts_in_use()`.execute(db)
  let begun = 0
  await inEachCompany(db, async (companyId) => {
    const { rows: known } = await sql<{ accountId: string }>`
      select account_id
      from quarantine_account
      where company_id = ${companyId} and quarantined_at = ${state.since}`.execute(db)
    for (const ref of rows.filter(
      (row) =>
        row.companyId === companyId && !known.some(({ accountId }) => accountId === row.accountId),
    )) {
      await beginComparison(db, ref)
      await jobs.enqueue(db, compareAccount, ref)
      begun++
    }
    const { rows: told } = await sql`select
      from audit_entry
      where company_id = ${companyId} and action = 'installation.quarantine'
      and at >= ${state.since} limit 1`.execute(db)
    const { since, restoredTo, why } = state
    if (told.length === 0)
      await recordChange(
        db,
        { ...paydesk, companyId },
        {
          action: 'installation.quarantine',
          entityId: companyId,
          after: { since, restoredTo, why },
        },
      )
  })
  return begun
}

const paydesk: By = { userId: null, name: 'Paydesk', address: '', device: 'Paydesk' }

export const readQuarantine = async (db: Db): Promise<Quarantine> =>
  (await readWithStale(db)).quarantine

/** `stale`: how many accounts are not compared to the end within the last minutes. */
async function readWithStale(db: Db): Promise<{ quarantine: Quarantine; stale: number }> {
  const { on, ...state } = await readState(db)
  const accounts: Quarantine['accounts'] = []
  const counts = new Map<string, Quarantine['counts'][number]>()
  let stale = 0
  const { rows: inUse } = await sql<AccountRef>`select * from paypal_accounts_in_use()`.execute(db)
  await inEachCompany(db, async (companyId) => {
    const ids = inUse.filter((row) => row.companyId === companyId).map(({ accountId }) => accountId)
    const { rows } = await sql<Quarantine['accounts'][number] & { stale: boolean }>`
      select a.company_id, c.name as company_name, a.id as account_id, a.label,
        coalesce(q.stage, 'none') as stage, coalesce(q.invoices, 0) as invoices,
        coalesce(q.bills, 0) as bills, coalesce(q.failure, '') as failure, q.compared_at,
        coalesce(
          q.stage <> 'done'
            or q.compared_at is null
            or q.compared_at < now() - make_interval(mins => ${freshMinutes}),
          true
        ) as stale
      from paypal_account a join company c on c.id = a.company_id
      left join quarantine_account q on q.company_id = a.company_id
        and q.account_id = a.id
        and q.quarantined_at = ${state.since}
      where a.company_id = ${companyId}
        and (a.id = any(${ids}::uuid[]) or q.account_id is not null)
      order by a.label`.execute(db)
    stale += rows.filter((row) => row.stale && ids.includes(row.accountId)).length
    accounts.push(...rows.map(({ stale: _, ...row }) => row))
    const { rows: counted } = await sql<Quarantine['counts'][number]>`
      select kind, state, count(*)::int as count
      from quarantine_finding
      where company_id = ${companyId} and quarantined_at = ${state.since}
      group by kind, state`.execute(db)
    for (const { kind, state: of, count } of counted) {
      const key = `${kind} ${of}`
      counts.set(key, { kind, state: of, count: count + (counts.get(key)?.count ?? 0) })
    }
  })
  const open = [...counts.values()].some((one) => one.state === 'open')
  const missing: Quarantine['missing'] = on
    ? [...(stale > 0 ? ['comparison' as const] : []), ...(open ? ['findings' as const] : [])]
    : []
  return { quarantine: { on, ...state, accounts, counts: [...counts.values()], missing }, stale }
}

/** What keeps it from being left. */
export async function assertSettled(db: Db): Promise<void> {
  const { quarantine, stale } = await readWithStale(db)
  if (quarantine.missing.includes('comparison'))
    throw refuse('quarantine.notCompared', { count: stale, minutes: freshMinutes })
  const count = quarantine.counts
    .filter(({ state }) => state === 'open')
    .reduce((sum, one) => sum + one.count, 0)
  if (count > 0) throw refuse('quarantine.findingsOpen', { count })
}

/** A person has looked at these, and nothing is left to do. */
export async function settleFindings(
  db: Db,
  by: By,
  ids: string[],
  reason: string,
): Promise<number> {
  let settled = 0
  await inEachCompany(db, async (companyId) => {
    const { rows } = await sql<{ label: string; kind: string }>`
      update quarantine_finding
      set state = 'seen', reason = ${reason}, seen_by = ${by.name}, seen_at = now()
      where company_id = ${companyId} and id = any(${ids}::uuid[]) and state = 'open'
      returning label, kind`.execute(db)
    settled += rows.length
    if (rows.length === 0) return
    const after = {
      reason,
      findings: rows.slice(0, 50).map(({ kind, label }) => `${kind} ${label}`),
      count: rows.length,
    }
    await recordChange(
      db,
      { ...by, companyId },
      { action: 'installation.settleFindings', entityId: companyId, after },
    )
  })
  return settled
}
