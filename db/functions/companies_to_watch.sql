-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.companies_to_watch()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.id from public.company c where c.status = 'active' and public.company_is_here(c) and (
    exists (select from public.paypal_account a where a.company_id = c.id and a.state <> 'archived')
    or exists (select from public.problem p where p.company_id = c.id and p.ended_at is null))
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
