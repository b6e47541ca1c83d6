-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.keep_waiting_bodies()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with kept as (
    update public.paypal_event e set raw = b.raw, body_at = null
    from public.paypal_event_todo t, public.paypal_event_body b, public.company c
    where c.id = t.company_id and public.company_is_here(c) and e.company_id = t.company_id and e.account_id = t.account_id and e.event_id = t.event_id
      and b.company_id = e.company_id and b.account_id = e.account_id and b.event_id = e.event_id and b.received_at = e.body_at
      and e.body_at < public.kept_from(90)
    returning 1
  ) select count(*)::integer from kept
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
