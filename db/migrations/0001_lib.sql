-- The ground floor: database roles, what makes a table a company's own, and the tables of apps/api/src/lib.
-- The files of this folder up to 0012 are the data model, read from top to bottom. They are numbered in the order that foreign keys need.

-- Two roles besides the owner, who runs migrations:
--   paydesk_app   API and worker log in as this one. It owns nothing, so row-level security always binds it.
--   paydesk_auth  owns the few functions that look across companies. It cannot log in.
do $$
begin
  if not exists (select from pg_roles where rolname = 'paydesk_app') then
    create role paydesk_app nologin nosuperuser nobypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'paydesk_auth') then
    create role paydesk_auth nologin nosuperuser nobypassrls;
  end if;
end $$;

-- Functions can be given to paydesk_auth by its members only. A DBA who made the roles beforehand grants the membership.
do $$
begin
  execute format('grant paydesk_auth to %I', current_user);
exception when insufficient_privilege then null;
end $$;

revoke all on schema public from public;
grant usage on schema public to paydesk_app, paydesk_auth;

-- Ids are UUIDv7: they sort by creation, so new rows land on the same index pages. PostgreSQL makes them itself since version 18,
-- ten times as fast as the expression that serves 15 to 17.
do $$
begin
  if current_setting('server_version_num')::integer >= 180000 then
    create function new_id() returns uuid language sql volatile parallel safe as 'select uuidv7()';
  else
    create function new_id() returns uuid language sql volatile parallel safe as $sql$
      select encode(
        set_bit(set_bit(
          overlay(uuid_send(gen_random_uuid())
            placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
            from 1 for 6),
          52, 1), 53, 1), 'hex')::uuid
    $sql$;
  end if;
end $$;

-- The company that the transaction works for. After a commit the setting is '' rather than null, hence nullif.
create function current_company() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('app.company_id', true), '')::uuid $$;

create function acting_as_super_admin() returns boolean
language sql stable parallel safe
as $$ select coalesce(current_setting('app.super_admin', true), '') = 'on' $$;

-- The name of this database among several that share out companies. An installation has one database unless its operator decides
-- otherwise, and never meets this name. A second one gets its own by `alter database … set app.cell = '…'`.
create function this_cell() returns text
language sql stable parallel safe
as $$ select coalesce(nullif(current_setting('app.cell', true), ''), 'main') $$;

-- Makes a table a company's own: the runtime role sees and writes rows of the transaction's company only, and has the rights given.
-- Row-level security is forced, so that it binds the table's owner too.
create procedure keep_to_company(of_table regclass, app_may text)
language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', of_table);
  execute format('alter table %s force row level security', of_table);
  execute format('create policy tenant on %s to paydesk_app using (company_id = current_company()) with check (company_id = current_company())', of_table);
  execute format('grant %s on %s to paydesk_app', app_may, of_table);
end $$;

-- Gives a function to paydesk_auth, with whose rights it then runs. Nobody but the runtime role may call it, and that one only
-- where it is not a trigger's function or the owner's own tool. A new owner needs CREATE on the schema for a moment.
create procedure give_to_auth(of_function regprocedure, app_may_call boolean default true)
language plpgsql
as $$
begin
  grant create on schema public to paydesk_auth;
  execute format('alter function %s owner to paydesk_auth', of_function);
  revoke create on schema public from paydesk_auth;
  execute format('revoke all on function %s from public', of_function);
  if app_may_call then execute format('grant execute on function %s to paydesk_app', of_function); end if;
end $$;
revoke all on procedure keep_to_company(regclass, text), give_to_auth(regprocedure, boolean) from public;

-- Each company has one data key, wrapped by a master key that only the processes know. Rotating the master key re-wraps these rows
-- and touches no secret.
create table company_key (
  company_id uuid primary key,
  master_key_id text not null,
  wrapped bytea not null,
  wrapped_at timestamptz not null default now()
);
call keep_to_company('company_key', 'select, insert');

-- One row per mutating call that carried an Idempotency-Key, written in the transaction of its effect: the row exists if and
-- only if the effect does. A repeat waits on the primary key for the first one's outcome and is given the first answer.
create table idempotency (
  company_id uuid not null,
  -- Not a foreign key: a super admin who acts here is a user of another company.
  user_id uuid not null,
  key text not null check (length(key) between 1 and 100),
  request_hash bytea not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id, key)
);
create index idempotency_age on idempotency (created_at);
call keep_to_company('idempotency', 'select, insert, update');
create policy auth_sweep on idempotency to paydesk_auth using (true);
grant select, delete on idempotency to paydesk_auth;

-- Attempts are counted before the password is checked, so that parallel guesses cannot slip past the limit.
create table login_throttle (
  key text primary key,
  attempts integer not null,
  window_ends_at timestamptz not null
);
create index login_throttle_ends on login_throttle (window_ends_at);
grant select, insert, update, delete on login_throttle to paydesk_app;

-- Steps of signing in that wait for the person: second factor, passkey, provider, e-mailed link. They are found by the hash of a
-- random token, before any company is known; `data` holds what the next step needs.
create table ticket (
  hash bytea primary key,
  kind text not null,
  data jsonb not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index ticket_expires on ticket (expires_at);
create index ticket_user on ticket (kind, (data ->> 'userId'));
grant select, insert, update, delete on ticket to paydesk_app;
