-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.accounts_to_sync()
 RETURNS TABLE(company_id uuid, account_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select a.company_id, a.id from public.paypal_account a join public.company c on c.id = a.company_id
  left join public.account_sync s on s.company_id = a.company_id and s.account_id = a.id
  where public.company_is_here(c) and a.client_id <> '' and a.secret_sealed is not null and a.state in ('active', 'paused', 'limited', 'disconnected')
    and a.state_reason not in ('merchantTwice', 'merchantChanged')
    and (s.account_id is null or (s.due_at <= now() and coalesce(s.leased_until < now(), true)))
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
