-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.figure_refunds()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select r.company_id, b.owner_id, 'refunded', r.counted_on, r.currency, count(*), sum(r.amount_minor) from after_rows r
    join bill b on b.company_id = r.company_id and b.id = r.bill_id group by 1, 2, 3, 4, 5;
  else
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select r.company_id, b.owner_id, 'refunded', r.counted_on, r.currency, -count(*), -sum(r.amount_minor) from before_rows r
    join bill b on b.company_id = r.company_id and b.id = r.bill_id group by 1, 2, 3, 4, 5;
  end if;
  return null;
end $function$;
