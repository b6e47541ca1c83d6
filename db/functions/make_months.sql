-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.make_months()
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
declare
  parent record;
  from_at timestamptz;
  to_at timestamptz;
  month text;
begin
  perform pg_advisory_xact_lock(hashtext('paydesk.months'));
  for parent in select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'p' order by relname loop
    for ahead in 0..3 loop
      from_at := (month_begin(now()) at time zone 'UTC' + make_interval(months => ahead)) at time zone 'UTC';
      to_at := (from_at at time zone 'UTC' + interval '1 month') at time zone 'UTC';
      month := month_of(parent.name, from_at);
      continue when to_regclass('public.' || month) is not null;
      -- Most events have one to four kilobytes: packing them costs more than the room.
      execute format('create table public.%I (like public.%I including storage including defaults) with (toast_tuple_target = 8160)', month, parent.name);
      -- Rows are reached through the whole table only, whose policies hold.
      execute format('alter table public.%I enable row level security', month);
      execute format('alter table public.%I force row level security', month);
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', parent.name, month, from_at, to_at);
      return next month;
    end loop;
  end loop;
end $function$;
-- grant paydesk_app execute
