-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.next_message_at(at timestamp with time zone, zone text, digest_hour integer, quiet_from integer, quiet_to integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  going timestamptz := at;
  there timestamp;
begin
  if digest_hour is not null then
    there := date_trunc('day', at at time zone zone) + make_interval(hours => digest_hour);
    going := there at time zone zone;
    if going <= at then going := (there + interval '1 day') at time zone zone; end if;
  end if;
  there := going at time zone zone;
  if quiet_from is not null and (case when quiet_from < quiet_to
    then extract(hour from there) >= quiet_from and extract(hour from there) < quiet_to
    else extract(hour from there) >= quiet_from or extract(hour from there) < quiet_to end)
  then
    there := date_trunc('day', there) + make_interval(hours => quiet_to)
      + case when extract(hour from there) >= quiet_to then interval '1 day' else interval '0' end;
    going := there at time zone zone;
  end if;
  return going;
end $function$;
