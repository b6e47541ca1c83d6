import type { Id } from '@paydesk/contract/lib/id'
import { type Currency, currencies as known } from '@paydesk/contract/lib/money'
import type { PageQuery } from '@paydesk/contract/lib/page'
import { callKinds, type PaypalAccount } from '@paydesk/contract/paypal/paypalAccount'
import type { AccountState } from '@paydesk/contract/paypal/paypalAccountState'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { missingFeatures } from './feature.ts'
import { usageOf } from './usage.ts'

type Filter = { state?: AccountState | undefined }

export async function listAccounts(
  db: Db,
  companyId: Id<'company'>,
  { current, pageSize, state }: PageQuery & Filter,
) {
  const matching = accountsOf(db, companyId)
    .$if(state !== undefined, (query) => query.where('a.state', '=', state as AccountState))
    .$if(state === undefined, (query) => query.where('a.state', '<>', 'archived'))
  const rows = await matching
    .select(columns)
    .orderBy('a.priority')
    .orderBy('a.createdAt')
    .orderBy('a.id')
    .limit(pageSize)
    .offset((current - 1) * pageSize)
    .execute()
  const { total } = await matching
    .select((select) => select.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return { list: await withFacts(db, companyId, rows), total: Number(total), totalIsExact: true }
}

export async function readAccount(
  db: Db,
  companyId: Id<'company'>,
  id: string,
): Promise<PaypalAccount> {
  const rows = await accountsOf(db, companyId).select(columns).where('a.id', '=', id).execute()
  const [account] = await withFacts(db, companyId, rows)
  if (!account) throw refuse('notFound')
  return account
}

const accountsOf = (db: Db, companyId: Id<'company'>) =>
  db
    .selectFrom('paypalAccount as a')
    .leftJoin('paypalAccountHealth as h', (join) =>
      join.onRef('h.companyId', '=', 'a.companyId').onRef('h.accountId', '=', 'a.id'),
    )
    .where('a.companyId', '=', companyId)

/** Everything but the secret. */
const columns = [
  ...([
    'a.id',
    'a.label',
    'a.email',
    'a.merchantId',
    'a.environment',
    'a.clientId',
    'a.secretLast4',
    'a.secretChangedAt',
  ] as const),
  ...([
    'a.webhookId',
    'a.scopes',
    'a.scopesReadAt',
    'a.currencies',
    'a.primaryCurrency',
    'a.state',
    'a.stateReason',
  ] as const),
  ...([
    'a.stateDetail',
    'a.stateChangedAt',
    'a.priority',
    'a.dailyCount',
    'a.version',
    'a.createdAt',
  ] as const),
  ...([
    'h.checkedAt',
    'h.tokenOkAt',
    'h.tokenFailedAt',
    'h.tokenFailure',
    'h.webhookOkAt',
    'h.webhookFailedAt',
  ] as const),
  ...(['h.webhookFailure', 'h.lastEventAt', 'h.sweptAt'] as const),
] as const
type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number]
const selected = (db: Db) => accountsOf(db, '').select(columns)

async function withFacts(db: Db, companyId: Id<'company'>, rows: Row[]): Promise<PaypalAccount[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const limits = await linesOf(db, 'paypalAccountLimit', companyId, ids)
    .select(['accountId', 'currency', 'billMinMinor', 'billMaxMinor', 'dailyMinor', 'monthlyMinor'])
    .execute()
  const balances = await linesOf(db, 'paypalBalance', companyId, ids)
    .select(['accountId', 'currency', 'totalMinor', 'availableMinor', 'withheldMinor', 'asOf'])
    .execute()
  const [usage, operations] = [await usageOf(db, companyId, ids), await operationsOf(db, companyId)]
  const waiting = await waitingEventsOf(db, companyId, ids)
  const calls = await callsOf(db, companyId, ids)
  return rows.map((row) => {
    const { scopes, scopesReadAt, checkedAt, tokenOkAt, tokenFailedAt, tokenFailure, ...more } = row
    const { webhookOkAt, webhookFailedAt, webhookFailure, lastEventAt, sweptAt, ...account } = more
    const held = calls.filter(({ accountId }) => accountId === row.id)
    const used = usage.get(row.id)
    return {
      ...account,
      environment: row.environment as PaypalAccount['environment'],
      state: row.state as AccountState,
      currencies: row.currencies as Currency[],
      scopesReadAt,
      // Before the first token no feature is known to be missing.
      missingFeatures: scopesReadAt ? missingFeatures(scopes) : [],
      limits: limits.filter(
        ({ accountId }) => accountId === row.id,
      ) as unknown as PaypalAccount['limits'],
      usage: [...(used?.amounts ?? [])].map(([currency, amounts]) => ({
        currency: currency as Currency,
        ...amounts,
      })),
      todayCount: used?.todayCount ?? 0,
      balances: balances.filter(
        ({ accountId, currency }) => accountId === row.id && (known as string[]).includes(currency),
      ) as unknown as PaypalAccount['balances'],
      operations: operations.get(row.id) ?? { total: 0, refused: 0, unknown: 0 },
      waitingEvents: waiting.get(row.id) ?? null,
      health: {
        checkedAt,
        tokenOkAt,
        tokenFailedAt,
        tokenFailure: failureOf(tokenFailure),
        webhookOkAt,
        webhookFailedAt,
        webhookFailure: failureOf(webhookFailure),
        lastEventAt,
        sweptAt,
        holdUntil: held.reduce<string | null>(
          (last, { heldUntil }) => (heldUntil && heldUntil > (last ?? '') ? heldUntil : last),
          null,
        ),
      },
      calls: held.map(({ kind, lastMinute, perMinute, waitsUntil }) => ({
        kind,
        lastMinute,
        perMinute,
        waitsUntil,
      })),
    }
  })
}

