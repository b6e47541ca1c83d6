-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.watch_events()
 RETURNS TABLE(name text, labels jsonb, value double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with waiting as materialized (
    select count(*) filter (where t.tries = 0)::float8 as fresh, count(*) filter (where t.tries > 0)::float8 as looked,
      coalesce(extract(epoch from now() - min(t.since) filter (where t.tries = 0)), 0)::float8 as fresh_oldest,
      coalesce(extract(epoch from now() - min(t.since) filter (where t.tries > 0)), 0)::float8 as looked_oldest
    from public.paypal_event_todo t join public.company c on c.id = t.company_id and public.company_is_here(c)
  ), alarms as materialized (
    select p.kind from public.company c join public.paypal_alarm p on p.company_id = c.id and p.raised_at > now() - interval '10 minutes'
    where public.company_is_here(c)
  )
  select 'events_not_applied', '{}'::jsonb, fresh from waiting
  union all select 'events_not_applied_oldest_seconds', '{}', fresh_oldest from waiting
  union all select 'events_not_confirmed', '{}', looked from waiting
  union all select 'events_not_confirmed_oldest_seconds', '{}', looked_oldest from waiting
  union all select 'event_alarms', jsonb_build_object('kind', k.kind), (select count(*) from alarms a where a.kind = k.kind)::float8
    from (values ('notBorneOut'), ('transmissionReused'), ('eventRewritten'), ('inFuture')) k (kind)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
