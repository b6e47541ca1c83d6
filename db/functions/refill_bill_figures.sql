-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.refill_bill_figures()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- Nobody counts or folds meanwhile: what is written between two of these statements would be counted twice.
  lock table bill_figure, bill_figure_delta in share row exclusive mode;
  delete from bill_figure;
  delete from bill_figure_delta;
  insert into bill_figure (company_id, owner_id, kind, day, currency, row_count, amount_minor)
  select company_id, case when grouping(owner_id) = 1 then '00000000-0000-0000-0000-000000000000' else owner_id end, kind, day, currency,
    count(*), sum(amount_minor)
  from (
    select b.company_id, b.owner_id, f.kind, f.day, b.currency, f.amount_minor from bill b
    cross join lateral bill_figure_of(b.status, b.total_minor, b.due_minor, b.due_date) f
    union all
    select p.company_id, b.owner_id, f.kind, p.counted_on, p.currency, f.amount_minor from bill_payment p
    join bill b on b.company_id = p.company_id and b.id = p.bill_id
    cross join lateral payment_figure_of(p.pending, p.amount_minor, p.fee_minor) f
    union all
    select k.company_id, b.owner_id, f.kind, k.counted_on, k.currency, f.amount_minor from bill_back k
    join bill b on b.company_id = k.company_id and b.id = k.bill_id
    cross join lateral back_figure_of(k.kind, k.amount_minor, k.fee_minor) f
  ) x group by grouping sets ((company_id, owner_id, kind, day, currency), (company_id, kind, day, currency));
end $function$;
