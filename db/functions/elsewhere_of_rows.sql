-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.elsewhere_of_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
declare
  of record;
begin
  for of in
    select a.company_id, array_agg(distinct l.bill_id) as bills from after_rows a
    join before_rows b on b.company_id = a.company_id and b.id = a.id
    join match_line l on l.company_id = a.company_id and l.transaction_id = a.id and l.bill_id is not null and is_from_elsewhere(l.rule)
    where (a.status in ('S', 'V')) <> (b.status in ('S', 'V')) group by 1
  loop
    perform recount_elsewhere(of.company_id, of.bills);
  end loop;
  return null;
end $function$;
