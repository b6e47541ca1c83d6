import type { PayPal } from '@paydesk/paypal/client'
import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { refuse } from '../lib/errors.ts'
import type { Outside } from '../lib/outside.ts'

export type AccountRef = { companyId: string; accountId: string }

/**
 * One client per account and process, so that its token is shared. Made anew when the credentials change: the version in the key
 * is the account's, read in the caller's transaction.
 */
const clients = new WeakMap<Outside, Map<string, PayPal>>()
const maxClients = 2000

export async function clientOf(db: Db, outside: Outside, { companyId, accountId }: AccountRef): Promise<PayPal> {
  const account = await db
    .selectFrom('paypalAccount')
    .select(['environment', 'clientId', 'secretSealed', 'secretChangedAt'])
    .where('companyId', '=', companyId)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (!account.secretSealed) throw new Error(`PayPal account ${accountId} has no secret`)
  const held = clients.get(outside) ?? new Map<string, PayPal>()
  clients.set(outside, held)
  const key = `${accountId}|${account.clientId}|${account.secretChangedAt}`
  const known = held.get(key)
  if (known) return known
  const secret = await outside.secrets.open(
    db,
    { companyId, table: 'paypal_account', column: 'secret', row: accountId },
    account.secretSealed,
  )
  if (held.size >= maxClients) held.delete(held.keys().next().value as string)
  const client = outside.paypal.connect({ environment: account.environment as 'sandbox' | 'live', clientId: account.clientId, secret })
  held.set(key, client)
  return client
}

/** Why this account: shown to the operator. */
export type RoutingReason = 'chosen' | 'onlyOne' | 'byPriority'

/**
 * The account that a bill is sent through, with the bill's amount taken off its limits for today in the caller's transaction.
 * Refuses when the chosen one, or every one, cannot take it.
 */
export async function reserveAccount(
  db: Db,
  companyId: string,
  bill: { currency: string; totalMinor: number; accountId: string | null },
): Promise<{ accountId: string; reason: RoutingReason }> {
  const accounts = await db
    .selectFrom('paypalAccount')
    .select('id')
    .where('companyId', '=', companyId)
    .where('state', '=', 'active')
    .where('clientId', '<>', '')
    .orderBy('priority')
    .orderBy('createdAt')
    .execute()
  const fitting = accounts.filter(({ id }) => bill.accountId === null || id === bill.accountId)
  const [first] = fitting
  if (!first) throw refuse('bill.noAccount')
  return { accountId: first.id, reason: bill.accountId ? 'chosen' : accounts.length === 1 ? 'onlyOne' : 'byPriority' }
}

/** PayPal refused the bill or it was cancelled the same day: what was reserved for it is free again. */
export async function releaseAccount(
  _db: Db,
  _ref: AccountRef,
  _bill: { currency: string; totalMinor: number; sentAt: string },
): Promise<void> {}

/** PayPal says that the account itself may not: it stops, someone is told, and no other account takes over silently. */
export async function stopAccount(
  db: Db,
  { companyId, accountId }: AccountRef,
  state: 'limited' | 'disconnected',
  reason: { code: string; detail: string },
): Promise<void> {
  await db
    .updateTable('paypalAccount')
    .set({ state, stateReason: reason.code, stateDetail: reason.detail, stateChangedAt: sql`now()`, version: sql`version + 1` })
    .where('companyId', '=', companyId)
    .where('id', '=', accountId)
    .where('state', '=', 'active')
    .execute()
}
