-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.watch_operations()
 RETURNS TABLE(name text, labels jsonb, value double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with unfinished as materialized (
    select o.state, o.kind, extract(epoch from now() - o.unknown_since)::float8 as unknown, extract(epoch from now() - o.due_at)::float8 as due
    from public.operation o join public.company c on c.id = o.company_id and public.company_is_here(c)
    where o.state in ('ready', 'running', 'unknown')
  )
  select 'operations', jsonb_build_object('state', s.state), (select count(*) from unfinished u where u.state = s.state)::float8
  from (values ('ready'), ('running'), ('unknown')) s (state)
  union all
  select 'operations_unknown', jsonb_build_object('over_seconds', a.seconds::text),
    (select count(*) from unfinished u where u.state = 'unknown' and u.unknown >= a.seconds)::float8
  from (values (0), (60), (600), (3600), (86400)) a (seconds)
  union all
  select 'operations_unknown_oldest_seconds', '{}', coalesce(max(u.unknown), 0) from unfinished u where u.state = 'unknown'
  union all
  select 'operations_ready_oldest_seconds', '{}', greatest(0, coalesce(max(u.due), 0)) from unfinished u where u.state = 'ready'
  union all
  select 'refunds_unknown', '{}', count(*)::float8 from unfinished u where u.state = 'unknown' and u.kind = 'refundPayment'
  union all
  select 'refunds_unknown_oldest_seconds', '{}', coalesce(max(u.unknown), 0) from unfinished u where u.state = 'unknown' and u.kind = 'refundPayment'
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
