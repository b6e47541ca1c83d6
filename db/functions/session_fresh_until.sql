-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.session_fresh_until(of_session uuid, minutes integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.reauthenticated_at + make_interval(mins => minutes) from session s join company c on c.id = s.company_id
  where s.id = of_session and s.ended_at is null and s.reauthenticated_at > now() - make_interval(mins => minutes) and company_is_here(c)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
