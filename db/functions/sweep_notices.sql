-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.sweep_notices()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with sent as (delete from notice_delivery where created_at < now() - interval '60 days'), gone as (
    delete from notice where created_at < now() - interval '365 days' or (created_at < now() - interval '90 days' and read_at is not null) returning 1
  ) select count(*)::integer from gone
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
