-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.watch_books()
 RETURNS TABLE(name text, labels jsonb, value double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with proof as materialized (
    select jsonb_build_object('company', c.code, 'account', right(a.id::text, 8)) as labels, p.currency, p.difference_minor, p.checked_at
    from public.balance_proof p join public.company c on c.id = p.company_id and public.company_is_here(c)
    join public.paypal_account a on a.company_id = p.company_id and a.id = p.account_id and a.state <> 'archived'
  ), aside as materialized (
    select r.first_seen_at from public.row_set_aside r join public.company c on c.id = r.company_id and public.company_is_here(c)
    where r.settled_at is null and r.understood_at is null
  )
  select 'proof_difference_minor', labels || jsonb_build_object('currency', currency), difference_minor::float8 from proof
  union all
  select 'proof_age_seconds', labels, extract(epoch from now() - max(checked_at))::float8 from proof group by labels
  union all
  select 'rows_not_understood', '{}', count(*)::float8 from aside
  union all
  select 'rows_not_understood_oldest_seconds', '{}', coalesce(extract(epoch from now() - min(first_seen_at)), 0)::float8 from aside
  union all
  select 'problems_open', jsonb_build_object('kind', k.kind), count(p.kind)::float8
  from (values ('booksDiffer'), ('monthDiffers'), ('readingStopped'), ('eventsSilent'), ('rowSetAside'), ('refundUnknown'), ('currencyChanged')) k (kind)
  left join (public.problem p join public.company c on c.id = p.company_id and public.company_is_here(c)) on p.kind = k.kind and p.ended_at is null
  group by k.kind
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
