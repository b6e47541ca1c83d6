-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.end_company_sessions(of_company uuid)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with ended as (
    update session set ended_at = now() where acting_as_super_admin() and company_id = of_company and ended_at is null returning 1
  ) select count(*)::integer from ended
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
