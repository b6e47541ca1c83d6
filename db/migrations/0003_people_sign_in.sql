-- Sessions, every way of signing in, and the functions that find a person before any company is known.

create table session (
  company_id uuid not null,
  id uuid not null default new_id(),
  user_id uuid not null,
  -- SHA-256 of the token; the token itself exists only in the browser.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- The company that a super admin acts in, where it is not their own.
  acting_company_id uuid references company,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  idle_seconds integer not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- When the person behind the session last showed who they are; some changes ask for a recent one.
  reauthenticated_at timestamptz,
  address text not null,
  user_agent text not null,
  previous_login_at timestamptz,
  previous_login_ip text,
  primary key (company_id, id),
  foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade
);
create unique index session_id on session (id);
create index session_by_user on session (company_id, user_id, created_at desc);
create index session_expires on session (expires_at);
call keep_to_company('session', 'select, insert, update');
create policy auth_all on session to paydesk_auth using (true) with check (true);
grant select, update, delete on session to paydesk_auth;

create table second_factor (
  company_id uuid not null,
  user_id uuid not null,
  -- Sealed (lib/secret.ts).
  secret bytea not null,
  -- Null until the first code has shown that the authenticator has the secret.
  enabled_at timestamptz,
  -- The time step of the last code that was let in: a code works once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade
);
call keep_to_company('second_factor', 'select, insert, update, delete');

create table recovery_code (
  company_id uuid not null,
  user_id uuid not null,
  hash bytea not null,
  used_at timestamptz,
  primary key (company_id, user_id, hash),
  foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade
);
call keep_to_company('recovery_code', 'select, insert, update, delete');

create table passkey (
  company_id uuid not null,
  id uuid not null default new_id(),
  user_id uuid not null,
  name text not null check (length(name) between 1 and 50),
  -- Unique across companies, like usernames: signing in names no company. It is made of randomness, so it tells nothing.
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade
);
create index passkey_user on passkey (company_id, user_id, created_at);
call keep_to_company('passkey', 'select, insert, update, delete');
create policy auth_read on passkey for select to paydesk_auth using (true);
grant select on passkey to paydesk_auth;

create table identity (
  company_id uuid not null,
  id uuid not null default new_id(),
  user_id uuid not null,
  issuer text not null,
  subject text not null,
  label text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (company_id, id),
  -- Unique across companies: whoever meets this has just signed in at the provider as that very subject.
  unique (issuer, subject),
  foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade
);
create index identity_user on identity (company_id, user_id, created_at);
call keep_to_company('identity', 'select, insert, update, delete');
create policy auth_read on identity for select to paydesk_auth using (true);
grant select on identity to paydesk_auth;

create table invitation (
  company_id uuid not null,
  id uuid not null default new_id(),
  user_id uuid not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade
);
create index invitation_user on invitation (company_id, user_id, created_at desc);
call keep_to_company('invitation', 'select, insert, update');
create policy auth_read on invitation for select to paydesk_auth using (true);
grant select on invitation to paydesk_auth;

