-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.company_of_paypal_account(account uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select company_id from public.paypal_account where id = account and state <> 'archived' $function$;
-- owner paydesk_auth
-- grant paydesk_app execute
