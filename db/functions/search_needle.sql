-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.search_needle(keyword text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when cardinality(search_grams('00000000-0000-0000-0000-000000000000', array[lower(keyword)])) = 0
    then E'\n' || lower(keyword) else lower(keyword) end
$function$;
