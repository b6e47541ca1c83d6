import { openStatuses } from '@paydesk/contract/billStatus'
import { type RawBuilder, sql } from 'kysely'
import { readSettings } from '../companySetting/companySetting.ts'
import type { Db } from '../lib/db.ts'
import { toJsonb } from '../lib/json.ts'

export type Rule = 'payment' | 'invoice' | 'number' | 'alias' | 'reference'
export type Found = { key: string; billId: string; rule: Rule; deductionMinor: number }

/** These are about a payment that came before: its bill is theirs. */
const referring = ['refund', 'reversal', 'chargeback', 'adjustment']
/** A payment by someone whom we know by e-mail is about a bill that was sent within this time of it. */
const nearDays = 60
/** A chain of references (a chargeback, its reversal, the reversal's correction) is no longer than this. */
const maxSteps = 5
/** Of what nothing explains, the newest: what is older has been looked at before. */
const maxPerAccount = 5000

export const toleranceOf = async (db: Db, companyId: string) => (await readSettings(db, companyId)).reconciliation.toleranceBasisPoints

/**
 * What bill explains each row of `source` (columns as in paypal_transaction, and `key`), all rows at once. Only within the company,
 * the account and the currency; the surest hint decides, and one that points at two bills decides nothing.
 */
export async function findBills(db: Db, companyId: string, source: RawBuilder<unknown>, tolerance: number): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with u as materialized (select * from ${source} x), hint as (
      select u.key, p.bill_id, 1 as rank, 'payment' as rule from u
      join bill_payment p on p.company_id = ${companyId} and p.provider_payment_id = u.provider_transaction_id
      union all
      select u.key, r.bill_id, 1, 'payment' from u
      join bill_refund r on r.company_id = ${companyId} and r.provider_refund_id = u.provider_transaction_id where u.gross_minor < 0
      union all
      select u.key, b.id, 2, 'invoice' from u
      join bill b on b.company_id = ${companyId} and b.account_id = u.account_id and b.provider_invoice_id = u.paypal_invoice_id
      where u.paypal_invoice_id <> ''
      union all
      select u.key, l.bill_id, 3, 'reference' from u
      join paypal_transaction p on p.company_id = ${companyId} and p.provider_transaction_id = u.reference_id and p.account_id = u.account_id
      join match_line l on l.company_id = ${companyId} and l.transaction_id = p.id and l.bill_id is not null
      where u.reference_id <> '' and u.class = any(${referring})
      union all
      select u.key, b.id, 4, 'number' from u
      cross join lateral regexp_split_to_table(u.invoice_id || ' ' || u.custom_field, '[^[:alnum:]_/.#-]+') as w (word)
      join bill b on b.company_id = ${companyId} and b.number = w.word
      where (u.invoice_id <> '' or u.custom_field <> '') and b.status <> 'draft'
    ), fitting as (
      select h.key, h.bill_id, h.rank, h.rule, min(h.rank) over (partition by h.key) as best from hint h
      join u on u.key = h.key
      join bill b on b.company_id = ${companyId} and b.id = h.bill_id and b.currency = u.currency
        and (b.account_id is null or b.account_id = u.account_id)
    ), sure as (
      select key, min(bill_id::text)::uuid as bill_id, min(rule) as rule, 0::bigint as deduction_minor from fitting
      where rank = best group by key having count(distinct bill_id) = 1
    ), who as (
      select u.key, c.id as customer_id from u
      join customer c on c.company_id = ${companyId} and lower(c.email) = lower(u.payer_email) and c.merged_into_id is null
      where ${unsure} union
      select u.key, a.customer_id from u
      join customer_alias a on a.company_id = ${companyId} and a.email = lower(u.payer_email)
      where ${unsure}
    ), possible as (
      select u.key, u.occurred_at, b.id as bill_id, greatest(0, left_.minor - u.gross_minor) as deduction_minor,
        count(*) over (partition by u.key) as bills
      from who join u on u.key = who.key
      join bill b on b.company_id = ${companyId} and b.customer_id = who.customer_id and b.status = any(${openStatuses})
        and b.currency = u.currency and (b.account_id is null or b.account_id = u.account_id)
        and b.sent_at between u.occurred_at - make_interval(days => ${nearDays}) and u.occurred_at + make_interval(days => ${nearDays})
      cross join lateral (select b.due_minor - coalesce((
          -- What PayPal counts as paid has left the due already.
          select sum(l.amount_minor + l.deduction_minor) from match_line l
          join paypal_transaction t on t.company_id = l.company_id and t.id = l.transaction_id
          where l.company_id = ${companyId} and l.bill_id = b.id and not exists (select from bill_payment p
            where p.company_id = ${companyId} and p.bill_id = b.id and p.provider_payment_id = t.provider_transaction_id)), 0)::bigint as minor) left_
      where left_.minor > 0 and abs(left_.minor - u.gross_minor) <= left_.minor * ${tolerance}::int / 10000
    ), by_alias as (
      -- A bill is paid once: the earliest of several payments that could be it.
      select distinct on (bill_id) key, bill_id, 'alias' as rule, deduction_minor from possible where bills = 1
      order by bill_id, occurred_at, key
    )
    select * from sure union all select * from by_alias`.execute(db)
  return rows
}

/** Nothing surer was found, and it does not belong to an invoice that is not ours. */
const unsure = sql`u.class = 'payment' and u.payer_email <> '' and u.paypal_invoice_id = ''
  and not exists (select from fitting f where f.key = u.key)`

/** Once a person has had a hand in it, only a person decides. */
const waiting = sql`t.match_state = 'unmatched' and t.status in ('S', 'V') and t.matched_by = ''`

/** Explains what can be explained of the given rows, and of what refers to them. The caller holds the books' lock (lockBooks). */
export async function matchTransactions(db: Db, companyId: string, ids: string[]): Promise<string[]> {
  const matched = await matchOnce(db, companyId, ids)
  if (matched.length > 0) matched.push(...(await matchFollowing(db, companyId, matched)))
  return matched
}

/** Refunds, reversals and chargebacks that came before the row that they refer to was explained. */
export async function matchFollowing(db: Db, companyId: string, ids: string[]): Promise<string[]> {
  const all: string[] = []
  for (let step = 0, from = ids; step < maxSteps && from.length > 0; step++) {
    const { rows } = await sql<{ id: string }>`
      select t.id from paypal_transaction p
      join paypal_transaction t on t.company_id = p.company_id and t.account_id = p.account_id and t.reference_id = p.provider_transaction_id
      where p.company_id = ${companyId} and p.id = any(${from}::uuid[]) and p.match_state in ('auto', 'manual')
        and t.reference_id <> '' and t.class = any(${referring}) and ${waiting}`.execute(db)
    from = rows.length > 0 ? await matchOnce(db, companyId, [...new Set(rows.map(({ id }) => id))]) : []
    all.push(...from)
  }
  return all
}

async function matchOnce(db: Db, companyId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const source = sql`(select t.id::text as key, t.* from paypal_transaction t
    where t.company_id = ${companyId} and t.id = any(${ids}::uuid[]) and ${waiting})`
  const found = await findBills(db, companyId, source, await toleranceOf(db, companyId))
  if (found.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    with m as materialized (
      select t.id, t.gross_minor, f."billId" as bill_id, f.rule, f."deductionMinor" as deduction_minor
      from jsonb_to_recordset(${toJsonb(found)}::jsonb) as f (key uuid, "billId" uuid, rule text, "deductionMinor" bigint)
      join paypal_transaction t on t.company_id = ${companyId} and t.id = f.key where ${waiting}
    ), lines as (
      insert into match_line (company_id, transaction_id, bill_id, amount_minor, deduction_minor, rule)
      select ${companyId}, id, bill_id, gross_minor, deduction_minor, rule from m order by bill_id
    )
    update paypal_transaction t set match_state = 'auto', matched_minor = t.gross_minor, match_reason = m.rule, matched_by = '',
      matched_at = now(), version = t.version + 1
    from m where t.company_id = ${companyId} and t.id = m.id returning t.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Everything of an account that still waits for an explanation. */
export async function waitingOf(db: Db, companyId: string, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from paypal_transaction t where t.company_id = ${companyId} and t.account_id = ${accountId} and ${waiting}
    order by t.occurred_at desc, t.id limit ${maxPerAccount}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What waits for this bill, now that it knows its invoice or its payments. */
export async function waitingForBill(db: Db, companyId: string, billId: string): Promise<{ id: string; accountId: string }[]> {
  const { rows } = await sql<{ id: string; accountId: string }>`
    select t.id, t.account_id from bill b
    join paypal_transaction t on t.company_id = b.company_id and t.account_id = b.account_id and t.paypal_invoice_id = b.provider_invoice_id
      and t.paypal_invoice_id <> ''
    where b.company_id = ${companyId} and b.id = ${billId} and ${waiting}
    union
    select t.id, t.account_id from (
      select provider_payment_id as id from bill_payment where company_id = ${companyId} and bill_id = ${billId}
      union all select provider_refund_id from bill_refund where company_id = ${companyId} and bill_id = ${billId}
    ) p
    join paypal_transaction t on t.company_id = ${companyId} and t.provider_transaction_id = p.id where ${waiting}`.execute(db)
  return rows
}
