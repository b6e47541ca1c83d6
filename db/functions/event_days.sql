-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.event_days(tabs jsonb)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select least(3650, greatest(90, case when tabs #>> '{retention,eventDays}' ~ '^[0-9]{1,6}$' then (tabs #>> '{retention,eventDays}')::integer else 180 end))
$function$;
