-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.customers_of_emails(of_company uuid, emails text[])
 RETURNS TABLE(email text, customer_id uuid, alias boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select lower(c.email), c.id, false from customer c
  where c.company_id = of_company and of_company = current_company() and lower(c.email) = any(emails) and c.merged_into_id is null
  union all
  select a.email, a.customer_id, true from customer_alias a
  where a.company_id = of_company and of_company = current_company() and a.email = any(emails)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
