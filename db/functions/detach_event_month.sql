-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.detach_event_month()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET lock_timeout TO '30ms'
AS $function$
declare
  month text;
begin
  select c.relname into month from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'public.paypal_event_body'::regclass and c.relname < month_of('paypal_event_body', kept_from(longest_event_days()))
  order by c.relname limit 1;
  if month is null then return null; end if;
  execute format('alter table public.paypal_event_body detach partition public.%I', month);
  return month;
end $function$;
-- grant paydesk_app execute
