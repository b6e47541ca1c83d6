-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.money_of_payments()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
declare
  of record;
begin
  -- A new payment may be what explained the bill from elsewhere, and what was refunded before it was known.
  if tg_op = 'INSERT' then
    for of in select p.company_id, array_agg(distinct p.bill_id) filter (where b.elsewhere_minor > 0) as elsewhere,
        array_agg(distinct p.bill_id) filter (where k.found) as back
      from touched p join bill b on b.company_id = p.company_id and b.id = p.bill_id
      cross join lateral (select exists (select from bill_back k where k.company_id = p.company_id and k.bill_id = p.bill_id) as found) k
      where b.elsewhere_minor > 0 or k.found group by 1
    loop
      if of.elsewhere is not null then perform recount_elsewhere(of.company_id, of.elsewhere); end if;
      if of.back is not null then perform recount_back(of.company_id, of.back); end if;
    end loop;
  else
    for of in select company_id, array_agg(distinct bill_id) as bills from touched group by 1 loop
      perform recount_elsewhere(of.company_id, of.bills);
      perform recount_back(of.company_id, of.bills);
    end loop;
  end if;
  return null;
end $function$;
