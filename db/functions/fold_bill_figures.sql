-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.fold_bill_figures(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  folded integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_bill_figures')) then return 0; end if;
  with taken as (
    delete from bill_figure_delta where ctid = any(array(
      select d.ctid from bill_figure_delta d where d.company_id in (select c.id from company c where company_is_here(c)) limit most))
    returning company_id, owner_id, kind, day, currency, row_count, amount_minor
  ), sums as (
    select company_id, case when grouping(owner_id) = 1 then '00000000-0000-0000-0000-000000000000' else owner_id end as owner_id, kind, day,
      currency, sum(row_count) as row_count, sum(amount_minor) as amount_minor
    from taken group by grouping sets ((company_id, owner_id, kind, day, currency), (company_id, kind, day, currency))
    having sum(row_count) <> 0 or sum(amount_minor) <> 0
  ), put as (
    insert into bill_figure as f (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select company_id, owner_id, kind, day, currency, row_count, amount_minor from sums
    on conflict (company_id, owner_id, kind, day, currency) do update
      set row_count = f.row_count + excluded.row_count, amount_minor = f.amount_minor + excluded.amount_minor
  )
  select count(*) into folded from taken;
  if folded > 0 then delete from bill_figure where row_count = 0 and amount_minor = 0; end if;
  return folded;
end $function$;
-- owner paydesk_auth
-- grant paydesk_app execute
