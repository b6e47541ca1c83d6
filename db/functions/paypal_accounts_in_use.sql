-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.paypal_accounts_in_use()
 RETURNS TABLE(company_id uuid, account_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select a.company_id, a.id from public.paypal_account a join public.company c on c.id = a.company_id
  where a.client_id <> '' and a.state in ('active', 'paused', 'limited', 'disconnected') and public.company_is_here(c)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
