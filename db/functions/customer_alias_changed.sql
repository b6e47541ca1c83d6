-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.customer_alias_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  c customer;
begin
  for c in select * from customer
    where company_id = coalesce(new.company_id, old.company_id) and id in (old.customer_id, new.customer_id) loop
    perform index_customer(c);
  end loop;
  return null;
end $function$;
