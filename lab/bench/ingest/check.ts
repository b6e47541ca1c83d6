import type { Volume as World } from '../../stack/options.ts'
import { type Lot, numberOf } from './payments.ts'

/**
 * Compares a lot's bills with what they must look like when all of its events were acknowledged:
 * each event has its outcome, and each payment is there once, in the bill, among the transactions
 * and in the books.
 */
export async function check(
  { owner }: World,
  { from, to }: Lot,
  acknowledged: number,
): Promise<string[]> {
  const { rows } = await owner.query<{ what: string; n: string }>(
    `with b as materialized (
       select b.*, 'WH-' || lpad(substr(number, 4)::integer::text, 12, '0') as event,
         'CAP' || lpad(substr(number, 4)::integer::text, 14, '0') as capture
       from bill b where number >= $1 and number < $2
     ), s as materialized (
       select b.*, e.n as events, e.confirmed, t.n as transactions, t.gross, t.fee, t.auto,
         p.n as payments, n.n as entries
       from b
       cross join lateral (
         select count(*) as n,
           count(*) filter (where o.outcome = 'confirmed' and o.bill_id = b.id) as confirmed
         from paypal_event x
         left join paypal_event_outcome o on o.company_id = x.company_id
           and o.account_id = x.account_id
           and o.event_id = x.event_id
         where x.company_id = b.company_id
           and x.account_id = b.account_id
           and x.event_id in (b.event || '-A', b.event || '-B')
       ) e
       cross join lateral (
         select count(*) as n, sum(gross_minor) as gross, -sum(fee_minor) as fee,
           count(*) filter (where match_state = 'auto') as auto
         from paypal_transaction t
         where t.company_id = b.company_id and t.provider_transaction_id = b.capture
       ) t
       cross join lateral (
         select count(*) as n
         from bill_payment p
         where p.company_id = b.company_id and p.bill_id = b.id
       ) p
       cross join lateral (
         select count(*) as n
         from bill_entry y
         where y.company_id = b.company_id and y.bill_id = b.id and y.kind = 'paymentReceived'
       ) n
     )
     select 'bills in all' as what, abs($3 - count(*)) as n from s
     union all select 'events stored', abs($4 - sum(events)) from s
     union all select 'events waiting', count(*) from paypal_event_todo
     union all select 'events not confirmed', sum(events - confirmed) from s
     union all select 'alarms', count(*) from paypal_alarm
     union all
     select 'bills', count(*)
     from s
     where status <> 'paid'
       or paid_minor <> total_minor
       or due_minor <> 0
       or payments <> 1
       or entries <> 1
     union all
     select 'transactions', count(*)
     from s
     where transactions <> 1 or gross <> total_minor or auto <> 1
     union all select 'fees', count(*) from s where fee_minor is distinct from fee
     union all
     select 'journals out of balance', count(*)
     from (
       select from posting group by company_id, journal_id, currency having sum(amount_minor) <> 0
     ) x
     union all select 'books that are not their transactions', count(*) from (
       select t.company_id, t.account_id, sum(net_minor) as net,
         (
           select balance_minor
           from ledger_balance l
           where l.company_id = t.company_id
             and l.account_id = t.account_id
             and l.book = 'balance'
             and l.currency = 'USD'
         ) as booked
       from paypal_transaction t group by 1, 2) x where net is distinct from booked`,
    [numberOf(from), numberOf(to), to - from, acknowledged],
  )
  return rows.filter(({ n }) => Number(n) !== 0).map(({ what, n }) => `${what}: ${n}`)
}
