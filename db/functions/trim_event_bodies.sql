-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.trim_event_bodies(most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with gone as (
    delete from public.paypal_event_body b using (
      select o.company_id, o.account_id, o.event_id, o.received_at from public.company c
      left join public.company_setting s on s.company_id = c.id
      cross join lateral (select * from public.paypal_event_body o where o.company_id = c.id and o.received_at < public.kept_from(public.event_days(s.tabs))
        limit most) o
      where public.company_is_here(c) limit most
    ) o where b.company_id = o.company_id and b.account_id = o.account_id and b.event_id = o.event_id and b.received_at = o.received_at returning 1
  ) select count(*)::integer from gone
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
