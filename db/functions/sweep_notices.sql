-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.sweep_notices()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with sent as (
    delete from notice_delivery d using company c
    where c.id = d.company_id and company_is_here(c) and d.created_at < now() - interval '60 days'
  ), gone as (
    delete from notice n using company c where c.id = n.company_id and company_is_here(c)
      and (n.created_at < now() - interval '365 days' or (n.created_at < now() - interval '90 days' and n.read_at is not null)) returning 1
  ) select count(*)::integer from gone
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
