-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.figure_bills()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select n.company_id, n.owner_id, f.kind, f.day, n.currency, count(*), sum(f.amount_minor) from after_rows n
    cross join lateral bill_figure_of(n.status, n.total_minor, n.due_minor, n.due_date) f group by 1, 2, 3, 4, 5;
    return null;
  end if;
  insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
  select company_id, owner_id, kind, day, currency, sum(n), sum(amount_minor) from (
    select a.company_id, a.owner_id, f.kind, f.day, a.currency, 1 as n, f.amount_minor from after_rows a
    cross join lateral bill_figure_of(a.status, a.total_minor, a.due_minor, a.due_date) f
    union all
    select b.company_id, b.owner_id, f.kind, f.day, b.currency, -1, -f.amount_minor from before_rows b
    cross join lateral bill_figure_of(b.status, b.total_minor, b.due_minor, b.due_date) f
  ) x group by 1, 2, 3, 4, 5 having sum(n) <> 0 or sum(amount_minor) <> 0;
  -- Whoever gets a bill gets its history.
  if exists (select from after_rows a join before_rows b on b.company_id = a.company_id and b.id = a.id where a.owner_id <> b.owner_id) then
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select m.company_id, o.owner_id, f.kind, f.day, f.currency, sum(o.n), sum(o.n * f.amount_minor)
    from (select a.company_id, a.id, a.owner_id as after_id, b.owner_id as before_id from after_rows a
      join before_rows b on b.company_id = a.company_id and b.id = a.id where a.owner_id <> b.owner_id) m
    cross join lateral (values (m.after_id, 1), (m.before_id, -1)) o (owner_id, n)
    cross join lateral (
      select g.kind, p.counted_on as day, p.currency, g.amount_minor from bill_payment p
      cross join lateral payment_figure_of(p.pending, p.amount_minor, p.fee_minor) g
      where p.company_id = m.company_id and p.bill_id = m.id
      union all
      select g.kind, k.counted_on, k.currency, g.amount_minor from bill_back k
      cross join lateral back_figure_of(k.kind, k.amount_minor, k.fee_minor) g
      where k.company_id = m.company_id and k.bill_id = m.id) f
    group by 1, 2, 3, 4, 5;
  end if;
  return null;
end $function$;
