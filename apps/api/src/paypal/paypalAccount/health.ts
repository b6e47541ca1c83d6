import { currencies as known } from '@paydesk/contract/lib/money'
import type { AccountState } from '@paydesk/contract/paypal/paypalAccountState'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Db, inCompany } from '../../lib/db.ts'
import { announce } from '../../lib/live/change.ts'
import type { Outside } from '../../lib/outside/outside.ts'
import { twinOf } from './merchant.ts'
import { type Observation, observe } from './observe.ts'
import { type AccountRef, clientOf, stopAccount } from './paypalAccount.ts'
import { failureText } from './read.ts'
import { webhookUrl } from './webhook.ts'

/** The parts of the process that a look needs. */
export type Side = { pool: pg.Pool; outside: Outside }

const at = (db: Db, { companyId, accountId }: AccountRef) =>
  db.updateTable('paypalAccount').where('companyId', '=', companyId).where('id', '=', accountId)

/**
 * The schedule asks for the balances only this often: reporting calls are scarce, and reading
 * transactions needs them more.
 */
const balancesMinutes = 15

/**
 * Looks at PayPal, outside any transaction. Undefined if the account has no credentials, or if it
 * has to wait for its turn (PayPal asked for a pause, or too many calls are under way). The claim
 * lasts five minutes at most, so that a process that died meanwhile holds nobody up.
 */
export async function lookAt(
  { pool, outside }: Side,
  ref: AccountRef,
  by: 'person' | 'schedule',
): Promise<Observation | undefined> {
  const { companyId, accountId } = ref
  const begun = await inCompany(pool, companyId, async (db) => {
    const account = await db
      .selectFrom('paypalAccount')
      .select(['webhookId', 'merchantId', 'state'])
      .where('companyId', '=', companyId)
      .where('id', '=', accountId)
      .executeTakeFirst()
    if (!account || account.state === 'archived') return undefined
    const { rows } = await sql`
      insert into paypal_account_health as h (company_id, account_id, checking_until)
      values (${companyId}, ${accountId}, now() + interval '5 minutes')
      on conflict (company_id, account_id) do update set checking_until = excluded.checking_until
      where h.checking_until is null or h.checking_until < now()
      returning 1`.execute(db)
    const { rows: recent } = await sql`select
      from paypal_balance
      where company_id = ${companyId} and account_id = ${accountId}
      and as_of > now() - make_interval(mins => ${balancesMinutes}) limit 1`.execute(db)
    const paypal = await clientOf(db, outside, ref)
    const { webhookId, merchantId } = account
    return (
      paypal && {
        paypal,
        webhookId,
        merchantId,
        register: rows.length > 0,
        balances: by === 'person' || recent.length === 0,
      }
    )
  })
  if (!begun) return undefined
  const seen = await observe(begun.paypal, {
    url: webhookUrl(outside.publicUrl, accountId),
    ...begun,
  })
  if (!seen && begun.register) await inCompany(pool, companyId, (db) => giveUpClaim(db, ref))
  return seen && { ...seen, claimed: begun.register }
}

const giveUpClaim = (db: Db, { companyId, accountId }: AccountRef) =>
  db
    .updateTable('paypalAccountHealth')
    .set({ checkingUntil: null })
    .where('companyId', '=', companyId)
    .where('accountId', '=', accountId)
    .execute()

/**
 * Writes only facts, each with its time. `judge` decides what the answer means for the account: it
 * is what was seen, and that the account must stop if it turns out to be another merchant than
 * before, or one that the company has already.
 */
