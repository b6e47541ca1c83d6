-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.rules_due()
 RETURNS TABLE(company_id uuid, rule_id uuid, scheduled_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select r.company_id, r.id, r.next_at from public.rule r join public.company c on c.id = r.company_id
  where not public.is_quarantined() and r.next_at <= now() and c.status = 'active' and public.company_is_here(c)
  union all
  select r.company_id, r.rule_id, r.scheduled_at from public.rule_run r join public.company c on c.id = r.company_id
  where not public.is_quarantined() and r.state = 'running' and r.touched_at < now() - interval '10 minutes' and public.company_is_here(c)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
