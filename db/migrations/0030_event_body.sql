-- locks: nothing that is in use; all of it is new.
-- What PayPal signed, by month (decision 74): a month that nobody must keep any longer is dropped whole, in milliseconds, however large it is.

-- Which tables lie in months, and how. Names of months come from here only, so that nothing else is ever taken for one.
create function month_of(of_table text, at timestamptz) returns text language sql immutable parallel safe
as $$ select of_table || '_' || to_char(at at time zone 'UTC', 'YYYYMM') $$;

create function month_begin(at timestamptz) returns timestamptz language sql immutable parallel safe
as $$ select date_trunc('month', at at time zone 'UTC') at time zone 'UTC' $$;

-- The bytes as they were signed. Append-only; found from its event, whose row says when it was stored. Unique is the event (paypal_event), across all
-- months: a unique key of this table could hold within one month only.
create table paypal_event_body (
  company_id uuid not null,
  account_id uuid not null,
  event_id text not null,
  received_at timestamptz not null,
  raw bytea not null,
  primary key (company_id, account_id, event_id, received_at)
) partition by range (received_at);
alter table paypal_event_body alter column raw set storage external;
call keep_to_company('paypal_event_body', 'select, insert');

-- From when on bodies go to months. Where events are there already, processes of the release before may still be running for a while, and read bodies
-- from the row alone.
create table paypal_event_body_since (begins_at timestamptz not null);
insert into paypal_event_body_since
select case when pg_relation_size('paypal_event') > 0 then now() + interval '7 days' else now() end;
grant select on paypal_event_body_since to paydesk_app;

-- Whether an event that comes now puts its body into a month. If nobody made the month (no worker ran for a quarter, or an old backup was restored), the
-- body stays in the row: no event is ever refused for want of a partition.
create function events_go_by_month() returns boolean language sql stable
as $$ select begins_at <= now() and to_regclass('public.' || public.month_of('paypal_event_body', now())) is not null from public.paypal_event_body_since $$;

-- Makes this month and the next three of each table that lies in months. A month is made beside its table and then attached, which stops no writer;
-- `create table … partition of` would lock out all of them. There is no default partition: each month that is attached would have to be
-- compared with all that lies in it under a lock.
create function make_months() returns setof text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s'
as $$
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
end $$;
revoke all on function make_months() from public;
grant execute on function make_months() to paydesk_app;
select make_months();