export async function writeObservation(
  db: Db,
  ref: AccountRef,
  seen: Observation,
): Promise<Observation> {
  const { companyId, accountId } = ref
  const { token, webhook, balances } = seen
  const now = sql<string>`now()`
  const failed = (problem: object | undefined): problem is { code: string; detail: string } =>
    !!problem && 'code' in problem
  await db
    .updateTable('paypalAccountHealth')
    .set({
      checkedAt: now,
      ...(seen.claimed && { checkingUntil: null }),
      ...(failed(token)
        ? { tokenFailedAt: now, tokenFailure: failureText(token) }
        : { tokenOkAt: now }),
      ...(webhook &&
        (failed(webhook)
          ? { webhookFailedAt: now, webhookFailure: failureText(webhook) }
          : { webhookOkAt: now })),
    })
    .where('companyId', '=', companyId)
    .where('accountId', '=', accountId)
    .execute()
  const stop = seen.merchantId ? await strangeMerchant(db, ref, seen.merchantId) : undefined
  const primary =
    balances && !failed(balances)
      ? balances.balances.find((balance) => balance.primary)?.currency
      : undefined
  await at(db, ref)
    .set({
      ...(!failed(token) && { scopes: token.scopes, scopesReadAt: now }),
      ...(webhook &&
        !failed(webhook) && { webhookId: webhook.webhookId, lookupId: webhook.lookupId }),
      ...(seen.merchantId && !stop && { merchantId: seen.merchantId }),
      ...(primary && { primaryCurrency: primary }),
      updatedAt: now,
    })
    .execute()
  if (balances && !failed(balances) && !stop) await writeBalances(db, ref, balances)
  await announce(db, companyId, [{ entity: 'paypalAccount', id: accountId }])
  return stop ? { ...seen, stop } : seen
}

/** Why an account must stop when PayPal says that its credentials belong to this merchant. */
async function strangeMerchant(
  db: Db,
  { companyId, accountId }: AccountRef,
  merchantId: string,
): Promise<Observation['stop']> {
  const known = await db
    .selectFrom('paypalAccount')
    .select(['environment', 'merchantId'])
    .where('companyId', '=', companyId)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (known.merchantId && known.merchantId !== merchantId)
    return { state: 'disconnected', code: 'merchantChanged', detail: merchantId }
  const twin = await twinOf(db, companyId, known.environment, merchantId, accountId)
  return twin === undefined
    ? undefined
    : { state: 'disconnected', code: 'merchantTwice', detail: twin }
}

async function writeBalances(
  db: Db,
  { companyId, accountId }: AccountRef,
  seen: Exclude<Observation['balances'], { code: string } | undefined>,
) {
  const rows = seen.balances
    .filter(({ currency }) => (known as string[]).includes(currency))
    .map((balance) => ({
      companyId,
      accountId,
      currency: balance.currency,
      totalMinor: balance.total_balance.amountMinor,
      availableMinor: balance.available_balance?.amountMinor ?? null,
      withheldMinor: balance.withheld_balance?.amountMinor ?? null,
      asOf: (seen.as_of_time ?? new Date()).toISOString(),
    }))
  // A currency that PayPal no longer lists would otherwise keep its last balance for ever.
  await db
    .deleteFrom('paypalBalance')
    .where('companyId', '=', companyId)
    .where('accountId', '=', accountId)
    .execute()
  if (rows.length > 0) await db.insertInto('paypalBalance').values(rows).execute()
}

/**
 * Decides what a look means for the account. The schedule can only stop an account; only a look
 * that a person asked for can make it active again. A limited account stays limited even then:
 * PayPal shows the limit only when money is to move, so only resuming tries it.
 */
export async function judge(
  db: Db,
  ref: AccountRef,
  { token, stop }: Observation,
  by: 'person' | 'schedule',
) {
  if (stop) {
    await stopAccount(db, ref, stop.state, stop)
    // An account that never was in use has lost nothing: the feature was missing from the start.
    const stateReason = sql<string>`case
      when state_reason in ('notChecked', 'missingInvoicing')
        and ${stop.code}::text = 'lostInvoicing' then 'missingInvoicing'
      else ${stop.code}::text
    end`
    await at(db, ref)
      .set({ stateReason, stateDetail: stop.detail })
      .where('state', '=', 'disconnected')
      .execute()
  } else if (by === 'person' && !('code' in token)) await activate(db, ref, ['disconnected'])
}

export const activate = (db: Db, ref: AccountRef, from: AccountState[]) =>
  at(db, ref)
    .set({
      state: 'active',
      stateReason: '',
      stateDetail: '',
      stateChangedAt: sql`now()`,
      version: sql`version + 1`,
    })
    .where('state', 'in', from)
    .execute()
