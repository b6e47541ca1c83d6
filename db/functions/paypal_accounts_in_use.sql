-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.paypal_accounts_in_use()
 RETURNS TABLE(company_id uuid, account_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select company_id, id from public.paypal_account where client_id <> '' and state in ('active', 'paused', 'limited', 'disconnected') $function$;
-- owner paydesk_auth
-- grant paydesk_app execute
