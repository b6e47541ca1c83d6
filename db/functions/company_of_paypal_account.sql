-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.company_of_paypal_account(account uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.id from public.paypal_account a join public.company c on c.id = a.company_id
  where a.id = account and a.state <> 'archived' and public.company_is_here(c)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