-- One row per phone that asked for a code, known or not.
create table phone_code (
  phone text primary key,
  -- Null where nobody has that phone.
  code_hash bytea,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
grant select, insert, update, delete on phone_code to paydesk_app;

-- From here on: everything that is found before a company is known. What is found says which company the transaction then works for.
-- (company_of_paypal_account, which PayPal's deliveries use, stands beside its table in 0006_paypal.sql.)

-- The one question behind every way of signing in: only who could sign in here is found at all.
create function can_sign_in(u app_user, c company) returns boolean
language sql stable parallel safe
as $$ select u.status = 'active' and c.status = 'active' and public.company_is_here(c) $$;

create function find_login(login_name text)
returns table (company_id uuid, user_id uuid, password_hash text, demo boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.company_id, u.id, u.password_hash, u.demo
  from app_user u join company c on c.id = u.company_id
  where lower(u.username) = lower(login_name) and can_sign_in(u, c)
$$;
call give_to_auth('find_login(text)');

create function find_login_by_phone(of_phone text) returns table (company_id uuid, user_id uuid, demo boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.company_id, u.id, u.demo from app_user u join company c on c.id = u.company_id
  where u.phone = of_phone and can_sign_in(u, c)
$$;
call give_to_auth('find_login_by_phone(text)');

create function find_logins_to_reset(account text) returns table (company_id uuid, user_id uuid, demo boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.company_id, u.id, u.demo from app_user u join company c on c.id = u.company_id
  where (lower(u.username) = lower(account) or lower(u.email) = lower(account))
    and u.email is not null and can_sign_in(u, c)
  order by u.created_at limit 5
$$;
call give_to_auth('find_logins_to_reset(text)');

create function find_login_by_identity(of_issuer text, of_subject text)
returns table (company_id uuid, user_id uuid, demo boolean, identity_id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.company_id, u.id, u.demo, i.id
  from identity i join app_user u on u.company_id = i.company_id and u.id = i.user_id join company c on c.id = u.company_id
  where i.issuer = of_issuer and i.subject = of_subject and can_sign_in(u, c)
$$;
call give_to_auth('find_login_by_identity(text, text)');

create function find_login_by_passkey(credential bytea) returns table (company_id uuid, user_id uuid, demo boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.company_id, u.id, u.demo
  from passkey p join app_user u on u.company_id = p.company_id and u.id = p.user_id join company c on c.id = u.company_id
  where p.credential_id = credential and can_sign_in(u, c)
$$;
call give_to_auth('find_login_by_passkey(bytea)');

create function find_invitation(hash bytea)
returns table (company_id uuid, user_id uuid, invitation_id uuid, company_name text, username text, name text, email text, expires_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.company_id, u.id, i.id, c.name, u.username, u.name, u.email, i.expires_at
  from invitation i join app_user u on u.company_id = i.company_id and u.id = i.user_id join company c on c.id = u.company_id
  where i.token_hash = hash and i.accepted_at is null and i.expires_at > now() and u.status = 'invited' and c.status = 'active'
    and company_is_here(c)
$$;
call give_to_auth('find_invitation(bytea)');

create function find_avatar(of_id uuid) returns table (type text, bytes bytea)
language sql stable security definer set search_path = public, pg_temp
as $$ select a.type, a.bytes from avatar a join company c on c.id = a.company_id where a.id = of_id and company_is_here(c) $$;
call give_to_auth('find_avatar(uuid)');

-- One round trip per request: finds the live session, puts the transaction into its company, returns the actor. Everything is
-- judged by the database's clock; API processes may disagree about the time.
-- A super admin's transaction is put into the company that the session acts in, except for calls about their own person.
-- All is found by unique keys, so one plan suits every call; planning anew took two thirds of every request's look-up (1.7 ms of
-- CPU, now 0.6), and the pool asks for custom plans because of the lists.
create function authenticate_request(hash bytea, at_home boolean)
returns table (
  session_id uuid, user_id uuid, company_id uuid, home_company_id uuid, username text, name text, avatar text,
  roles text[], permissions text[], company_name text, company_timezone text, home_company_name text,
  previous_login_at timestamptz, previous_login_ip text
)
language plpgsql volatile security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
as $$
declare
  s session;
  is_super boolean;
  acting uuid;
begin
  select * into s from session
  where token_hash = hash and ended_at is null and expires_at > now()
    and last_seen_at > now() - make_interval(secs => idle_seconds);
  if not found then return; end if;

  -- At most one write a minute per session, and never a wait: another request of the same session may hold the row.
  if s.last_seen_at < now() - interval '1 minute' then
    update session t set last_seen_at = now()
    from (select x.company_id, x.id from session x where x.company_id = s.company_id and x.id = s.id for update skip locked) free
    where t.company_id = free.company_id and t.id = free.id;
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
    c.name, c.timezone, home.name, s.previous_login_at, s.previous_login_ip
  from app_user u join company home on home.id = u.company_id join company c on c.id = acting
  where u.company_id = s.company_id and u.id = s.user_id and can_sign_in(u, home) and company_is_here(c);
  if found then
    perform set_config('app.company_id', acting::text, true), set_config('app.super_admin', case when is_super then 'on' else '' end, true);
  end if;
end
$$;
call give_to_auth('authenticate_request(bytea, boolean)');

-- Found by the session alone: a super admin who acts in another company has theirs in their own.
create function session_fresh_until(of_session uuid, minutes integer) returns timestamptz
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.reauthenticated_at + make_interval(mins => minutes) from session s join company c on c.id = s.company_id
  where s.id = of_session and s.ended_at is null and s.reauthenticated_at > now() - make_interval(mins => minutes) and company_is_here(c)
$$;
call give_to_auth('session_fresh_until(uuid, integer)');

create function end_company_sessions(of_company uuid) returns integer
language sql volatile security definer set search_path = public, pg_temp
as $$
  with ended as (
    update session set ended_at = now() where acting_as_super_admin() and company_id = of_company and ended_at is null returning 1
  ) select count(*)::integer from ended
$$;
call give_to_auth('end_company_sessions(uuid)');

-- Sessions that ended or expired 90 days ago are history nobody looks at.
create function sweep_sessions() returns integer
language sql volatile security definer set search_path = public, pg_temp
as $$
  with gone as (
    delete from session s using company c
    where c.id = s.company_id and company_is_here(c) and coalesce(s.ended_at, s.expires_at) < now() - interval '90 days' returning 1
  ) select count(*)::integer from gone
$$;
call give_to_auth('sweep_sessions()');
