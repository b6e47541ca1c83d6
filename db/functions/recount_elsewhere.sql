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
  with explained as (
    select i.id, greatest(0, coalesce(sum(l.amount_minor + l.deduction_minor), 0))::bigint as minor
    from unnest(bills) as i (id) left join elsewhere_lines(of_company, bills) l on l.bill_id = i.id group by 1
  ), written as (
    update bill b set elsewhere_minor = e.minor, covered_minor = least(e.minor, b.due_minor + b.covered_minor),
      due_minor = greatest(0, b.due_minor + b.covered_minor - e.minor)
    from explained e where b.company_id = of_company and b.id = e.id and b.elsewhere_minor <> e.minor
    returning b.id, b.owner_id
  )
  select jsonb_agg(jsonb_build_object('entity', 'bill', 'id', id, 'ownerId', owner_id)) into changed from written;
  if changed is not null then perform tell_bills(of_company, changed); end if;
end $function$;
