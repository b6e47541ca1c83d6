-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.accounts_with_due_events()
 RETURNS TABLE(company_id uuid, account_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select a.company_id, a.id from public.paypal_account a
  join public.company c on c.id = a.company_id and public.company_is_here(c)
  cross join lateral (select t.due_at from public.paypal_event_todo t where t.company_id = a.company_id and t.account_id = a.id
    and t.due_at <= now() order by t.due_at limit 1) first
  left join public.event_look l on l.company_id = a.company_id and l.account_id = a.id
  -- Times that no clock of ours can have written are another server's, before a failover.
  where coalesce((l.leased_until < now() or l.leased_until > now() + interval '1 minute')
    and (l.rest_until < now() or l.rest_until > now() + interval '15 minutes'), true)
  order by first.due_at
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
