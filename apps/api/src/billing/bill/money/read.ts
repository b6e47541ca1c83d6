import { openStatuses } from '@paydesk/contract/billing/billStatus'
import { type RawBuilder, sql } from 'kysely'
import { literals } from '../../../lib/literals.ts'

const iso = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const ofBill = (table: RawBuilder<unknown>) =>
  sql`${table}.company_id = b.company_id and ${table}.bill_id = b.id`
const settled = sql`in ('S', 'V')`

/**
 * What PayPal holds back of the bill's payments: hold rows that refer to them, less the releases.
 * PayPal's rows tell no end.
 */
const withheld = sql`(
  select case
    when sum(-h.gross_minor) > 0 then jsonb_build_object(
      'amountMinor', sum(-h.gross_minor),
      'since', ${iso(sql`min(h.moved_at) filter (where h.gross_minor < 0)`)}, 'until', null
    )
  end
  from bill_payment p
  cross join lateral (
    select h.gross_minor, h.moved_at
    from paypal_transaction h
    where h.company_id = p.company_id
      and h.account_id = p.account_id
      and h.reference_id = p.provider_payment_id
      and h.reference_id <> ''
      and h.class = 'hold'
      and h.currency = p.currency
      and h.status ${settled}
    offset 0
  ) h
  where ${ofBill(sql`p`)})`

const wentBack = sql`(
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'kind', k.kind, 'amountMinor', k.amount_minor, 'feeMinor', k.fee_minor
      ) order by k.kind
    ),
    '[]'
  )
  from (
    select k.kind, sum(k.amount_minor) as amount_minor, sum(k.fee_minor) as fee_minor
    from bill_back k
    where ${ofBill(sql`k`)}
    group by 1
  ) k
)`

/**
 * What is left of the payments of the bill `b` through PayPal. Money that came and went another way
 * has no fee there and is not in it, so neither is what went back of it. As long as the fee of one
 * payment is not known, nothing is; nor if some of it went back in another currency, which cannot
 * be taken off this one.
 */
export const netOf = sql<number | null>`(
  case
    when exists (
      select
      from bill_payment p
      where ${ofBill(sql`p`)} and p.source = 'paypal' and not p.pending and p.net_minor is null
    ) then null
    else b.net_minor - (
      select case
        when bool_or(k.currency <> b.currency) then null
        else coalesce(sum(k.amount_minor + k.fee_minor), 0)
      end
      from bill_back k
      left join refund r on r.company_id = k.company_id and r.id = k.id
      left join bill_payment p on p.company_id = r.company_id and p.id = r.payment_id
      where ${ofBill(sql`k`)} and k.kind <> 'external' and p.source is distinct from 'external'
    )::bigint
  end
)`

/** `byItself`: the company's setting. Without it a person may record what Paydesk would. */
const elsewhere = (byItself: RawBuilder<unknown>, zone: string) => sql`
  case
    when b.elsewhere_minor = 0 then '[]'::jsonb
    else (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'transactionId', l.transaction_id, 'providerTransactionId', l.row_id, 'rule', l.rule,
            'amountMinor', l.amount_minor + l.deduction_minor,
            'day', (l.moved_at at time zone ${zone})::date,
            'record',
              case
                when r.record = 'byItself' and not ${byItself} then 'possible'
                else coalesce(r.record, 'no')
              end
          ) order by l.moved_at,
          l.row_id
        ),
        '[]'
      )
      from elsewhere_lines(b.company_id, array[b.id]) l
      left join recordable_lines(b.company_id, array[b.id]) r
        on r.transaction_id = l.transaction_id
        and l.amount_minor > 0
    )
  end`

/** All that is true of the money of the bill `b` (BillMoney). */
export const moneyOf = (zone: string, recordsMatches: boolean) => sql`jsonb_build_object(
  'receivedMinor',
    (
      select coalesce(sum(p.amount_minor) filter (where not p.pending), 0)
      from bill_payment p
      where ${ofBill(sql`p`)}
    ),
  'pendingMinor',
    (
      select coalesce(sum(p.amount_minor) filter (where p.pending), 0)
      from bill_payment p
      where ${ofBill(sql`p`)}
    ),
  'netMinor', ${netOf},
  'availableMinor', ${netOf} - coalesce((${withheld} ->> 'amountMinor')::bigint, 0),
  'withheld', ${withheld}, 'wentBack', ${wentBack}, 'wentBackMinor', b.refunded_minor,
  'elsewhereMinor', b.elsewhere_minor,
  'elsewhere', ${elsewhere(sql`${recordsMatches}::boolean`, zone)},
  'providerDueMinor', b.provider_due_minor,
  'owedMinor', case when b.status in (${literals(openStatuses)}) then b.due_minor else 0 end,
  'provisional',
    exists (select from bill_payment p where ${ofBill(sql`p`)} and ${isProvisional})
      or exists (
        select
        from bill_back k
        where ${ofBill(sql`k`)} and k.moved_at is null and k.kind <> 'external'
      )
)`

/**
 * When the bill `b` was paid: the moment of the own row of the payment that completed it, as its
 * counting day is, and until that is known when we saw it. Money that came after that does not
 * make it paid later.
 */
export const paidAt = sql<string | null>`(
  case
    when b.paid_at is not null then coalesce(
      (
        select max(coalesce(p.moved_at, p.created_at))
        from bill_payment p
        where ${ofBill(sql`p`)} and not p.pending and p.created_at <= b.paid_at
      ),
      b.paid_at
    )
  end
)`

/** The payment `p` counts on a day that may still change. */
export const isProvisional = sql`(p.source = 'paypal' and not p.pending and p.moved_at is null)`
