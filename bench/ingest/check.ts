import type { World } from './world.ts'

/**
 * Compares the bills `from` to `to` with what they should look like after this many acknowledged events: each event counts once, and each
 * payment is there once, in the bill, among the transactions and in the books.
 */
export async function check({ owner }: World, from: number, to: number, acknowledged: number): Promise<string[]> {
  const { rows } = await owner.query<{ what: string; n: string }>(
    `with b as materialized (
       select b.*, 'WH-' || lpad(substr(number, 4)::integer::text, 12, '0') as event, 'CAP' || lpad(substr(number, 4)::integer::text, 14, '0') as capture
       from bill b where number >= 'IN-' || lpad($1::text, 9, '0') and number < 'IN-' || lpad($2::text, 9, '0')
     ), e as materialized (
       select b.*, exists (select from paypal_event x where x.company_id = b.company_id and x.account_id = b.account_id and x.event_id = b.event || '-A') as told,
         exists (select from paypal_event x where x.company_id = b.company_id and x.account_id = b.account_id and x.event_id = b.event || '-B') as captured
       from b
     ), s as materialized (
       select e.*, t.n as transactions, t.gross, t.fee, t.auto, p.n as payments, n.n as entries
       from e
       cross join lateral (select count(*) as n, sum(gross_minor) as gross, -sum(fee_minor) as fee, count(*) filter (where match_state = 'auto') as auto
         from paypal_transaction t where t.company_id = e.company_id and t.provider_transaction_id = e.capture) t
       cross join lateral (select count(*) as n from bill_payment p where p.company_id = e.company_id and p.bill_id = e.id) p
       cross join lateral (select count(*) as n from bill_entry y where y.company_id = e.company_id and y.bill_id = e.id and y.kind = 'paymentReceived') n
     )
     select 'events stored' as what, abs($3 - sum(told::integer + captured::integer)) as n from s
     union all select 'events waiting', count(*) from paypal_event_todo
     union all select 'events without an outcome or not applied', count(*) from s where (told and not exists (select from paypal_event_outcome o
       where o.company_id = s.company_id and o.account_id = s.account_id and o.event_id = s.event || '-A' and o.outcome = 'applied'))
       or (captured and not exists (select from paypal_event_outcome o
       where o.company_id = s.company_id and o.account_id = s.account_id and o.event_id = s.event || '-B' and o.outcome = 'applied'))
     union all select 'bills', count(*) from s where case when told then status <> 'paid' or paid_minor <> total_minor or payments <> 1 or entries <> 1
       else status <> 'sent' or payments <> 0 end
     union all select 'transactions', count(*) from s where case when captured then transactions <> 1 or gross <> total_minor or auto <> 1 else transactions <> 0 end
     union all select 'fees', count(*) from s where told and captured and fee_minor is distinct from fee
     union all select 'journals out of balance', count(*) from (select from posting group by company_id, journal_id, currency having sum(amount_minor) <> 0) x
     union all select 'books that are not their transactions', count(*) from (
       select t.company_id, t.account_id, sum(net_minor) as net, (select balance_minor from ledger_balance l where l.company_id = t.company_id
         and l.account_id = t.account_id and l.book = 'balance' and l.currency = 'USD') as booked
       from paypal_transaction t group by 1, 2) x where net is distinct from booked`,
    [from, to, acknowledged],
  )
  return rows.filter(({ n }) => Number(n) !== 0).map(({ what, n }) => `${what}: ${n}`)
}
