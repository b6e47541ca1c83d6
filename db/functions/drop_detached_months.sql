-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.drop_detached_months()
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET lock_timeout TO '30ms'
AS $function$
declare
  month text;
begin
  for month in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
    and relname ~ '^paypal_event_body_[0-9]{6}$' order by relname loop
    execute format('drop table public.%I', month);
    return next month;
  end loop;
end $function$;
-- grant paydesk_app execute
