-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.session_fresh_until(of_session uuid, minutes integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select reauthenticated_at + make_interval(mins => minutes) from session
  where id = of_session and ended_at is null and reauthenticated_at > now() - make_interval(mins => minutes)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
