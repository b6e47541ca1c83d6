-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.count_payment_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    new.counted_on := (select counted_day(new.source, new.paid_on, new.created_at, c.timezone) from company c where c.id = new.company_id);
  else
    new.counted_on := (select (now() at time zone c.timezone)::date from company c where c.id = new.company_id);
  end if;
  return new;
end $function$;
