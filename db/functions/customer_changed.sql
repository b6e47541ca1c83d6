-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.customer_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin perform index_customer(new); return null; end $function$;
