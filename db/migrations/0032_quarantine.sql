-- locks: message and notice_delivery (a column without a default), company and paypal_account (foreign keys of new tables) against writers, for an instant each.
-- A database that was restored to a moment in the past has forgotten what it asked PayPal to do since. It stays in quarantine until a person
-- has seen what happened meanwhile (decision 73). All of this is new beside what 0.3.0 knows: its processes go on, and keep to it where they ask
-- these functions.

-- One row: what this database knows of itself.
create table installation (
  id smallint primary key default 1 check (id = 1),
  -- Of the cluster on which the data was last seen. A dump that is restored elsewhere finds another one; a standby that takes over has the same.
  system_identifier text not null,
  -- A worker writes it every minute: a copy of this data is at most a minute younger.
  beat_at timestamptz not null default now(),
  -- Who has made a backup writes here that it is done (ops/backup). Null: nobody ever has, since `begun_at`.
  backed_up_at timestamptz,
  begun_at timestamptz not null default now(),
  -- The last quarantine: it goes on until somebody has left it.
  quarantined_at timestamptz,
  why text not null default '',
  -- The moment of which the data is.
  restored_to timestamptz,
  left_at timestamptz,
  left_by text not null default '',
  check (quarantined_at is null or restored_to is not null)
);
insert into installation (system_identifier) select system_identifier::text from pg_control_system();
grant select, update on installation to paydesk_app;
grant select on installation to paydesk_auth;

-- On another cluster than it was last seen on, the data is a copy, also to a process that was running when its database was replaced.
create function is_quarantined() returns boolean
language sql stable
as $$
  select exists (select from public.installation i where (i.quarantined_at is not null and i.left_at is null)
    or i.system_identifier <> (select c.system_identifier::text from pg_control_system() c))
$$;

-- Also for the restore scripts, which have psql alone. A second restore while the first is not dealt with keeps the earlier moment. The time
-- names the quarantine, and processes know times to the millisecond.
create function quarantine_on(moment timestamptz, reason text) returns timestamptz
language sql volatile
as $$
  update public.installation set quarantined_at = date_trunc('milliseconds', clock_timestamp()), why = left(reason, 500), left_at = null, left_by = '',
    restored_to = least(moment, case when quarantined_at is not null and left_at is null then restored_to end, clock_timestamp())
  returning quarantined_at
$$;

-- The data may be that of a backup from before this migration: ops/backup/quarantine.sh has then left word.
do $$
begin
  if to_regclass('public.quarantine_wanted') is not null then
    execute 'select public.quarantine_on(moment, why) from public.quarantine_wanted';
    execute 'drop table public.quarantine_wanted';
  end if;
end $$;

-- Every process asks when it starts, and a worker every minute: on another cluster than before this is a copy of the last beat.
create function notice_cluster() returns boolean
language plpgsql volatile
as $$
declare
  here text := (select system_identifier::text from pg_control_system());
  known public.installation;
begin
  select * into strict known from public.installation for update;
  if known.system_identifier = here then return false; end if;
  perform public.quarantine_on(known.beat_at, 'another cluster');
  update public.installation set system_identifier = here;
  return true;
end $$;

create function quarantine_companies() returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$ select id from company c where company_is_here(c) order by id $$;
call give_to_auth('quarantine_companies()');

-- How far the comparison with PayPal is, for each account.
create table quarantine_account (
  company_id uuid not null,
  account_id uuid not null,
  -- Of which quarantine; rows of earlier ones stay as a record.
  quarantined_at timestamptz not null,
  started_at timestamptz not null default now(),
  stage text not null default 'invoices' check (stage in ('invoices', 'bills', 'refunds', 'disputes', 'done')),
  page integer not null default 1,
  after_bill uuid,
  invoices integer not null default 0,
  bills integer not null default 0,
  -- PayPal did not let us look; why.
  failure text not null default '',
  compared_at timestamptz,
  primary key (company_id, account_id, quarantined_at),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
);
call keep_to_company('quarantine_account', 'select, insert, update');

create table quarantine_finding (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  quarantined_at timestamptz not null,
  account_id uuid,
  kind text not null,
  -- What it is about, so that another comparison finds the same and not one more.
  subject text not null,
  bill_id uuid,
  label text not null default '',
  facts jsonb not null default '{}',
  -- taken: Paydesk did what was to do. open: a person has to look. seen: a person has.
  state text not null check (state in ('taken', 'open', 'seen')),
  reason text not null default '',
  seen_by text not null default '',
  seen_at timestamptz,
  found_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, quarantined_at, kind, subject)
);
call keep_to_company('quarantine_finding', 'select, insert, update, delete');

-- What may have been sent before the restore is not sent again; this says so.
alter table message add column withheld_at timestamptz;
alter table notice_delivery add column withheld_at timestamptz;

-- The gate: every call asks here first, from whichever process.
create or replace function reserve_call(of_company uuid, of_account uuid, of_address text, of_kind text, account_limit integer, address_limit integer, patience interval, asked_at timestamptz default null)
 returns table(allowed boolean, wait_ms double precision)
 language plpgsql
