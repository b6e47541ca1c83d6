-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.index_customer(c customer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  words text[] := array(
    select lower(line) from unnest(array[c.name, c.business_name, c.email]
      || array(select email from customer_alias a where a.company_id = c.company_id and a.customer_id = c.id order by email)) as line
    where line <> '');
begin
  if c.merged_into_id is not null then
    delete from customer_search where company_id = c.company_id and customer_id = c.id;
    return;
  end if;
  insert into customer_search (company_id, customer_id, lines, grams)
  values (c.company_id, c.id, E'\n' || array_to_string(words, E'\n'),
    search_grams(c.company_id, words) || search_starts(c.company_id, words) || search_tags(c.company_id, c.tags))
  on conflict (company_id, customer_id) do update set lines = excluded.lines, grams = excluded.grams;
end $function$;
