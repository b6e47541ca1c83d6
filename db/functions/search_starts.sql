-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.search_starts(company uuid, lines text[])
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select coalesce(array_agg(distinct hashtext(company::text || E'\n' || left(line, n))), '{}') from unnest(lines) as line, generate_series(1, 2) n where length(line) >= n $function$;