const linesOf = (
  db: Db,
  table: 'paypalAccountLimit' | 'paypalBalance',
  companyId: Id<'company'>,
  ids: string[],
) =>
  db
    .selectFrom(table)
    .where('companyId', '=', companyId)
    .where('accountId', 'in', ids)
    .orderBy('currency')

async function operationsOf(
  db: Db,
  companyId: Id<'company'>,
): Promise<Map<string, PaypalAccount['operations']>> {
  const { rows } = await sql<{
    accountId: Id<'paypalAccount'>
    total: number
    refused: number
    unknown: number
  }>`
    select account_id, count(*)::int as total,
      count(*) filter (where state = 'refused')::int as refused,
      count(*) filter (where state = 'unknown')::int as unknown
    from operation
    where company_id = ${companyId} and created_at > now() - interval '24 hours'
    group by account_id`.execute(db)
  return new Map(rows.map(({ accountId, ...counts }) => [accountId, counts]))
}

const mostWaiting = 1000

/** Events on the work list, where nothing stays for long while PayPal answers. */
async function waitingEventsOf(
  db: Db,
  companyId: Id<'company'>,
  ids: string[],
): Promise<Map<string, PaypalAccount['waitingEvents']>> {
  const { rows } = await sql<{ accountId: Id<'paypalAccount'>; count: number; since: string }>`
    select a.id as account_id, count(*)::int as count, min(e.received_at) as since
    from unnest(${ids}::uuid[]) as a (id)
    cross join lateral (
      select t.event_id
      from paypal_event_todo t
      where t.company_id = ${companyId} and t.account_id = a.id
      order by t.due_at
      limit ${mostWaiting}
    ) t
    join paypal_event e on e.company_id = ${companyId}
      and e.account_id = a.id
      and e.event_id = t.event_id
    group by a.id`.execute(db)
  return new Map(rows.map(({ accountId, ...waiting }) => [accountId, waiting]))
}

type Calls = PaypalAccount['calls'][number] & {
  accountId: Id<'paypalAccount'>
  heldUntil: string | null
}

/**
 * A call whose turn comes within a second does not wait: it may have had its turn since this
 * transaction began.
 */
async function callsOf(db: Db, companyId: Id<'company'>, ids: string[]): Promise<Calls[]> {
  const { rows } = await sql<Calls>`
    select account_id, kind, per_minute,
      (
        select count(*) from unnest(turns) t where t between now() - interval '1 minute' and now()
      )::int as last_minute,
      case when turn_at > clock_timestamp() + interval '1 second' then turn_at end as waits_until,
      case when held_until > now() then held_until end as held_until
    from paypal_account_allowance
    where company_id = ${companyId} and account_id = any(${ids}::uuid[])
    order by array_position(${[...callKinds]}::text[], kind)`.execute(db)
  return rows
}

/** A failure is stored as `code: detail`. */
export const failureText = ({ code, detail }: { code: string; detail: string }) =>
  `${code}: ${detail}`.slice(0, 500)
function failureOf(text: string | null) {
  const [code = '', ...rest] = (text ?? '').split(': ')
  return { code, detail: rest.join(': ') }
}
