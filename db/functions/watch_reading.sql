-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.watch_reading()
 RETURNS TABLE(name text, labels jsonb, value double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with account as materialized (
    select a.state, jsonb_build_object('company', c.code, 'account', right(a.id::text, 8)) as labels,
      a.client_id <> '' and a.secret_sealed is not null and a.state <> 'archived' and a.state_reason not in ('merchantTwice', 'merchantChanged') as is_read,
      greatest(s.read_at, a.created_at, a.state_changed_at, a.secret_changed_at) as read_at, s.failing_since,
      case when s.account_id is null then greatest(a.created_at, a.secret_changed_at) when coalesce(s.leased_until < now(), true) then s.due_at end as due_at
    from public.paypal_account a join public.company c on c.id = a.company_id and public.company_is_here(c)
    left join public.account_sync s on s.company_id = a.company_id and s.account_id = a.id
  )
  select 'reading_lag_seconds', labels, extract(epoch from now() - read_at)::float8 from account where is_read
  union all
  select 'reading_failing_seconds', labels, coalesce(extract(epoch from now() - failing_since), 0)::float8 from account where is_read
  union all
  select 'reading_overdue_seconds', labels, greatest(0, coalesce(extract(epoch from now() - due_at), 0))::float8 from account where is_read
  union all
  select 'accounts', jsonb_build_object('state', s.state), (select count(*) from account a where a.state = s.state)::float8
  from (values ('active'), ('paused'), ('limited'), ('disconnected'), ('archived')) s (state)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
