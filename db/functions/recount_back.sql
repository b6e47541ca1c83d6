-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.recount_back(of_company uuid, bills uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
declare
  zone text := (select timezone from company where id = of_company);
  changed jsonb;
begin
  perform from bill where company_id = of_company and id = any(bills) order by id for no key update;
  with item as materialized (
    -- Of a payment that was recorded on several bills in parts, or in part, no more went back of this one than it was.
    select r.bill_id, r.id, r.kind, r.currency, least(r.amount_minor, p.amount_minor) * case r.kind when 'returned' then -1 else 1 end as amount_minor,
      r.account_id, r.provider_refund_id as row_id, coalesce(r.finished_at, r.created_at) as seen_at,
      (select min(l.refunded_on) from bill_refund l where l.company_id = of_company and l.bill_id = r.bill_id
        and l.provider_refund_id in (r.provider_refund_id, r.listed_as)) as told_on
    from refund r left join bill_payment p on p.company_id = of_company and p.id = r.payment_id and p.source = 'external'
    where r.company_id = of_company and r.bill_id = any(bills) and r.state = 'completed'
    union all
    -- What the invoice lists counts until its record is there. A listing may name a known refund by another id (listed.ts): one that fits in
    -- amount is taken for it meanwhile.
    select l.bill_id, l.id, case l.source when 'external' then 'external' else 'refund' end, l.currency, l.amount_minor,
      b.account_id, l.provider_refund_id, l.created_at, l.refunded_on
    from bill_refund l join bill b on b.company_id = of_company and b.id = l.bill_id
    where l.company_id = of_company and l.bill_id = any(bills) and (l.source = 'external' or not exists (
      select from refund r where r.company_id = of_company and r.bill_id = l.bill_id and (l.provider_refund_id in (r.provider_refund_id, r.listed_as)
        or (r.kind = 'refund' and r.currency = l.currency and r.amount_minor = l.amount_minor and r.listed_as is null
          and r.state in ('sending', 'pending', 'completed') and not exists (select from bill_refund k
            where k.company_id = of_company and k.bill_id = r.bill_id and k.provider_refund_id = r.provider_refund_id)))))
  ), moved as (
    select i.*, t.class, t.moved_at, -coalesce(t.fee_minor, 0) as fee_minor from item i
    left join lateral (select t.class, t.moved_at, t.fee_minor from paypal_transaction t
      where t.company_id = of_company and t.provider_transaction_id = i.row_id and t.account_id = i.account_id and t.currency = i.currency
        and t.status in ('S', 'V') and i.kind <> 'external' order by t.created_at, t.id limit 1) t on true
    union all
    select c.bill_id, f.id, 'fee', f.currency, 0, f.account_id, f.provider_transaction_id, f.occurred_at, null, f.class, f.moved_at,
      -f.gross_minor - f.fee_minor
    from (
      select bill_id, account_id, row_id from item where kind <> 'external'
      union select p.bill_id, p.account_id, p.provider_payment_id from bill_payment p where p.company_id = of_company and p.bill_id = any(bills)
        and p.source = 'paypal'
    ) c cross join lateral (
      select f.* from paypal_transaction f where f.company_id = of_company and f.account_id = c.account_id and f.reference_id = c.row_id
        and f.reference_id <> '' and f.class = 'fee' and f.status in ('S', 'V') offset 0) f
  ), ordered as (
    select m.*, p.minor as paid_minor,
      sum(m.amount_minor) over (partition by m.bill_id, m.currency order by coalesce(m.moved_at, m.seen_at), m.id) as running_minor
    from moved m join (
      select b.id, greatest(b.paid_minor, coalesce((select sum(p.amount_minor) from bill_payment p where p.company_id = of_company and p.bill_id = b.id), 0)) as minor
      from bill b where b.company_id = of_company and b.id = any(bills)) p on p.id = m.bill_id
  ), capped as materialized (
    select o.*, least(o.paid_minor, o.running_minor) - least(o.paid_minor, o.running_minor - o.amount_minor) as counts_minor from ordered o
  ), gone as (
    delete from bill_back k where k.company_id = of_company and k.bill_id = any(bills)
      and not exists (select from capped c where c.bill_id = k.bill_id and c.id = k.id)
  )
  insert into bill_back as k (company_id, bill_id, id, kind, currency, amount_minor, fee_minor, moved_at, counted_on)
  select of_company, c.bill_id, c.id, case when c.kind = 'reversal' and c.class = 'chargeback' then 'chargeback' else c.kind end, c.currency,
    c.counts_minor, c.fee_minor, c.moved_at, coalesce((c.moved_at at time zone zone)::date, c.told_on, (c.seen_at at time zone zone)::date)
  from capped c order by c.bill_id, c.id
  on conflict (company_id, bill_id, id) do update set kind = excluded.kind, currency = excluded.currency, amount_minor = excluded.amount_minor,
    fee_minor = excluded.fee_minor, moved_at = excluded.moved_at, counted_on = excluded.counted_on
  where (k.kind, k.currency, k.amount_minor, k.fee_minor, k.moved_at, k.counted_on)
    is distinct from (excluded.kind, excluded.currency, excluded.amount_minor, excluded.fee_minor, excluded.moved_at, excluded.counted_on);
  with written as (
    update bill b set refunded_minor = s.minor
    from (select b.id, greatest(0, least(b.paid_minor, coalesce((select sum(k.amount_minor) from bill_back k where k.company_id = of_company
        and k.bill_id = b.id and k.currency = b.currency), 0)))::bigint as minor
      from bill b where b.company_id = of_company and b.id = any(bills)) s
    where b.company_id = of_company and b.id = s.id and b.refunded_minor <> s.minor
    returning b.id, b.owner_id
  )
  select jsonb_agg(jsonb_build_object('entity', 'bill', 'id', id, 'ownerId', owner_id)) into changed from written;
  if changed is not null then perform tell_bills(of_company, changed); end if;
end $function$;
