-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.sweep_messages()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (
    delete from message m using company c where c.id = m.company_id and company_is_here(c) and m.created_at < now() - interval '30 days' returning 1
  ) select count(*)::integer from gone
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
