-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.watch_companies()
 RETURNS TABLE(name text, labels jsonb, value double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select 'companies', jsonb_build_object('status', s.status), (select count(*) from public.company c where c.status = s.status and public.company_is_here(c))::float8
  from (values ('active'), ('suspended')) s (status)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
