-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.empty_event_rows(most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with emptied as (
    update public.paypal_event e set raw = '', digest = coalesce(e.digest, sha256(e.raw)) from (
      select o.company_id, o.account_id, o.event_id from public.company c
      left join public.company_setting s on s.company_id = c.id
      cross join lateral (select p.company_id, p.account_id, p.event_id from public.paypal_event p
        where p.company_id = c.id and p.raw <> '' and p.received_at < public.kept_from(public.event_days(s.tabs))
          and not exists (select from public.paypal_event_todo t where t.company_id = p.company_id and t.account_id = p.account_id and t.event_id = p.event_id)
        limit most) o
      where public.company_is_here(c) limit most
    -- Another run may have emptied it while this one waited for the row: then it is not written once more.
    ) o where e.company_id = o.company_id and e.account_id = o.account_id and e.event_id = o.event_id and e.raw <> '' returning 1
  ) select count(*)::integer from emptied
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
