import type { HomeQueue } from '@paydesk/contract/desk/home'
import { type Access, canAccess, canPermission } from '@paydesk/contract/lib/access'
import { countCap } from '@paydesk/contract/lib/page'
import { type RawBuilder, sql } from 'kysely'
import { countForMe } from '../../billing/approval/approval.ts'
import { needsAnswer } from '../../billing/dispute/dispute.ts'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { unexplained } from '../../money/transaction/transaction.ts'
import { readSettings } from '../../people/companySetting/companySetting.ts'
import { countLimitChanges } from '../../people/limitChange/limitChange.ts'
import { billOwners, countUnguarded } from '../../people/user/user.ts'
import { countProblems } from '../problem/problem.ts'
import { countBillsToDo } from './figures.ts'
import { readStart } from './start.ts'

/**
 * What waits for this person; each part is read only if they may see it. The statements go
 * together: they share a round trip.
 */
export async function readQueue(db: Db, actor: Actor, everySeconds: number): Promise<HomeQueue> {
  // This count runs alone: a person's limits are stored in their own company, which the transaction
  // enters for a moment.
  const approvals = canPermission(actor, 'ApproveRefund')
    ? counted(await countForMe(db, actor))
    : null
  const allowed = <T>(access: Access, read: (db: Db, actor: Actor) => Promise<T>) =>
    canAccess(actor, access) ? read(db, actor) : null
  const [start, limitChanges, disputes, exceptions, problems, bills, accounts, drafts, unguarded] =
    await Promise.all([
      readStart(db, actor),
      allowed('UpdateUser|UpdateCompanySetting', countLimits),
      allowed('ViewDispute', countDisputes),
      allowed('ReconcileTransaction', countExceptions),
      allowed('ReconcileTransaction', () => countProblems(db, actor.companyId, everySeconds)),
      countBills(db, actor),
      allowed('ViewPaypalAccount', stoppedAccounts),
      allowed('CreatePayPalBill', countDrafts),
      allowed('ViewUser', async (...of) => ({
        count: await countUnguarded(...of),
        countIsExact: true,
      })),
    ])
  return {
    asOf: new Date().toISOString(),
    start,
    approvals,
    limitChanges,
    disputes,
    exceptions,
    problems,
    ...bills,
    accounts,
    drafts,
    unguarded,
  }
}

const counted = (count: number) => ({
  count: Math.min(count, countCap),
  countIsExact: count <= countCap,
})

const countLimits = async (db: Db, actor: Actor) => ({
  ...(await countLimitChanges(db, actor)),
  countIsExact: true,
})

async function countBills(
  db: Db,
  actor: Actor,
): Promise<Pick<HomeQueue, 'overdueBills' | 'refusedBills'>> {
  const owners = await billOwners(db, actor)
  if (owners.length === 0) return { overdueBills: null, refusedBills: null }
  const { overdue, refused } = await countBillsToDo(db, actor, owners)
  const exactly = (count: number) => ({ count, countIsExact: true })
  // Every reader can look after overdue bills; only someone who may make bills can mend refused
  // ones.
  return {
    overdueBills: exactly(overdue),
    refusedBills: canPermission(actor, 'CreatePayPalBill') ? exactly(refused) : null,
  }
}

/** One's own, as the list shows them: a draft that was refused waits among the refused. */
async function countDrafts(db: Db, { companyId, userId }: Actor) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from (
      select
      from bill
      where company_id = ${companyId} and owner_id = ${userId} and status = 'draft'
      limit ${countCap + 1}
    ) d`.execute(db)
  return counted(rows[0]?.count ?? 0)
}

async function countDisputes(db: Db, { companyId }: Actor) {
  const { rows } = await sql<{ count: number; soon: number; nextDueAt: string | null }>`
    select count(*) as count,
      count(*) filter (where seller_due_at < now() + interval '48 hours') as soon,
      min(seller_due_at) as next_due_at
    from (
      select seller_due_at
      from dispute
      where company_id = ${companyId} and ${needsAnswer('dispute')}
      order by seller_due_at
      limit ${countCap + 1}
    ) d`.execute(db)
  const { count = 0, soon = 0, nextDueAt = null } = rows[0] ?? {}
  return { ...counted(count), soon: Math.min(soon, countCap), nextDueAt }
}

async function countExceptions(db: Db, { companyId }: Actor) {
  const { reconciliation } = await readSettings(db, companyId)
  const number = (
    which: RawBuilder<unknown>,
  ) => sql`(select count(*) from (select from paypal_transaction t
    where t.company_id = ${companyId} and ${unexplained} ${which} limit ${countCap + 1}) c)`
  const { rows } = await sql<{ count: number; overdue: number }>`
    select ${number(sql``)} as count,
      ${number(sql`and t.occurred_at < now() - make_interval(hours => ${reconciliation.slaHours}::integer)`)} as overdue`.execute(
    db,
  )
  const { count = 0, overdue = 0 } = rows[0] ?? {}
  return { ...counted(count), overdue: Math.min(overdue, countCap) }
}

async function stoppedAccounts(db: Db, { companyId }: Actor) {
  const { rows } = await sql<{ label: string }>`
    select label
    from paypal_account
    where company_id = ${companyId} and state in ('limited', 'disconnected')
    order by label`.execute(db)
  return {
    count: rows.length,
    countIsExact: true,
    labels: rows.slice(0, 3).map(({ label }) => label),
  }
}
