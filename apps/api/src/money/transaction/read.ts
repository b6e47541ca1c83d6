import type { Id } from '@paydesk/contract/lib/id'
import type { MatchLine, Transaction } from '@paydesk/contract/money/transaction'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { accountTable, rowColumns } from './columns.ts'

type Found = Omit<Transaction, 'lines' | 'related' | 'journals'> & { groupId: string | null }
type Posting = Omit<Transaction['journals'][number], 'postings'> &
  Transaction['journals'][number]['postings'][number]

const fromElsewhere = sql`from match_line l
  where l.company_id = t.company_id
    and l.transaction_id = t.id
    and l.bill_id is not null
    and is_from_elsewhere(l.rule)`
/**
 * PayPal's invoice of a bill that the row explains can be told of it, and nobody has done so.
 * Nearly every row is the invoice's own payment; for those the function is not even planned, which
 * takes longer than all the rest.
 */
const recordable = sql`case
  when exists (select ${fromElsewhere}) then exists (
    select
    from recordable_lines(t.company_id, array(select l.bill_id ${fromElsewhere})) r
    where r.transaction_id = t.id and r.record <> 'underWay'
  )
  else false
end`

/** One transaction with all that explains it. */
export async function readTransaction(
  db: Db,
  companyId: Id<'company'>,
  id: string,
): Promise<Transaction> {
  const { rows } = await sql<Found>`
    select ${rowColumns}, t.version, t.ending_balance_minor, t.invoice_id, t.custom_field,
      t.paypal_invoice_id, t.payer_id, t.payer_country, t.reference_id, t.subject, t.note,
      t.provider_updated_at as updated_at, t.first_seen_via, t.synced_at, t.match_reason,
      t.matched_by, t.matched_at, t.assignee_id, u.name as assignee_name, r.raw, t.group_id,
      ${recordable} as recordable,
      (
        select jsonb_build_object('id', c.id, 'name', c.name)
        from customer c
        where c.company_id = t.company_id
          and t.payer_email <> ''
          and c.id = (
            select e.customer_id
            from customers_of_emails(t.company_id, array[lower(t.payer_email)]) e
            order by e.alias desc, e.customer_id
            limit 1
          )
      ) as customer
    from paypal_transaction t ${accountTable}
    left join app_user u on u.company_id = t.company_id and u.id = t.assignee_id
    left join paypal_transaction_raw r on r.company_id = t.company_id and r.transaction_id = t.id
    where t.company_id = ${companyId} and t.id = ${id}`.execute(db)
  const [found] = rows
  if (!found) throw refuse('notFound')
  const { groupId, ...transaction } = found
  return {
    ...transaction,
    lines: await linesOf(db, companyId, id),
    related: await relatedTo(db, companyId, found),
    journals: await journalsOf(db, companyId, id),
  }
}

async function linesOf(db: Db, companyId: Id<'company'>, id: string): Promise<MatchLine[]> {
  const { rows } = await sql<MatchLine>`
    select l.id, l.bill_id, b.number as bill_number, b.customer_name, l.amount_minor,
      l.deduction_minor, l.reason, l.rule, l.actor_name, l.created_at
    from match_line l left join bill b on b.company_id = l.company_id and b.id = l.bill_id
    where l.company_id = ${companyId} and l.transaction_id = ${id}
    order by l.created_at, l.id`.execute(db)
  return rows
}

/** The rows of the same payment, those that refer to this one, and the one that it refers to. */
async function relatedTo(
  db: Db,
  companyId: Id<'company'>,
  of: Found,
): Promise<Transaction['related']> {
  const row = sql`select t.id from paypal_transaction t where t.company_id = ${companyId}`
  const payment = of.groupId ?? of.id
  const ids = sql`${row} and t.id = ${payment}
    union ${row} and t.group_id = ${payment}
    union ${row}
      and t.account_id = ${of.accountId}
      and t.reference_id = ${of.providerTransactionId}
      and t.reference_id <> ''
    union ${row}
      and t.account_id = ${of.accountId}
      and t.provider_transaction_id = ${of.providerTransactionId}
    ${of.referenceId ? sql`union ${row} and t.account_id = ${of.accountId} and t.provider_transaction_id = ${of.referenceId}` : sql``}`
  const { rows } = await sql<Transaction['related'][number]>`
    select t.id, t.provider_transaction_id, t.event_code, t.class, t.status, t.currency,
      t.gross_minor, t.fee_minor, t.occurred_at
    from (${ids}) i join paypal_transaction t on t.company_id = ${companyId} and t.id = i.id
    where t.id <> ${of.id} order by t.occurred_at, t.id limit 100`.execute(db)
  return rows
}

async function journalsOf(
  db: Db,
  companyId: Id<'company'>,
  id: string,
): Promise<Transaction['journals']> {
  const { rows } = await sql<Posting>`
    select j.id, j.kind, j.effective_at, j.posted_at, p.book, p.currency, p.amount_minor
    from journal j join posting p on p.company_id = j.company_id and p.journal_id = j.id
    where j.company_id = ${companyId} and j.transaction_id = ${id}
    order by j.posted_at, j.id, p.amount_minor desc, p.book`.execute(db)
  return [...Map.groupBy(rows, (row) => row.id).values()].map((lines) => {
    const { id: journalId, kind, effectiveAt, postedAt } = lines[0] as Posting
    return {
      id: journalId,
      kind,
      effectiveAt,
      postedAt,
      postings: lines.map(({ book, currency, amountMinor }) => ({ book, currency, amountMinor })),
    }
  })
}
