-- Two roles besides the owner who runs migrations:
--   paydesk_app   what API and worker log in as. Owns nothing, so row-level security always binds it.
--   paydesk_auth  owns the few functions that must look across companies before a company is known. Cannot log in.
do $$
begin
  if not exists (select from pg_roles where rolname = 'paydesk_app') then
    create role paydesk_app nologin nosuperuser nobypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'paydesk_auth') then
    create role paydesk_auth nologin nosuperuser nobypassrls;
  end if;
end $$;

-- Functions are given to paydesk_auth below, which takes membership of it. A DBA who made the roles beforehand grants that.
do $$
begin
  execute format('grant paydesk_auth to %I', current_user);
exception when insufficient_privilege then null;
end $$;

revoke all on schema public from public;
grant usage on schema public to paydesk_app, paydesk_auth;

-- UUIDv7: ids sort by creation, so new rows land on the same index pages. PostgreSQL 18 has uuidv7(); we support 15.
create function new_id() returns uuid
language sql volatile parallel safe
as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- After a commit the setting is '' rather than null, hence nullif.
create function current_company() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('app.company_id', true), '')::uuid $$;

create function acting_as_super_admin() returns boolean
language sql stable parallel safe
as $$ select coalesce(current_setting('app.super_admin', true), '') = 'on' $$;

create table company (
  id uuid primary key default new_id(),
  name text not null check (length(name) between 1 and 100),
  legal_name text not null default '',
  code text not null unique check (code ~ '^[A-Z0-9]{1,8}$'),
  country text not null check (country ~ '^[A-Z0-9]{2}$'),
  timezone text not null,
  base_currency text not null check (base_currency ~ '^[A-Z]{3}$'),
  status text not null default 'active' check (status in ('active', 'suspended')),
  version integer not null default 1,
  created_at timestamptz not null default now()
);

-- Every tenant table's key starts with company_id: foreign keys then cannot point into another company,
-- and a unique violation cannot tell one company about another's values.
create table app_user (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  -- Unique across companies, because sign-in (spec §7) has no company field.
  username text not null check (length(username) between 1 and 64),
  password_hash text,
  name text not null check (length(name) between 1 and 100),
  avatar text,
  email text,
  phone text,
  parent_id uuid,
  status text not null default 'active' check (status in ('invited', 'active', 'disabled')),
  -- Made by the demo seed: never allowed to sign in when the process runs in production mode.
  demo boolean not null default false,
  last_login_at timestamptz,
  last_login_ip text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, parent_id) references app_user (company_id, id),
  check (parent_id <> id)
);
create unique index app_user_username on app_user (lower(username));
create index app_user_parent on app_user (company_id, parent_id);

-- Roles and permissions belong to the installation, not to a company.
create table role (
  id uuid primary key default new_id(),
  code text not null unique check (length(code) between 1 and 64),
  name text not null check (length(name) between 1 and 100),
  description text not null default '',
  built_in boolean not null default false
);

create table permission_group (
  id uuid primary key default new_id(),
  platform_id integer not null default 1,
  name text not null check (length(name) between 1 and 100),
  sort integer not null default 0
);

create table permission (
  id uuid primary key default new_id(),
  platform_id integer not null default 1,
  group_id uuid not null references permission_group,
  name text not null check (length(name) between 1 and 64),
  label_zh text not null,
  label_en text not null,
  built_in boolean not null default false,
  unique (platform_id, name)
);
create index permission_group_id on permission (group_id);

create table role_permission (
  role_id uuid not null references role on delete cascade,
  permission_id uuid not null references permission on delete cascade,
  primary key (role_id, permission_id)
);

create table user_role (
  company_id uuid not null,
  user_id uuid not null,
  role_id uuid not null references role,
  primary key (company_id, user_id, role_id),
  foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade
);
create index user_role_role on user_role (role_id);

create table session (
  company_id uuid not null,
  id uuid not null default new_id(),
  user_id uuid not null,
  -- SHA-256 of the token; the token itself exists only in the browser.
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  idle_seconds integer not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  address text not null,
  user_agent text not null,
  previous_login_at timestamptz,
  previous_login_ip text,
  primary key (company_id, id),
  foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade
);
create index session_by_user on session (company_id, user_id, created_at desc);
create index session_expires on session (expires_at);

