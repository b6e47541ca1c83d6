-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.companies_with_due_events()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.id from (select distinct company_id from public.paypal_event_todo where due_at <= now()) t
  join public.company c on c.id = t.company_id where public.company_is_here(c)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
