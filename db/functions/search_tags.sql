-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.search_tags(company uuid, tags text[])
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select coalesce(array_agg(distinct hashtext(company::text || E'\t' || tag)), '{}') from unnest(tags) as tag where tag is not null $function$;
