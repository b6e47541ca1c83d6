-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.figure_back()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select k.company_id, b.owner_id, f.kind, k.counted_on, k.currency, count(*), sum(f.amount_minor) from after_rows k
    join bill b on b.company_id = k.company_id and b.id = k.bill_id
    cross join lateral back_figure_of(k.kind, k.amount_minor, k.fee_minor) f group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select k.company_id, b.owner_id, f.kind, k.counted_on, k.currency, -count(*), -sum(f.amount_minor) from before_rows k
    join bill b on b.company_id = k.company_id and b.id = k.bill_id
    cross join lateral back_figure_of(k.kind, k.amount_minor, k.fee_minor) f group by 1, 2, 3, 4, 5;
  else
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select x.company_id, b.owner_id, x.kind, x.day, x.currency, sum(x.n), sum(x.amount_minor) from (
      select k.company_id, k.bill_id, f.kind, k.counted_on as day, k.currency, 1 as n, f.amount_minor from after_rows k
      cross join lateral back_figure_of(k.kind, k.amount_minor, k.fee_minor) f
      union all
      select k.company_id, k.bill_id, f.kind, k.counted_on, k.currency, -1, -f.amount_minor from before_rows k
      cross join lateral back_figure_of(k.kind, k.amount_minor, k.fee_minor) f
    ) x join bill b on b.company_id = x.company_id and b.id = x.bill_id
    group by 1, 2, 3, 4, 5 having sum(x.n) <> 0 or sum(x.amount_minor) <> 0;
  end if;
  return null;
end $function$;
