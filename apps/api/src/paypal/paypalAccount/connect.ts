import type { Id } from '@paydesk/contract/lib/id'
import type {
  ConnectAccount,
  PaypalAccount,
  RotateSecret,
} from '@paydesk/contract/paypal/paypalAccount'
import { accountCan } from '@paydesk/contract/paypal/paypalAccountState'
import type { PayPal } from '@paydesk/paypal/client'
import { EnvironmentRefused } from '@paydesk/paypal/environment'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../lib/actor.ts'
import { type Db, inCompany } from '../../lib/db.ts'
import { assertFresh, refuse, unlessTaken } from '../../lib/errors.ts'
import type { Outside } from '../../lib/outside/outside.ts'
import type { Credentials } from '../../lib/outside/paypal.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { factsOf, lockAccount, replaceLimits } from './change.ts'
import { judge, lookAt, type Side, writeObservation } from './health.ts'
import { merchantOf, twinOf } from './merchant.ts'
import { readToken } from './observe.ts'
import { type AccountRef, clientOf, secretPlace } from './paypalAccount.ts'
import { readAccount } from './read.ts'
import { type Problem, removeWebhook, webhookUrl } from './webhook.ts'

/**
 * The credentials are tried before anything is kept. Then the account is kept, not yet usable, and
 * only then is the webhook registered: whatever is lost after that, `check` finds the account and
 * finishes the work.
 */
