-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.watch_allowance()
 RETURNS TABLE(name text, labels jsonb, value double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select 'allowance_wait_seconds', jsonb_build_object('address', a.address, 'kind', a.kind), greatest(0, coalesce(extract(epoch from a.busy_until - now()), 0))::float8
  from public.paypal_address_allowance a
  union all
  select 'allowance_held_seconds', jsonb_build_object('address', a.address, 'kind', a.kind), greatest(0, coalesce(extract(epoch from a.held_until - now()), 0))::float8
  from public.paypal_address_allowance a
  union all
  select 'allowance_left', jsonb_build_object('kind', a.kind),
    min(a.per_minute - (select count(*) from unnest(a.turns) t (at) where t.at > now() - interval '1 minute'))::float8
  from public.paypal_account_allowance a group by a.kind
  union all
  select 'accounts_held', jsonb_build_object('kind', a.kind), count(*) filter (where a.held_until > now())::float8
  from public.paypal_account_allowance a group by a.kind
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