-- Attempts are counted before the password is checked, so that parallel guesses cannot slip past the limit.
create table login_throttle (
  key text primary key,
  attempts integer not null,
  window_ends_at timestamptz not null
);
create index login_throttle_ends on login_throttle (window_ends_at);

alter table company enable row level security;
alter table company force row level security;
create policy own_company on company for select to paydesk_app using (id = current_company() or acting_as_super_admin());
create policy super_insert on company for insert to paydesk_app with check (acting_as_super_admin());
create policy super_update on company for update to paydesk_app using (acting_as_super_admin()) with check (acting_as_super_admin());
create policy auth_read on company for select to paydesk_auth using (true);
grant select, insert, update on company to paydesk_app;
grant select on company to paydesk_auth;

alter table app_user enable row level security;
alter table app_user force row level security;
create policy tenant on app_user to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
create policy auth_read on app_user for select to paydesk_auth using (true);
grant select, insert, update on app_user to paydesk_app;
grant select on app_user to paydesk_auth;

alter table user_role enable row level security;
alter table user_role force row level security;
create policy tenant on user_role to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
create policy auth_read on user_role for select to paydesk_auth using (true);
grant select, insert, delete on user_role to paydesk_app;
grant select on user_role to paydesk_auth;

alter table session enable row level security;
alter table session force row level security;
create policy tenant on session to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
create policy auth_all on session to paydesk_auth using (true) with check (true);
grant select, insert, update on session to paydesk_app;
grant select, update, delete on session to paydesk_auth;

grant select on role, permission_group, permission, role_permission to paydesk_app, paydesk_auth;
grant select, insert, update, delete on login_throttle to paydesk_app;

-- What sign-in needs to know about a username before any company is known.
create function find_login(login_name text)
returns table (company_id uuid, user_id uuid, password_hash text, demo boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.company_id, u.id, u.password_hash, u.demo
  from app_user u join company c on c.id = u.company_id
  where lower(u.username) = lower(login_name) and u.status = 'active' and c.status = 'active'
$$;

-- One round trip per request: finds the live session, puts the transaction into its company, returns the actor.
-- Everything is judged by the database's clock; API processes may disagree about the time.
create function authenticate(hash bytea)
returns table (
  session_id uuid, user_id uuid, company_id uuid, username text, name text, avatar text,
  roles text[], permissions text[], company_name text, company_timezone text,
  previous_login_at timestamptz, previous_login_ip text
)
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  s session;
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

  return query
  select s.id, u.id, u.company_id, u.username, u.name, u.avatar,
    coalesce((select array_agg(r.code order by r.code) from user_role ur join role r on r.id = ur.role_id
              where ur.company_id = u.company_id and ur.user_id = u.id), '{}'),
    coalesce((select array_agg(distinct p.name order by p.name) from user_role ur
              join role_permission rp on rp.role_id = ur.role_id join permission p on p.id = rp.permission_id
              where ur.company_id = u.company_id and ur.user_id = u.id and p.platform_id = 1), '{}'),
    c.name, c.timezone, s.previous_login_at, s.previous_login_ip
  from app_user u join company c on c.id = u.company_id
  where u.company_id = s.company_id and u.id = s.user_id and u.status = 'active' and c.status = 'active';
  if found then
    perform set_config('app.company_id', s.company_id::text, true);
  end if;
end
$$;

-- Sessions that ended or expired 90 days ago are history nobody looks at.
create function sweep_sessions() returns integer
language sql volatile security definer set search_path = public, pg_temp
as $$
  with gone as (
    delete from session where coalesce(ended_at, expires_at) < now() - interval '90 days' returning 1
  ) select count(*)::integer from gone
$$;

-- Being given a function takes CREATE on its schema, for a moment.
grant create on schema public to paydesk_auth;
alter function find_login(text) owner to paydesk_auth;
alter function authenticate(bytea) owner to paydesk_auth;
alter function sweep_sessions() owner to paydesk_auth;
revoke create on schema public from paydesk_auth;
revoke all on function find_login(text), authenticate(bytea), sweep_sessions() from public;
grant execute on function find_login(text), authenticate(bytea), sweep_sessions() to paydesk_app;
