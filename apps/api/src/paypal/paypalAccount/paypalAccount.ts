import type { Id } from '@paydesk/contract/lib/id'
import type { StateReason } from '@paydesk/contract/paypal/paypalAccountState'
import type { PayPal } from '@paydesk/paypal/client'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { announce } from '../../lib/live/change.ts'
import type { Outside } from '../../lib/outside/outside.ts'
import { tellHolders } from '../../people/notice/notice.ts'
import type { AccountRef } from './ref.ts'

export { noteBalances, noteEvents, noteSwept } from './note.ts'
export type { AccountRef } from './ref.ts'

/**
 * Finds an account of the company. The refusal does not tell whether the account is
 * another company's.
 */
export async function findAccount(db: Db, companyId: Id<'company'>, id: string) {
  const account = await db
    .selectFrom('paypalAccount')
    .select(['id', 'label', 'state'])
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!account) throw refuse('notFound')
  return account
}

/** The place of an account's secret, to which its seal is bound. */
export const secretPlace = ({ companyId, accountId }: AccountRef) => ({
  companyId,
  table: 'paypal_account',
  column: 'secret',
  row: accountId,
})

/**
 * One client per account and process, so that its token is shared. A change of the credentials
 * makes a new client: the key names the client id and the time when the secret was changed, read in
 * the caller's transaction.
 */
const clients = new WeakMap<Outside, Map<string, PayPal>>()
const maxClients = 2000

/**
 * The client for calls in the account's name. Undefined if the account has no credentials, or
 * has none any more.
 */
export async function clientOf(
  db: Db,
  outside: Outside,
  { companyId, accountId }: AccountRef,
): Promise<PayPal | undefined> {
  const account = await db
    .selectFrom('paypalAccount')
    .select(['environment', 'clientId', 'secretSealed', 'secretChangedAt'])
    .where('companyId', '=', companyId)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (!account.secretSealed) return undefined
  const held = clients.get(outside) ?? new Map<string, PayPal>()
  clients.set(outside, held)
  const key = `${accountId}|${account.clientId}|${account.secretChangedAt}`
  const known = held.get(key)
  if (known) return known
  const secret = await outside.secrets.open(
    db,
    secretPlace({ companyId, accountId }),
    account.secretSealed,
  )
  if (held.size >= maxClients) held.delete(held.keys().next().value as string)
  const credentials = {
    environment: account.environment as 'sandbox' | 'live',
    clientId: account.clientId,
    secret,
  }
  const client = outside.paypal.connect(credentials, { companyId, accountId })
  held.set(key, client)
  return client
}

/** Routing is a file of its own; other features find it here. */
export {
  type Rereserved,
  releaseAccount,
  releasePart,
  rereserveAccount,
  reserveAccount,
} from './routing.ts'

/**
 * Stops an account of which PayPal says that it may not be used. Someone is told, and no other
 * account takes over silently (decide.ts).
 */
export async function stopAccount(
  db: Db,
  { companyId, accountId }: AccountRef,
  state: 'limited' | 'disconnected',
  reason: { code: string; detail: string },
): Promise<void> {
  const [stateReason, stateDetail] = [reasonOf(reason.code), detailOf(reason)]
  const stopped = await db
    .updateTable('paypalAccount')
    .set({ state, stateReason, stateDetail, stateChangedAt: sql`now()`, version: sql`version + 1` })
    .where('companyId', '=', companyId)
    .where('id', '=', accountId)
    .where('state', '=', 'active')
    .returning('label')
    .executeTakeFirst()
  // Only the call that stopped the account tells people: the next failed call finds it stopped.
  if (!stopped) return
  await tellHolders(db, companyId, 'ViewPaypalAccount', {
    kind: 'accountStopped',
    choice: 'accountUnhealthy',
    subjectId: sql<string>`new_id()`,
    data: { accountId, label: stopped.label, state, reason: stateReason, detail: stateDetail },
  })
  await announce(db, companyId, [{ entity: 'paypalAccount', id: accountId }])
}

/**
 * PayPal's names for the reasons, as operations hand them on. A name that is not listed stays as it
 * is.
 */
const paypalReasons: Record<string, StateReason> = {
  invalid_client: 'credentialsRefused',
  PAYEE_ACCOUNT_RESTRICTED: 'accountRestricted',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'accountClosed',
  INVALID_ACCOUNT_STATUS: 'accountInvalid',
  PERMISSION_DENIED: 'notPermitted',
  NOT_AUTHORIZED: 'notPermitted',
}
const reasonOf = (code: string) => paypalReasons[code] ?? code
const detailOf = ({ code, detail }: { code: string; detail: string }) =>
  paypalReasons[code] ? `${code} ${detail}`.trim() : detail
