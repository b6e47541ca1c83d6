-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.quarantine_companies()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select id from company c where company_is_here(c) order by id $function$;
-- owner paydesk_auth
-- grant paydesk_app execute
