import type { Transaction } from '@paydesk/contract/transaction'
import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { refuse } from '../lib/errors.ts'

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** One transaction, whole: what explains it, what it belongs to, and how it stands in the books. */
export async function readTransaction(db: Db, companyId: string, id: string): Promise<Transaction> {
  const { rows } = await sql<Transaction>`
    select t.id, t.account_id, a.label as account_label, t.provider_transaction_id, t.event_code, t.class, t.status, t.pending_reason, t.currency,
      t.gross_minor, t.fee_minor, t.net_minor, t.payer_name, t.payer_email, t.occurred_at, t.match_state, t.matched_minor, t.version,
      t.ending_balance_minor, t.invoice_id, t.custom_field, t.paypal_invoice_id, t.payer_id, t.payer_country, t.reference_id, t.reference_type,
      t.subject, t.note, t.provider_updated_at as updated_at, t.first_seen_via, t.synced_at, t.match_reason, t.matched_by, t.matched_at,
      t.assignee_id, u.name as assignee_name, r.raw,
      (select jsonb_build_object('id', c.id, 'name', c.name) from customer c
       where c.company_id = t.company_id and c.merged_into_id is null and t.payer_email <> '' and (lower(c.email) = lower(t.payer_email)
         or exists (select from customer_alias x where x.company_id = c.company_id and x.customer_id = c.id and x.email = lower(t.payer_email)))
       order by c.created_at limit 1) as customer,
      (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'billId', l.bill_id, 'billNumber', b.number, 'customerName', b.customer_name,
          'amountMinor', l.amount_minor, 'deductionMinor', l.deduction_minor, 'reason', l.reason, 'rule', l.rule, 'actorName', l.actor_name,
          'createdAt', ${iso('l.created_at')}) order by l.created_at, l.id), '[]')
       from match_line l left join bill b on b.company_id = l.company_id and b.id = l.bill_id
       where l.company_id = t.company_id and l.transaction_id = t.id) as lines,
      (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'providerTransactionId', x.provider_transaction_id, 'eventCode', x.event_code,
          'class', x.class, 'status', x.status, 'currency', x.currency, 'grossMinor', x.gross_minor, 'feeMinor', x.fee_minor,
          'occurredAt', ${iso('x.occurred_at')}) order by x.occurred_at, x.id), '[]')
       from (select o.* from paypal_transaction o where o.company_id = t.company_id and o.account_id = t.account_id and o.id <> t.id
           and o.reference_id <> '' and o.reference_id = t.provider_transaction_id
         union select o.* from paypal_transaction o where o.company_id = t.company_id and o.account_id = t.account_id and o.id <> t.id
           and t.reference_id <> '' and o.provider_transaction_id = t.reference_id) x) as related,
      (select coalesce(jsonb_agg(jsonb_build_object('id', j.id, 'kind', j.kind, 'effectiveAt', ${iso('j.effective_at')},
          'postedAt', ${iso('j.posted_at')}, 'postings', (
            select jsonb_agg(jsonb_build_object('book', p.book, 'currency', p.currency, 'amountMinor', p.amount_minor) order by p.book)
            from posting p where p.company_id = j.company_id and p.journal_id = j.id)) order by j.posted_at, j.id), '[]')
       from journal j where j.company_id = t.company_id and j.transaction_id = t.id) as journals
    from paypal_transaction t
    join paypal_account a on a.company_id = t.company_id and a.id = t.account_id
    left join app_user u on u.company_id = t.company_id and u.id = t.assignee_id
    left join paypal_transaction_raw r on r.company_id = t.company_id and r.transaction_id = t.id
    where t.company_id = ${companyId} and t.id = ${id}`.execute(db)
  const [transaction] = rows
  if (!transaction) throw refuse('notFound')
  return transaction
}
