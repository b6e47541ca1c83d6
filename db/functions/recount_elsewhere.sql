-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.recount_elsewhere(of_company uuid, bills uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
declare
  changed jsonb;
begin
  -- Not "for update": a foreign key of this very transaction may already share the bill's key.
  perform from bill where company_id = of_company and id = any(bills) order by id for no key update;
  with recursive line as materialized (
    select l.bill_id, l.rule, l.amount_minor + l.deduction_minor as amount_minor, t.provider_transaction_id as row_id, t.reference_id
    from match_line l join paypal_transaction t on t.company_id = l.company_id and t.id = l.transaction_id
    where l.company_id = of_company and l.bill_id = any(bills) and t.status in ('S', 'V')
  ), counted (bill_id, row_id) as (
    select bill_id, row_id from line where not is_from_elsewhere(rule)
    union select bill_id, provider_payment_id from bill_payment where company_id = of_company and bill_id = any(bills)
    -- A row that was recorded as an outside payment stands in that payment's note.
    union select bill_id, note from bill_payment where company_id = of_company and bill_id = any(bills) and source = 'external' and note <> ''
    union select bill_id, provider_refund_id from bill_refund where company_id = of_company and bill_id = any(bills)
    union select l.bill_id, l.row_id from counted c join line l on l.bill_id = c.bill_id and l.reference_id = c.row_id
  ), explained as (
    select i.id, greatest(0, coalesce((select sum(l.amount_minor) from line l where l.bill_id = i.id
      and not exists (select from counted c where c.bill_id = l.bill_id and c.row_id = l.row_id)), 0))::bigint as minor
    from unnest(bills) as i (id)
  ), written as (
    update bill b set elsewhere_minor = e.minor, covered_minor = least(e.minor, b.due_minor + b.covered_minor),
      due_minor = greatest(0, b.due_minor + b.covered_minor - e.minor)
    from explained e where b.company_id = of_company and b.id = e.id and b.elsewhere_minor <> e.minor
    returning b.id, b.owner_id
  )
  select jsonb_agg(jsonb_build_object('entity', 'bill', 'id', id, 'ownerId', owner_id)) into changed from written;
  if changed is not null then perform tell_bills(of_company, changed); end if;
end $function$;
