-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.sweep_sessions()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (
    delete from session s using company c
    where c.id = s.company_id and company_is_here(c) and coalesce(s.ended_at, s.expires_at) < now() - interval '90 days' returning 1
  ) select count(*)::integer from gone
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
