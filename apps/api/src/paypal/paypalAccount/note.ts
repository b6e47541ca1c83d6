import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'
import type { AccountRef } from './ref.ts'

/** Notes that events of these accounts have come. */
export const noteEvents = (db: Db, companyId: Id<'company'>, accountIds: Id<'paypalAccount'>[]) =>
  sql`
    insert into paypal_account_health as h (company_id, account_id, last_event_at)
    select ${companyId}, a, now() from unnest(${accountIds}::uuid[]) a
    on conflict (company_id, account_id) do update set last_event_at = now()`.execute(db)

/** Notes that every bill of the account that was due for a look has one on its way. */
export const noteSwept = (db: Db, { companyId, accountId }: AccountRef) =>
  sql`
    insert into paypal_account_health (company_id, account_id, swept_at)
    values (${companyId}, ${accountId}, now())
    on conflict (company_id, account_id) do update set swept_at = now()`.execute(db)

/** Notes the balances that PayPal states. An older answer never replaces a newer one. */
export const noteBalances = (
  db: Db,
  { companyId, accountId }: AccountRef,
  asOf: Date,
  told: { currency: string; total: number; available: number; withheld: number }[],
) =>
  sql`
    insert into paypal_balance as b (
      company_id, account_id, currency, total_minor, available_minor, withheld_minor, as_of
    )
    select ${companyId}, ${accountId}, t.currency, t.total, t.available, t.withheld, ${asOf}
    from jsonb_to_recordset(${toJsonb(told)}::jsonb) as t (
      currency text, total bigint, available bigint, withheld bigint
    )
    on conflict (company_id, account_id, currency)
    do update set
      total_minor = excluded.total_minor,
      available_minor = excluded.available_minor,
      withheld_minor = excluded.withheld_minor,
      as_of = excluded.as_of
    where b.as_of <= excluded.as_of`.execute(db)