as $$
declare
  account paypal_account_allowance;
  address paypal_address_allowance;
  moment timestamptz;
  turn timestamptz;
begin
  -- In quarantine nothing leaves that would change anything at PayPal. It is no try; whoever asked comes back.
  if of_kind = 'act' and is_quarantined() then
    allowed := false;
    wait_ms := 60000;
    return next;
    return;
  end if;
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

create or replace function claim_notice_deliveries(most integer)
 returns table(company_id uuid, channel text, target_id uuid, batch_id uuid)
 language sql
 security definer
 set search_path to 'pg_catalog', 'public', 'pg_temp'
as $$
  with due as materialized (
    select d.company_id, d.id, d.channel, d.target_id from notice_delivery d join company c on c.id = d.company_id
    where d.batch_id is null and d.due_at <= now() and company_is_here(c) and not is_quarantined() order by d.due_at limit most for update of d skip locked
  ), batch as materialized (
    select b.*, new_id() as batch_id from (select distinct company_id, channel, target_id from due) b
  ), marked as (
    update notice_delivery d set batch_id = b.batch_id from due join batch b using (company_id, channel, target_id)
    where d.company_id = due.company_id and d.id = due.id
  )
  select company_id, channel, target_id, batch_id from batch
$$;

create or replace function rules_due()
 returns table(company_id uuid, rule_id uuid, scheduled_at timestamptz)
 language sql
 stable security definer
 set search_path to 'pg_catalog', 'pg_temp'
as $$
  select r.company_id, r.id, r.next_at from public.rule r join public.company c on c.id = r.company_id
  where not public.is_quarantined() and r.next_at <= now() and c.status = 'active' and public.company_is_here(c)
  union all
  select r.company_id, r.rule_id, r.scheduled_at from public.rule_run r join public.company c on c.id = r.company_id
  where not public.is_quarantined() and r.state = 'running' and r.touched_at < now() - interval '10 minutes' and public.company_is_here(c)
$$;

-- As in 0021, with one more condition.
create or replace function authenticate_request(hash bytea, at_home boolean)
 returns table(session_id uuid, user_id uuid, company_id uuid, home_company_id uuid, username text, name text, avatar text, roles text[], permissions text[], company_name text, company_timezone text, home_company_name text, previous_login_at timestamptz, previous_login_ip text, shown text, has_factor boolean, has_new_credentials boolean)
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
 set plan_cache_mode to 'force_generic_plan'
as $$
declare
  s session;
  is_super boolean;
  acting uuid;
begin
  select * into s from session
  where token_hash = hash and ended_at is null and expires_at > now()
    and last_seen_at > now() - make_interval(secs => idle_seconds)
    -- A restore forgets who signed out and whose access was taken away since: whoever signed in before it does so again (decision 73).
    and not exists (select from installation i where session.created_at < i.quarantined_at);
  if not found then return; end if;

  -- At most one write a minute per session, and never a wait: another request of the same session may hold the row.
  if s.last_seen_at < now() - interval '1 minute' then
    begin
      update session t set last_seen_at = now()
      from (select x.company_id, x.id from session x where x.company_id = s.company_id and x.id = s.id for update skip locked) free
      where t.company_id = free.company_id and t.id = free.id;
    -- Nobody is shut out because the disk is full or the server takes no writes for a moment: the next call notes it.
    exception when insufficient_resources or read_only_sql_transaction then null;
    end;
  end if;

  is_super := exists (select from user_role ur join role r on r.id = ur.role_id
    where ur.company_id = s.company_id and ur.user_id = s.user_id and r.code = 'SuperAdmin');
  acting := case when is_super and not at_home then coalesce(s.acting_company_id, s.company_id) else s.company_id end;

  return query
  select s.id, u.id, c.id, u.company_id, u.username, u.name, u.avatar,
    coalesce((select array_agg(r.code order by r.code) from user_role ur join role r on r.id = ur.role_id
              where ur.company_id = u.company_id and ur.user_id = u.id), '{}'),
    coalesce((select array_agg(distinct p.name order by p.name) from user_role ur
              join role_permission rp on rp.role_id = ur.role_id join permission p on p.id = rp.permission_id
              where ur.company_id = u.company_id and ur.user_id = u.id and p.platform_id = 1), '{}'),
    c.name, c.timezone, home.name, s.previous_login_at, s.previous_login_ip,
    case when s.factor_at > now() - interval '10 minutes' then 'factor'
         when s.reauthenticated_at > now() - interval '10 minutes' then 'password' end,
    exists (select from second_factor f where f.company_id = u.company_id and f.user_id = u.id and f.enabled_at is not null)
      or exists (select from passkey k where k.company_id = u.company_id and k.user_id = u.id),
    coalesce(u.credentials_changed_at > now() - interval '24 hours', false)
  from app_user u join company home on home.id = u.company_id join company c on c.id = acting
  where u.company_id = s.company_id and u.id = s.user_id and can_sign_in(u, home) and company_is_here(c);
  if found then
    perform set_config('app.company_id', acting::text, true), set_config('app.super_admin', case when is_super then 'on' else '' end, true);
  end if;
end
$$;
