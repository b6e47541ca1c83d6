import { openStatuses } from '@paydesk/contract/billing/billStatus'
import type { Id } from '@paydesk/contract/lib/id'
import { openOperationStates } from '@paydesk/contract/paypal/operation'
import type {
  AccountChange,
  AccountLimit,
  PaypalAccount,
} from '@paydesk/contract/paypal/paypalAccount'
import { type AccountAction, accountCan } from '@paydesk/contract/paypal/paypalAccountState'
import { sql, type UpdateObject } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../lib/actor.ts'
import type { Database } from '../../lib/database.ts'
import type { Db } from '../../lib/db.ts'
import { assertFresh, refuse } from '../../lib/errors.ts'
import type { JobKind, Jobs } from '../../lib/job.ts'
import { literals } from '../../lib/literals.ts'
import { announce } from '../../lib/live/change.ts'
import { recordChange } from '../../office/audit/audit.ts'
import type { AccountRef } from './paypalAccount.ts'
import { readAccount } from './read.ts'

export const retireAccount = {
  name: 'paypalAccount.retire',
  data: z.object({ companyId: z.uuid(), accountId: z.uuid() }),
} satisfies JobKind

export const lockAccount = (db: Db, { companyId, accountId }: AccountRef) =>
  db
    .selectFrom('paypalAccount')
    .select('id')
    .where('companyId', '=', companyId)
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .execute()

/** Locks and reads the account. Refuses if its state does not allow the action. */
async function lockedFor(db: Db, action: AccountAction, ref: AccountRef): Promise<PaypalAccount> {
  await lockAccount(db, ref)
  const account = await readAccount(db, ref.companyId, ref.accountId)
  if (!accountCan(action, account))
    throw refuse('paypalAccount.wrongState', { label: account.label })
  return account
}

/**
 * The fields that people change. The account is read without its secret, so the log has none
 * either.
 */
export const factsOf = (account: PaypalAccount) => {
  const {
    label,
    email,
    environment,
    clientId,
    secretLast4,
    currencies,
    priority,
    dailyCount,
    limits,
    state,
    stateReason,
  } = account
  return {
    label,
    email,
    environment,
    clientId,
    secretLast4,
    currencies,
    priority,
    dailyCount,
    limits,
    state,
    stateReason,
  }
}

export async function updateAccount(
  db: Db,
  actor: Actor,
  accountId: Id<'paypalAccount'>,
  { version, limits, ...values }: z.output<typeof AccountChange>,
): Promise<PaypalAccount> {
  const ref = { companyId: actor.companyId, accountId }
  const before = await lockedFor(db, 'update', ref)
  assertFresh(before, version)
  const given = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  )
  await set(db, ref, { ...given, version: version + 1 })
  if (limits) await replaceLimits(db, ref, limits)
  return recorded(db, actor, 'update', before)
}

export async function replaceLimits(
  db: Db,
  { companyId, accountId }: AccountRef,
  limits: AccountLimit[],
) {
  await db
    .deleteFrom('paypalAccountLimit')
    .where('companyId', '=', companyId)
    .where('accountId', '=', accountId)
    .execute()
  const rows = limits.map((limit) => ({ companyId, accountId, ...limit }))
  if (rows.length > 0) await db.insertInto('paypalAccountLimit').values(rows).execute()
}

export async function pauseAccount(
  db: Db,
  actor: Actor,
  accountId: Id<'paypalAccount'>,
): Promise<PaypalAccount> {
  const ref = { companyId: actor.companyId, accountId }
  const before = await lockedFor(db, 'pause', ref)
  const state = { state: 'paused', stateReason: 'byPerson', stateDetail: actor.name } as const
  await set(db, ref, { ...state, stateChangedAt: sql<string>`now()`, version: before.version + 1 })
  return recorded(db, actor, 'pause', before)
}

/**
 * Archives an account for good. Bills that wait for money would wait unheard, so there must be
 * none. A job tells PayPal.
 */
export async function archiveAccount(
  db: Db,
  jobs: Jobs,
  actor: Actor,
  accountId: Id<'paypalAccount'>,
): Promise<PaypalAccount> {
  const ref = { companyId: actor.companyId, accountId }
  const before = await lockedFor(db, 'archive', ref)
  const count = await openBills(db, ref)
  if (count > 0) throw refuse('paypalAccount.inUse', { label: before.label, count })
  const state = { state: 'archived', stateReason: 'byPerson', stateDetail: actor.name } as const
  await set(db, ref, { ...state, stateChangedAt: sql<string>`now()`, version: before.version + 1 })
  await jobs.enqueue(db, retireAccount, ref)
  return recorded(db, actor, 'archive', before)
}

/**
 * Counts the bills that are sent and not settled (the statuses of the index bill_unseen), and the
 * calls to PayPal that are on their way.
 */
async function openBills(db: Db, { companyId, accountId }: AccountRef): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (
    (select count(*) from bill where company_id = ${companyId} and account_id = ${accountId}
      and (status in ('scheduled', ${literals(openStatuses)})
        or (status in ('sendFailed', 'writtenOff') and provider_invoice_id is not null)))
    + (select count(*) from operation where company_id = ${companyId} and account_id = ${accountId}
      and state in (${literals(openOperationStates)})))::int as count`.execute(db)
  return rows[0]?.count ?? 0
}

type Values = UpdateObject<Database, 'paypalAccount'>
const set = (db: Db, { companyId, accountId }: AccountRef, values: Values) =>
  db
    .updateTable('paypalAccount')
    .set({ ...values, updatedAt: sql<string>`now()` })
    .where('companyId', '=', companyId)
    .where('id', '=', accountId)
    .execute()

/** Reads the account as it is now and records who did what. */
export async function recorded(
  db: Db,
  actor: Actor,
  action: 'update' | 'pause' | 'archive' | 'resume' | 'check',
  before: PaypalAccount,
): Promise<PaypalAccount> {
  const after = await readAccount(db, actor.companyId, before.id)
  await announce(db, actor.companyId, [{ entity: 'paypalAccount', id: before.id }])
  await recordChange(db, actor, {
    action: `paypalAccount.${action}`,
    entityId: before.id,
    label: after.label,
    before: factsOf(before),
    after: factsOf(after),
  })
  return after
}