-- For how many days a company keeps the bodies of events. The limits hold here too, whatever is written into the settings.
create function event_days(tabs jsonb) returns integer language sql immutable parallel safe
as $$
  select least(3650, greatest(90, case when tabs #>> '{retention,eventDays}' ~ '^[0-9]{1,6}$' then (tabs #>> '{retention,eventDays}')::integer else 180 end))
$$;

-- Bodies that came before this moment are no longer kept. Months leave whole, so the last day of a month decides about all of it.
create function kept_from(days integer) returns timestamptz language sql stable parallel safe
as $$ select public.month_begin(now() - make_interval(days => days)) $$;

-- A month holds many companies, so the longest wish holds it.
create function longest_event_days() returns integer
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(max(public.event_days(s.tabs)), 180) from public.company c left join public.company_setting s on s.company_id = c.id
$$;
call give_to_auth('longest_event_days()', false);

-- Takes the oldest month that nobody keeps any longer out of its table and says its name. Whoever waits for the table waits behind this, so it gives
-- up at once if it does not get its turn, and is tried again. It takes no argument: the runtime role cannot have another month taken out.
create function detach_event_month() returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '30ms'
as $$
declare
  month text;
begin
  select c.relname into month from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'public.paypal_event_body'::regclass and c.relname < month_of('paypal_event_body', kept_from(longest_event_days()))
  order by c.relname limit 1;
  if month is null then return null; end if;
  execute format('alter table public.paypal_event_body detach partition public.%I', month);
  return month;
end $$;
revoke all on function detach_event_month() from public;
grant execute on function detach_event_month() to paydesk_app;

-- Drops what was taken out. Nobody can reach it any more, so nobody waits.
create function drop_detached_months() returns setof text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '30ms'
as $$
declare
  month text;
begin
  for month in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
    and relname ~ '^paypal_event_body_[0-9]{6}$' order by relname loop
    execute format('drop table public.%I', month);
    return next month;
  end loop;
end $$;
revoke all on function drop_detached_months() from public;
grant execute on function drop_detached_months() to paydesk_app;

create policy auth on paypal_event_body for all to paydesk_auth using (true);
grant select, delete on paypal_event_body to paydesk_auth;

-- An event that still waits for PayPal's word keeps its body however old it is: its account may have been cut off for a year. Before its month goes, the
-- body moves back into the row. `of_event`: of this one only.
create function keep_waiting_bodies(most integer, of_event text default null) returns integer
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  -- Two runs at once would choose the same ones, and the second take "the other moves them" for "all are moved".
  select pg_advisory_xact_lock(hashtext('paydesk.kept'));
  with kept as (
    update public.paypal_event e set raw = w.raw, body_at = null from (
      select b.company_id, b.account_id, b.event_id, b.received_at, b.raw
      from public.paypal_event_todo t join public.company c on c.id = t.company_id and public.company_is_here(c)
      join public.paypal_event o on o.company_id = t.company_id and o.account_id = t.account_id and o.event_id = t.event_id
      join public.paypal_event_body b on b.company_id = o.company_id and b.account_id = o.account_id and b.event_id = o.event_id and b.received_at = o.body_at
      where o.body_at < public.kept_from(90) and (of_event is null or t.event_id = of_event) limit most
    ) w where e.company_id = w.company_id and e.account_id = w.account_id and e.event_id = w.event_id and e.body_at = w.received_at
    returning 1
  ) select count(*)::integer from kept
$$;
call give_to_auth('keep_waiting_bodies(integer, text)');

-- Deletes some bodies of companies that keep them for a shorter time than another company which holds the month. How many; none: there are no more.
create function trim_event_bodies(most integer) returns integer
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  with gone as (
    delete from public.paypal_event_body b using (
      select o.company_id, o.account_id, o.event_id, o.received_at from public.company c
      left join public.company_setting s on s.company_id = c.id
      cross join lateral (select * from public.paypal_event_body o where o.company_id = c.id and o.received_at < public.kept_from(public.event_days(s.tabs))
        limit most) o
      where public.company_is_here(c) limit most
    ) o where b.company_id = o.company_id and b.account_id = o.account_id and b.event_id = o.event_id and b.received_at = o.received_at returning 1
  ) select count(*)::integer from gone
$$;
call give_to_auth('trim_event_bodies(integer)');

-- The same for bodies that lie in their rows, as before months and for want of one. Those that still wait for PayPal's word stay.
create function empty_event_rows(most integer) returns integer
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  with emptied as (
    update public.paypal_event e set raw = '', digest = coalesce(e.digest, sha256(e.raw)) from (
      select o.company_id, o.account_id, o.event_id from public.company c
      left join public.company_setting s on s.company_id = c.id
      cross join lateral (select p.company_id, p.account_id, p.event_id from public.paypal_event p
        where p.company_id = c.id and p.raw <> '' and p.received_at < public.kept_from(public.event_days(s.tabs))
          and not exists (select from public.paypal_event_todo t where t.company_id = p.company_id and t.account_id = p.account_id and t.event_id = p.event_id)
        limit most) o
      where public.company_is_here(c) limit most
    -- Another run may have emptied it while this one waited for the row: then it is not written once more.
    ) o where e.company_id = o.company_id and e.account_id = o.account_id and e.event_id = o.event_id and e.raw <> '' returning 1
  ) select count(*)::integer from emptied
$$;
call give_to_auth('empty_event_rows(integer)');

-- How much room each table takes, its months together, the job engine's included; rows as PostgreSQL last estimated them.
create function table_sizes() returns table (name text, months integer, rows bigint, table_bytes bigint, index_bytes bigint, dead_rows bigint)
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select case n.nspname when 'public' then '' else n.nspname || '.' end || r.relname, count(*) filter (where c.relispartition)::integer,
    sum(greatest(c.reltuples, 0))::bigint, sum(pg_table_size(c.oid))::bigint, sum(pg_indexes_size(c.oid))::bigint,
    sum(pg_stat_get_dead_tuples(c.oid))::bigint
  from pg_class c join pg_class r on r.oid = coalesce(pg_partition_root(c.oid), c.oid) join pg_namespace n on n.oid = r.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'pgboss') group by n.nspname, r.relname
$$;
