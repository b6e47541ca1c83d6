-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.recount_days(of_company uuid, after uuid, most integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
declare
  zone text := (select timezone from company where id = of_company);
  bills uuid[] := array(select id from bill where company_id = of_company and id > after order by id limit most for no key update);
  gone_back uuid[] := array(select distinct bill_id from bill_back where company_id = of_company and bill_id = any(bills));
begin
  update bill_payment p set counted_on = (p.moved_at at time zone zone)::date
  where p.company_id = of_company and p.bill_id = any(bills) and p.counted_on <> (p.moved_at at time zone zone)::date;
  if cardinality(gone_back) > 0 then perform recount_back(of_company, gone_back); end if;
  return bills[cardinality(bills)];
end $function$;
