-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.call_distance(per_minute integer)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select make_interval(secs => 62.0 / (per_minute - call_burst(per_minute))) $function$;
