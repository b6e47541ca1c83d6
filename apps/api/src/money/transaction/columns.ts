import { settledStatuses } from '@paydesk/contract/money/transaction'
import { sql } from 'kysely'
import { literals } from '../../lib/literals.ts'

/** The columns of the row `t` in a list; use with `rowTables`. */
export const rowColumns = sql`t.id, t.account_id, a.label as account_label,
  t.provider_transaction_id, t.event_code, t.class, t.status, t.pending_reason, t.currency,
  t.gross_minor, t.fee_minor, t.net_minor, t.payer_name, t.payer_email, t.occurred_at,
  t.match_state, t.matched_minor`

/** Repeats the condition of the index paypal_transaction_unmatched word for word. */
export const unexplained = sql`t.match_state = 'unmatched'
  and t.status in (${literals(settledStatuses)})`

export const accountTable = sql`join paypal_account a on a.company_id = t.company_id
    and a.id = t.account_id`

/**
 * The credited amount is the conversion's row in the other currency that goes the same
 * way as the payment.
 */
export const rowTables = sql`${accountTable}
  cross join lateral (
    select count(*)::integer as group_size,
      (
        array_agg(
          jsonb_build_object(
            'amountMinor', g.net_minor, 'currency', g.currency
          ) order by g.occurred_at,
          g.id
        ) filter (
          where g.class = 'conversion'
          and g.currency <> t.currency
          and sign(g.gross_minor) = sign(t.gross_minor)
        )
      )[1] as credited
    from paypal_transaction g where g.company_id = t.company_id and g.group_id = t.id
  ) own
  left join lateral (
    select b.id as bill_id, b.number as bill_number
    from match_line l
    join bill b on b.company_id = l.company_id and b.id = l.bill_id
    where l.company_id = t.company_id and l.transaction_id = t.id
    order by l.created_at, l.id
    limit 1
  ) first_bill on true`

export const ownColumns = sql`own.group_size, own.credited, first_bill.bill_id,
  first_bill.bill_number`
