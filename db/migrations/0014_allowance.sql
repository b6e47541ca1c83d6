-- The allowance of calls to PayPal (decision 0050). All processes share these rows, so that together they stay within what PayPal bears.
-- A limit of n calls a minute is a burst of n/5 and, beside it, the other four fifths at even distances. In any sixty seconds this is
-- n at most, wherever they begin. The distances are counted over 62 s: a call reaches PayPal some time after its turn, and later ones may
-- catch up with it.
create function call_burst(per_minute integer) returns integer
language sql immutable parallel safe
as $$ select greatest(1, per_minute / 5) $$;

create function call_distance(per_minute integer) returns interval
language sql immutable parallel safe
as $$ select make_interval(secs => 62.0 / (per_minute - call_burst(per_minute))) $$;

-- One row per account and kind of call.
create table paypal_account_allowance (
  company_id uuid not null,
  account_id uuid not null,
  kind text not null check (kind in ('reporting', 'look', 'act')),
  -- The calls that have a turn use up the even distances until here.
  busy_until timestamptz,
  -- PayPal asked for a pause (429).
  held_until timestamptz,
  -- For people: the turn that the last call got, or was told when it was too far away; the turns of the last minute; and the limit.
  turn_at timestamptz,
  turns timestamptz[] not null default '{}',
  per_minute integer not null,
  primary key (company_id, account_id, kind),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
) with (fillfactor = 50);
call keep_to_company('paypal_account_allowance', 'select, insert, update');

-- PayPal counts by the address that calls come from, whichever companies they are made for. So these rows belong to none.
create table paypal_address_allowance (
  address text not null check (length(address) between 1 and 100),
  kind text not null check (kind in ('reporting', 'look', 'act')),
  busy_until timestamptz,
  held_until timestamptz,
  primary key (address, kind)
) with (fillfactor = 50);
grant select, insert, update on paypal_address_allowance to paydesk_app;

-- Gives a call its turn, in the order of asking. If the turn is further away than the caller's patience, nothing is reserved, and the
-- caller is told how far. The account is missing while its credentials are first tried. The address is locked last, because everyone
-- waits for it; the clock is read after the locks, because waiting for them takes time. Tests hand in the time.
create function reserve_call(of_company uuid, of_account uuid, of_address text, of_kind text, account_limit integer, address_limit integer,
  patience interval, asked_at timestamptz default null) returns table (allowed boolean, wait_ms double precision)
language plpgsql
as $$
declare
  account paypal_account_allowance;
  address paypal_address_allowance;
  moment timestamptz;
  turn timestamptz;
begin
  if of_account is not null then
    insert into paypal_account_allowance (company_id, account_id, kind, per_minute) values (of_company, of_account, of_kind, account_limit)
    on conflict do nothing;
    select * into strict account from paypal_account_allowance a
    where a.company_id = of_company and a.account_id = of_account and a.kind = of_kind for no key update;
  end if;
  insert into paypal_address_allowance (address, kind) values (of_address, of_kind) on conflict do nothing;
  select * into strict address from paypal_address_allowance a where a.address = of_address and a.kind = of_kind for no key update;
  moment := coalesce(asked_at, clock_timestamp());
  -- A burst is as many calls as fit between their turn and the time until which they use up the distances.
  turn := greatest(moment, account.held_until, address.held_until,
    account.busy_until - call_distance(account_limit) * (call_burst(account_limit) - 1),
    address.busy_until - call_distance(address_limit) * (call_burst(address_limit) - 1));
  allowed := turn <= moment + patience;
  wait_ms := extract(epoch from turn - moment) * 1000;
  if allowed then
    update paypal_address_allowance a set busy_until = greatest(a.busy_until, turn) + call_distance(address_limit)
    where a.address = of_address and a.kind = of_kind;
  end if;
  update paypal_account_allowance a set turn_at = turn, per_minute = account_limit,
    busy_until = case when allowed then greatest(a.busy_until, turn) + call_distance(account_limit) else a.busy_until end,
    turns = case when allowed then array(select t from unnest(a.turns) t where t > moment - interval '1 minute'
      order by t desc limit least(account_limit, 1000) - 1) || turn else a.turns end
  where a.company_id = of_company and a.account_id = of_account and a.kind = of_kind;
  return next;
end $$;

-- PayPal answered 429. On reporting it bans the address (paypal §2.4), so all accounts there wait; otherwise the account waits, with
-- everything.
create function hold_calls(of_company uuid, of_account uuid, of_address text, of_kind text, account_limit integer, pause interval,
  asked_at timestamptz default null) returns void
language plpgsql
as $$
declare
  until timestamptz := coalesce(asked_at, clock_timestamp()) + pause;
begin
  if of_kind = 'reporting' then
    insert into paypal_address_allowance as a (address, kind, held_until) values (of_address, of_kind, until)
    on conflict (address, kind) do update set held_until = greatest(a.held_until, excluded.held_until);
  elsif of_account is not null then
    insert into paypal_account_allowance as a (company_id, account_id, kind, held_until, per_minute)
    select of_company, of_account, k, until, account_limit from unnest(array['act', 'look', 'reporting']) k
    on conflict (company_id, account_id, kind) do update set held_until = greatest(a.held_until, excluded.held_until);
  end if;
end $$;
revoke all on function reserve_call(uuid, uuid, text, text, integer, integer, interval, timestamptz),
  hold_calls(uuid, uuid, text, text, integer, interval, timestamptz) from public;
grant execute on function reserve_call(uuid, uuid, text, text, integer, integer, interval, timestamptz),
  hold_calls(uuid, uuid, text, text, integer, interval, timestamptz) to paydesk_app;
