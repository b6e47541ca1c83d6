-- Personal settings, and every way of signing in.
alter table app_user
  add column if not exists nickname text,
  add column if not exists profile text,
  add column if not exists country text check (country ~ '^[A-Z0-9]{2}$'),
  add column if not exists province text,
  add column if not exists city text,
  add column if not exists street text,
  add column if not exists locale text check (locale in ('zh-CN', 'en-US')),
  add column if not exists timezone text,
  add column if not exists password_changed_at timestamptz;
create index app_user_phone on app_user (phone) where phone is not null;
create index app_user_email on app_user (lower(email)) where email is not null;

-- When the person behind the session last showed who they are; some changes ask for a recent one.
alter table session add column reauthenticated_at timestamptz;
create unique index session_id on session (id);

-- One data key per company, wrapped by a master key that only the processes know: rotating the master key re-wraps these rows
-- and touches no secret.
create table company_key (
  company_id uuid primary key references company,
  master_key_id text not null,
  wrapped bytea not null,
  wrapped_at timestamptz not null default now()
);

create table avatar (
  company_id uuid not null,
  -- Random rather than in order of creation: a picture is fetched by its id alone, without a token.
  id uuid not null unique default gen_random_uuid(),
  user_id uuid not null,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (length(bytes) <= 1048576),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade
);
create index avatar_user on avatar (company_id, user_id);

create table second_factor (
  company_id uuid not null,
  user_id uuid not null,
  -- Sealed (apps/api/src/lib/secret.ts).
  secret bytea not null,
  -- Null until the first code has shown that the authenticator has the secret.
  enabled_at timestamptz,
  -- The time step of the last code that was let in: a code works once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade
);

create table recovery_code (
  company_id uuid not null,
  user_id uuid not null,
  hash bytea not null,
  used_at timestamptz,
  primary key (company_id, user_id, hash),
  foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade
);

create table passkey (
  company_id uuid not null,
  id uuid not null default new_id(),
  user_id uuid not null,
  name text not null check (length(name) between 1 and 50),
  -- Unique across companies, like usernames: signing in names no company. Made of randomness, so it tells nothing.
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
  -- Across companies: whoever meets this has just signed in at the provider as that very subject.
  unique (issuer, subject),
  foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade
);
create index identity_user on identity (company_id, user_id, created_at);

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

create table notification_choice (
  company_id uuid not null,
  user_id uuid not null,
  choices jsonb not null,
  version integer not null default 1,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade
);

-- E-mails and text messages on their way. What they say holds links and codes: sealed, and forgotten once sent.
create table message (
  company_id uuid not null,
  id uuid not null default new_id(),
  user_id uuid not null,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  template text not null,
  language text not null check (language in ('zh-CN', 'en-US')),
  params bytea,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade
);
create index message_age on message (created_at);