export async function connectAccount(
  side: Side,
  actor: Actor,
  body: z.output<typeof ConnectAccount>,
): Promise<PaypalAccount> {
  const { companyId } = actor
  const merchantId = (await tryCredentials(side.outside, body, null)) ?? null
  const { clientId, secret, limits, ...values } = body
  const accountId = await inCompany(side.pool, companyId, async (db) => {
    const { id } = await unlessConnected(db, actor, { ...body, merchantId, accountId: null }, () =>
      db
        .insertInto('paypalAccount')
        .values({
          companyId,
          ...values,
          clientId,
          merchantId,
          state: 'disconnected',
          stateReason: 'notChecked',
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await keepSecret(db, side.outside, { companyId, accountId: id }, secret)
    await replaceLimits(db, { companyId, accountId: id }, limits)
    const account = await readAccount(db, companyId, id)
    await recordChange(db, actor, {
      action: 'paypalAccount.connect',
      entityId: id,
      label: account.label,
      after: factsOf(account),
    })
    return id
  })
  return finish(side, { companyId, accountId })
}

/**
 * The new credentials are tried before the old ones go. They must belong to the same merchant if
 * that is known, and to none that another account of the company is, as far as PayPal lets us see.
 */
export async function rotateSecret(
  side: Side,
  actor: Actor,
  accountId: Id<'paypalAccount'>,
  { clientId, secret, version }: z.output<typeof RotateSecret>,
): Promise<PaypalAccount> {
  const ref = { companyId: actor.companyId, accountId }
  const { before, old } = await inCompany(side.pool, ref.companyId, async (db) => {
    const before = await readAccount(db, ref.companyId, accountId)
    if (!accountCan('rotate', before))
      throw refuse('paypalAccount.wrongState', { label: before.label })
    assertFresh(before, version)
    return { before, old: before.clientId ? await clientOf(db, side.outside, ref) : undefined }
  })
  const credentials = { environment: before.environment, clientId, secret }
  const merchantId = await tryCredentials(
    side.outside,
    { ...credentials, label: before.label },
    ref,
  )
  // Whoever may exchange credentials must not lead the customers' money elsewhere: where the
  // merchant is known, silence is no proof.
  if (before.merchantId && merchantId !== before.merchantId)
    throw merchantId
      ? refuse('paypalAccount.otherMerchant', { merchantId })
      : refuse('paypalAccount.merchantUntold')
  await inCompany(side.pool, ref.companyId, async (db) => {
    await lockAccount(db, ref)
    assertFresh(await readAccount(db, ref.companyId, accountId), version)
    await unlessConnected(
      db,
      actor,
      { ...credentials, merchantId: merchantId ?? null, accountId },
      () =>
        db
          .updateTable('paypalAccount')
          .set({ clientId, ...(merchantId && { merchantId }), version: version + 1 })
          .where('companyId', '=', ref.companyId)
          .where('id', '=', accountId)
          .execute(),
    )
    await keepSecret(db, side.outside, ref, secret)
    const after = await readAccount(db, ref.companyId, accountId)
    const change = {
      entityId: accountId,
      label: after.label,
      before: factsOf(before),
      after: factsOf(after),
    }
    await recordChange(db, actor, { action: 'paypalAccount.rotate', ...change })
  })
  const done = await finish(side, ref)
  // The credentials are now another app's. The old app's webhook would go on delivering here,
  // signed with an id that is no longer ours.
  if (old && before.clientId !== clientId)
    await removeWebhook(old, webhookUrl(side.outside.publicUrl, accountId))
  return done
}

/** Looks at PayPal and writes what it saw, while a person waits for the answer. */
export async function finish(side: Side, ref: AccountRef): Promise<PaypalAccount> {
  const seen = await lookAt(side, ref, 'person')
  return inCompany(side.pool, ref.companyId, async (db) => {
    if (seen) {
      await judge(db, ref, await writeObservation(db, ref, seen), 'person')
    }
    return readAccount(db, ref.companyId, ref.accountId)
  })
}

/** Tries the credentials. Answers the merchant's id if PayPal tells it. */
async function tryCredentials(
  outside: Outside,
  credentials: Credentials & { label: string },
  of: AccountRef | null,
): Promise<string | undefined> {
  const paypal = open(outside, credentials, of)
  const token = await readToken(paypal)
  if ('code' in token) throw refusalOf(token, credentials.label)
  return merchantOf(paypal, token.scopes)
}

function open(
  outside: Outside,
  { environment, clientId, secret }: Credentials,
  of: AccountRef | null,
): PayPal {
  try {
    return outside.paypal.connect({ environment, clientId, secret }, of)
  } catch (error) {
    throw error instanceof EnvironmentRefused ? refuse('paypalAccount.liveNotAllowed') : error
  }
}

export function refusalOf({ code, detail }: Problem, label: string) {
  if (code === 'busy') return refuse('paypalAccount.onHold', { label })
  return refuse(
    code === 'credentialsRefused'
      ? 'paypalAccount.credentialsRefused'
      : 'paypalAccount.unreachable',
    { detail },
  )
}

async function keepSecret(db: Db, outside: Outside, ref: AccountRef, secret: string) {
  const secretSealed = await outside.secrets.seal(db, secretPlace(ref), secret)
  await db
    .updateTable('paypalAccount')
    .set({ secretSealed, secretLast4: secret.slice(-4), secretChangedAt: sql`clock_timestamp()` })
    .where('companyId', '=', ref.companyId)
    .where('id', '=', ref.accountId)
    .execute()
}

type Connecting = Pick<Credentials, 'environment' | 'clientId'> & {
  merchantId: string | null
  accountId: Id<'paypalAccount'> | null
}

/**
 * Refuses an app or a merchant that another account of the company has. Only the indexes can tell
 * it without a race. The labels are read before the write, while the transaction can still read.
 */
async function unlessConnected<T>(
  db: Db,
  { companyId }: Actor,
  { environment, clientId, merchantId, accountId }: Connecting,
  write: () => Promise<T>,
): Promise<T> {
  const taken = await db
    .selectFrom('paypalAccount')
    .select(['id', 'label'])
    .where('companyId', '=', companyId)
    .where('environment', '=', environment)
    .where('clientId', '=', clientId)
    .where('state', '<>', 'archived')
    .executeTakeFirst()
  if (taken && taken.id !== accountId)
    throw refuse('paypalAccount.alreadyConnected', { label: taken.label })
  const twin = merchantId && (await twinOf(db, companyId, environment, merchantId, accountId))
  const merchantTaken = (label: string) =>
    refuse('paypalAccount.merchantTaken', { label, merchantId: merchantId ?? '' })
  if (twin) throw merchantTaken(twin)
  const written = unlessTaken(
    'paypal_account_client',
    refuse('paypalAccount.alreadyConnected', { label: clientId }),
    write(),
  )
  return unlessTaken('paypal_account_merchant', merchantTaken(merchantId ?? ''), written)
}
