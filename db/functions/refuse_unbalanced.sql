-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.refuse_unbalanced()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare bad record;
begin
  select journal_id, currency, sum(amount_minor) as difference into bad from added group by journal_id, currency having sum(amount_minor) <> 0 limit 1;
  if found then
    raise exception 'Journal % is out of balance by % %', bad.journal_id, bad.difference, bad.currency using errcode = 'check_violation';
  end if;
  return null;
end $function$;
