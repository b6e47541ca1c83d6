-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.find_avatar(of_id uuid)
 RETURNS TABLE(type text, bytes bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select a.type, a.bytes from avatar a join company c on c.id = a.company_id where a.id = of_id and company_is_here(c) $function$;
-- owner paydesk_auth
-- grant paydesk_app execute
