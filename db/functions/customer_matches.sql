-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.customer_matches(of_company uuid, keyword text, tag text, most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  needle text := search_needle(keyword);
  parts integer[] := case when needle is null then '{}' when needle like E'\n%' then array[hashtext(of_company::text || needle)]
    else search_grams(of_company, array[needle]) end;
  found uuid[];
begin
  if of_company is distinct from current_company() then return '{}'; end if;
  parts := parts || search_tags(of_company, array[tag]);
  found := array(select s.customer_id from customer_search s where s.company_id = of_company and s.grams @> parts
    and (needle is null or strpos(s.lines, needle) > 0) limit most + 1);
  return case when cardinality(found) <= most then found end;
end $function$;
-- owner paydesk_auth
-- grant paydesk_app execute
