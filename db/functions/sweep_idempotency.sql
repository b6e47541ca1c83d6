-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.sweep_idempotency()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (
    delete from idempotency i using company c where c.id = i.company_id and company_is_here(c) and i.created_at < now() - interval '2 days' returning 1
  ) select count(*)::integer from gone
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