do $$
declare t text;
begin
  foreach t in array array['company_key', 'avatar', 'second_factor', 'recovery_code', 'passkey', 'identity', 'invitation',
                           'notification_choice', 'message'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to paydesk_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('grant select, insert on %I to paydesk_app', t);
  end loop;
end $$;
grant update on second_factor, recovery_code, passkey, identity, invitation, notification_choice, message to paydesk_app;
grant delete on avatar, second_factor, recovery_code, passkey, identity to paydesk_app;

-- Steps of signing in that wait for the person: second factor, passkey, provider, e-mailed link. Found by the hash of a random
-- token, before any company is known; `data` holds what the next step needs.
create table ticket (
  hash bytea primary key,
  kind text not null,
  data jsonb not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index ticket_expires on ticket (expires_at);
create index ticket_user on ticket (kind, (data ->> 'userId'));

-- One row per phone that asked, known or not.
create table phone_code (
  phone text primary key,
  -- Null where nobody has that phone.
  code_hash bytea,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);

-- Filled in development only, where nothing is really sent.
create table dev_mailbox (
  id uuid primary key default new_id(),
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on ticket, phone_code to paydesk_app;
grant select, insert on dev_mailbox to paydesk_app;

do $$
declare t text;
begin
  foreach t in array array['avatar', 'passkey', 'identity', 'invitation'] loop
    execute format('create policy auth_read on %I for select to paydesk_auth using (true)', t);
    execute format('grant select on %I to paydesk_auth', t);
  end loop;
end $$;
create policy auth_sweep on message to paydesk_auth using (true);
grant select, delete on message to paydesk_auth;

-- What each way of signing in finds before a company is known. Only who could sign in is found at all.
create function find_login_by_phone(of_phone text) returns table (company_id uuid, user_id uuid, demo boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.company_id, u.id, u.demo from app_user u join company c on c.id = u.company_id
  where u.phone = of_phone and u.status = 'active' and c.status = 'active'
$$;

create function find_logins_to_reset(account text) returns table (company_id uuid, user_id uuid, demo boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.company_id, u.id, u.demo from app_user u join company c on c.id = u.company_id
  where (lower(u.username) = lower(account) or lower(u.email) = lower(account))
    and u.email is not null and u.status = 'active' and c.status = 'active'
  order by u.created_at limit 5
$$;

create function find_login_by_identity(of_issuer text, of_subject text)
returns table (company_id uuid, user_id uuid, demo boolean, identity_id uuid)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.company_id, u.id, u.demo, i.id
  from identity i join app_user u on u.company_id = i.company_id and u.id = i.user_id join company c on c.id = u.company_id
  where i.issuer = of_issuer and i.subject = of_subject and u.status = 'active' and c.status = 'active'
$$;

create function find_login_by_passkey(credential bytea) returns table (company_id uuid, user_id uuid, demo boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.company_id, u.id, u.demo
  from passkey p join app_user u on u.company_id = p.company_id and u.id = p.user_id join company c on c.id = u.company_id
  where p.credential_id = credential and u.status = 'active' and c.status = 'active'
$$;

create function find_invitation(hash bytea)
returns table (company_id uuid, user_id uuid, invitation_id uuid, company_name text, username text, name text, email text, expires_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.company_id, u.id, i.id, c.name, u.username, u.name, u.email, i.expires_at
  from invitation i join app_user u on u.company_id = i.company_id and u.id = i.user_id join company c on c.id = u.company_id
  where i.token_hash = hash and i.accepted_at is null and i.expires_at > now() and u.status = 'invited' and c.status = 'active'
$$;

create function find_avatar(of_id uuid) returns table (type text, bytes bytea)
language sql stable security definer set search_path = public, pg_temp
as $$ select a.type, a.bytes from avatar a where a.id = of_id $$;

-- By the session alone: a super admin who acts in another company has theirs in their own.
create function session_fresh_until(of_session uuid, minutes integer) returns timestamptz
language sql stable security definer set search_path = public, pg_temp
as $$
  select reauthenticated_at + make_interval(mins => minutes) from session
  where id = of_session and ended_at is null and reauthenticated_at > now() - make_interval(mins => minutes)
$$;

create function sweep_messages() returns integer
language sql volatile security definer set search_path = public, pg_temp
as $$
  with gone as (delete from message where created_at < now() - interval '30 days' returning 1) select count(*)::integer from gone
$$;

grant create on schema public to paydesk_auth;
alter function find_login_by_phone(text) owner to paydesk_auth;
alter function find_logins_to_reset(text) owner to paydesk_auth;
alter function find_login_by_identity(text, text) owner to paydesk_auth;
alter function find_login_by_passkey(bytea) owner to paydesk_auth;
alter function find_invitation(bytea) owner to paydesk_auth;
alter function find_avatar(uuid) owner to paydesk_auth;
alter function session_fresh_until(uuid, integer) owner to paydesk_auth;
alter function sweep_messages() owner to paydesk_auth;
revoke create on schema public from paydesk_auth;
revoke all on function find_login_by_phone(text), find_logins_to_reset(text), find_login_by_identity(text, text),
  find_login_by_passkey(bytea), find_invitation(bytea), find_avatar(uuid), session_fresh_until(uuid, integer), sweep_messages() from public;
grant execute on function find_login_by_phone(text), find_logins_to_reset(text), find_login_by_identity(text, text),
  find_login_by_passkey(bytea), find_invitation(bytea), find_avatar(uuid), session_fresh_until(uuid, integer), sweep_messages() to paydesk_app;
