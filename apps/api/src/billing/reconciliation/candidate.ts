import { type BillStatus, openStatuses } from '@paydesk/contract/billing/billStatus'
import type { Candidate } from '@paydesk/contract/billing/reconciliation'
import type { Id } from '@paydesk/contract/lib/id'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { readSettings } from '../../people/companySetting/companySetting.ts'
import { billOwners } from '../../people/user/user.ts'
import { listBills } from '../bill/bill.ts'
import { certaintyOf, numbersIn, rankOf } from './rank.ts'

const shown = 20
/**
 * Incoming money can only be for a bill on which something is owed, outgoing money only for one on
 * which something was paid.
 */
const paidStatuses = [
  'partiallyPaid',
  'paid',
  'partiallyRefunded',
  'refunded',
] as const satisfies readonly BillStatus[]
/**
 * Covers fees that a bank takes on the way: near enough to be shown, whatever the company's
 * own tolerance is.
 */
const nearBasisPoints = 500
/**
 * Bills of the same amount are looked for among those made up to this long before the money came.
 */
const monthsBefore = 4

type Row = {
  accountId: Id<'paypalAccount'>
  currency: Candidate['currency']
  grossMinor: number
  matchedMinor: number
  texts: string
  paypalInvoiceId: string
  payerEmail: string
  payerName: string
  occurredAt: string
}
type Bill = Omit<Candidate, 'certainty' | 'reasons'> & {
  customerId: Id<'customer'>
  paidMinor: number
  since: string
}

/**
 * Bills that a transaction may be about, the likeliest first; with a keyword, the bills that it
 * finds.
 */
export async function findCandidates(
  db: Db,
  actor: Actor,
  id: string,
  keyword: string | undefined,
): Promise<{ list: Candidate[] }> {
  const { companyId } = actor
  const row = await readRow(db, companyId, id)
  const { reconciliation } = await readSettings(db, companyId)
  const byEmail = row.payerEmail
    ? await sql<{
        customerId: Id<'customer'>
      }>`
        select customer_id
        from customers_of_emails(
          ${companyId}, ${[row.payerEmail.toLowerCase()]}::text[]
        )`.execute(db)
    : { rows: [] }
  const customerIds = byEmail.rows.map(({ customerId }) => customerId)
  const amountMinor = Math.abs(row.grossMinor - row.matchedMinor)
  const near = Math.max(reconciliation.toleranceBasisPoints, nearBasisPoints)
  const ids = keyword
    ? await idsByKeyword(db, actor, row.currency, keyword)
    : idsByTraces(companyId, row, customerIds, amountMinor, near)
  const bills = await readBills(db, actor, ids, row)
  const wanted = { ...row, amountMinor, customerIds, nearBasisPoints: near }
  const ranked = bills.map(({ customerId, paidMinor, since, ...bill }) => {
    const amountsMinor = row.grossMinor < 0 ? [paidMinor, bill.totalMinor] : [bill.dueMinor]
    const { rank, reasons } = rankOf(wanted, { ...bill, customerId, since, amountsMinor })
    return { rank, bill: { ...bill, certainty: certaintyOf(reasons), reasons } }
  })
  ranked.sort((a, b) => b.rank - a.rank || a.bill.number.localeCompare(b.bill.number))
  return { list: ranked.slice(0, shown).map(({ bill }) => bill) }
}

async function readRow(db: Db, companyId: Id<'company'>, id: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select account_id, currency, gross_minor, matched_minor,
      concat_ws(' ', invoice_id, custom_field, subject, note) as texts, paypal_invoice_id,
      payer_email, payer_name, occurred_at
    from paypal_transaction where company_id = ${companyId} and id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw refuse('notFound')
  return row
}

async function idsByKeyword(
  db: Db,
  actor: Actor,
  currency: Row['currency'],
  keyword: string,
): Promise<RawBuilder<unknown>> {
  const { list } = await listBills(db, actor, {
    keyword,
    currency,
    sort: '-created',
    current: 1,
    pageSize: shown,
  })
  return sql`select id from unnest(${list.map(({ id }) => id)}::uuid[]) as i (id)`
}

const statusesOf = ({ grossMinor }: Row) => (grossMinor < 0 ? paidStatuses : openStatuses)

/**
 * Each trace uses an index of its own, so that a company with millions of bills gets its answer as
 * fast as one with ten.
 */
function idsByTraces(
  companyId: Id<'company'>,
  row: Row,
  customerIds: Id<'customer'>[],
  amountMinor: number,
  near: number,
): RawBuilder<unknown> {
  const bill = sql`select b.id from bill b where b.company_id = ${companyId}`
  const statuses = statusesOf(row)
  const ofCustomer = sql`cross join lateral (
      ${bill}
        and b.customer_id = c.customer_id
        and b.currency = ${row.currency}
        and b.status = any(${statuses}::text[]) order by b.created_at desc,
      b.id desc limit 50
    ) b`
  const part = (row.grossMinor < 0 ? 0 : amountMinor * near) / 10_000
  const ofAmount = sql`
    select b.id
    from unnest(${statuses}::text[]) as s (status)
    cross join lateral (
      ${bill}
        and b.status = s.status
        and b.currency = ${row.currency}
        and b.due_minor between ${Math.floor(amountMinor - part)} and ${Math.ceil(amountMinor + 2 * part)}
        and b.created_at between ${row.occurredAt}::timestamptz - make_interval(
          months => ${monthsBefore}::integer
        ) and ${row.occurredAt}::timestamptz + interval '3 days' order by b.created_at desc,
      b.id desc limit 100
    ) b`
  return sql`${bill} and b.number = any(${numbersIn(row.texts)}::text[])
    union ${bill}
      and b.account_id = ${row.accountId}
      and b.provider_invoice_id = ${row.paypalInvoiceId}
    union select b.id from unnest(${customerIds}::uuid[]) as c (customer_id) ${ofCustomer}
    union select b.id from (
      select customer_id
      from customers_named(${companyId}, ${[row.payerName.toLowerCase()]}::text[])
      union
      select unnest(customer_matches(${companyId}, ${row.payerName}, null, 20))
      where ${row.payerName} <> ''
    ) c ${ofCustomer}
    ${row.grossMinor < 0 ? sql`` : sql`union (${ofAmount})`}`
}

/** The bills that the actor may see, that PayPal knows of, in the transaction's currency. */
async function readBills(
  db: Db,
  actor: Actor,
  ids: RawBuilder<unknown>,
  { currency }: Row,
): Promise<Bill[]> {
  const owners = await billOwners(db, actor)
  const { rows } = await sql<Bill>`
    select b.id as bill_id, b.number, b.title, b.customer_id, b.customer_name, b.currency,
      b.total_minor, b.due_minor, b.paid_minor, b.due_date, b.status,
      coalesce(b.sent_at, b.created_at) as since
    from (${ids}) i join bill b on b.company_id = ${actor.companyId} and b.id = i.id
    where b.currency = ${currency}
      and b.status not in ('draft', 'sendFailed', 'sending', 'cancelled')
      ${owners === 'all' ? sql`` : sql`and b.owner_id = any(${owners}::uuid[])`}
    limit 500`.execute(db)
  return rows
}
