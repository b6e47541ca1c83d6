-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.customers_named(of_company uuid, names text[])
 RETURNS TABLE(name text, customer_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select lower(c.name), c.id from customer c
  where c.company_id = of_company and of_company = current_company() and lower(c.name) = any(names) and c.merged_into_id is null
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
