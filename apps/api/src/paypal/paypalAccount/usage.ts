import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'

type Amounts = { todayMinor: number; monthMinor: number }
/** What was sent through an account today and this month, by the company's calendar. */
export type AccountUsage = { todayCount: number; amounts: Map<string, Amounts> }

/**
 * The company's day. A limit that turned over at midnight UTC would give Shanghai a new allowance
 * at eight in the morning.
 */
const dayAt = (companyId: Id<'company'>, at: ReturnType<typeof sql>) =>
  sql`(select (${at} at time zone timezone)::date from company where id = ${companyId})`

export async function usageOf(
  db: Db,
  companyId: Id<'company'>,
  accountIds: Id<'paypalAccount'>[],
): Promise<Map<string, AccountUsage>> {
  const { rows } = await sql<{
    accountId: Id<'paypalAccount'>
    currency: string
    today: number
    month: number
    count: number
  }>`
    with d as (select ${dayAt(companyId, sql`now()`)} as today)
    select account_id, currency,
      coalesce(sum(amount_minor) filter (where day = today), 0)::bigint as today,
      sum(amount_minor)::bigint as month,
      coalesce(sum(bill_count) filter (where day = today), 0)::int as count
    from paypal_account_usage, d
    where company_id = ${companyId}
      and account_id = any(${accountIds}::uuid[])
      and day between date_trunc('month', today)::date and today
    group by account_id, currency`.execute(db)
  const usage = new Map(
    accountIds.map((id): [string, AccountUsage] => [id, { todayCount: 0, amounts: new Map() }]),
  )
  for (const { accountId, currency, today, month, count } of rows) {
    const one = usage.get(accountId) as AccountUsage
    one.todayCount += count
    one.amounts.set(currency, { todayMinor: Number(today), monthMinor: Number(month) })
  }
  return usage
}

type Amount = { currency: string; totalMinor: number }

/** Call this under the account's lock, so that nobody else uses the same limit. */
export async function addUsage(
  db: Db,
  companyId: Id<'company'>,
  accountId: Id<'paypalAccount'>,
  { currency, totalMinor }: Amount,
  bills = 1,
) {
  await sql`
    insert into paypal_account_usage (
      company_id, account_id, currency, day, amount_minor, bill_count
    )
    values (
      ${companyId}, ${accountId}, ${currency}, ${dayAt(companyId, sql`now()`)}, ${totalMinor},
      ${bills}
    )
    on conflict (company_id, account_id, day, currency) do update
    set amount_minor = paypal_account_usage.amount_minor + excluded.amount_minor,
      bill_count = paypal_account_usage.bill_count + excluded.bill_count`.execute(db)
}

/** Gives the amount back to the day that it was taken from. */
export async function takeBackUsage(
  db: Db,
  companyId: Id<'company'>,
  accountId: Id<'paypalAccount'>,
  bill: Amount & { at: string },
  bills = 1,
) {
  await sql`update paypal_account_usage
    set amount_minor = greatest(0, amount_minor - ${bill.totalMinor}),
      bill_count = greatest(0, bill_count - ${bills})
    where company_id = ${companyId} and account_id = ${accountId} and currency = ${bill.currency}
      and day = ${dayAt(companyId, sql`${bill.at}::timestamptz`)}`.execute(db)
}
