-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.counted_day(source text, told date, seen timestamp with time zone, zone text)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(told, (seen at time zone zone)::date) $function$;
