-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.companies_to_remind()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select c.id from company c where c.status = 'active' and company_is_here(c) and (
    exists (select from dispute d where d.company_id = c.id and (d.status = 'RESOLVED') = false
      and d.seller_due_at > now() and d.seller_due_at <= now() + interval '48 hours')
    or exists (select from paypal_transaction t where t.company_id = c.id and t.match_state = 'unmatched' and t.status in ('S', 'V')))
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
