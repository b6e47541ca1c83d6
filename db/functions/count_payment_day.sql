-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.count_payment_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  new.counted_on := (select coalesce((new.moved_at at time zone c.timezone)::date, counted_day(new.source, new.paid_on, new.created_at, c.timezone))
    from company c where c.id = new.company_id);
  return new;
end $function$;
