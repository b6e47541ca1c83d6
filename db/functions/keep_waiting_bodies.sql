-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.keep_waiting_bodies(most integer, of_event text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  -- Two runs at once would choose the same ones, and the second take "the other moves them" for "all are moved".
  select pg_advisory_xact_lock(hashtext('paydesk.kept'));
  with kept as (
    update public.paypal_event e set raw = w.raw, body_at = null from (
      select b.company_id, b.account_id, b.event_id, b.received_at, b.raw
      from public.paypal_event_todo t join public.company c on c.id = t.company_id and public.company_is_here(c)
      join public.paypal_event o on o.company_id = t.company_id and o.account_id = t.account_id and o.event_id = t.event_id
      join public.paypal_event_body b on b.company_id = o.company_id and b.account_id = o.account_id and b.event_id = o.event_id and b.received_at = o.body_at
      where o.body_at < public.kept_from(90) and (of_event is null or t.event_id = of_event) limit most
    ) w where e.company_id = w.company_id and e.account_id = w.account_id and e.event_id = w.event_id and e.body_at = w.received_at
    returning 1
  ) select count(*)::integer from kept
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
