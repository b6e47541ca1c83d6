-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.recount_rows(of_company uuid, ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
declare
  zone text := (select timezone from company where id = of_company);
  bills uuid[];
begin
  with row_of as materialized (
    select t.account_id, t.provider_transaction_id, t.reference_id, t.class, t.moved_at from paypal_transaction t
    where t.company_id = of_company and t.id = any(ids) and t.status in ('S', 'V')
  ), dated as materialized (
    select p.id, p.bill_id, t.moved_at from row_of t join bill_payment p on p.company_id = of_company and p.provider_payment_id = t.provider_transaction_id
      and p.account_id = t.account_id
    where t.class = 'payment' and p.source = 'paypal' and p.moved_at is distinct from t.moved_at
  ), locked as materialized (
    select b.id from bill b where b.company_id = of_company and b.id in (select bill_id from dated) order by b.id for no key update
  )
  update bill_payment p set moved_at = d.moved_at, counted_on = (d.moved_at at time zone zone)::date
  from dated d where p.company_id = of_company and p.id = d.id and exists (select from locked l where l.id = d.bill_id);
  bills := array(
    select r.bill_id from paypal_transaction t join refund r on r.company_id = of_company and r.account_id = t.account_id
      and r.provider_refund_id = t.provider_transaction_id
    where t.company_id = of_company and t.id = any(ids) and t.class in ('refund', 'reversal', 'chargeback') and r.bill_id is not null
    union
    select l.bill_id from paypal_transaction t join bill_refund l on l.company_id = of_company and l.provider_refund_id = t.provider_transaction_id
    where t.company_id = of_company and t.id = any(ids) and t.class in ('refund', 'reversal', 'chargeback')
    union
    select p.bill_id from paypal_transaction t join bill_payment p on p.company_id = of_company and p.provider_payment_id = t.reference_id
    where t.company_id = of_company and t.id = any(ids) and t.class = 'fee' and t.reference_id <> ''
    union
    select r.bill_id from paypal_transaction t join refund r on r.company_id = of_company and r.account_id = t.account_id
      and r.provider_refund_id = t.reference_id
    where t.company_id = of_company and t.id = any(ids) and t.class = 'fee' and t.reference_id <> '' and r.bill_id is not null);
  if cardinality(bills) > 0 then perform recount_back(of_company, bills); end if;
end $function$;
