-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.back_of_listings()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
declare
  of record;
begin
  for of in select company_id, array_agg(distinct bill_id) as bills from touched group by 1 loop
    perform recount_back(of.company_id, of.bills);
    perform recount_elsewhere(of.company_id, of.bills);
  end loop;
  return null;
end $function$;
