-- Who has shown what of late, and whose credentials are new.

-- When the person behind the session last showed a second factor: a code of the authenticator, a recovery code or a passkey.
alter table session add column factor_at timestamptz;

-- When something with which this person can sign in was last set, changed or taken away. The database keeps it, so that no way of changing a
-- credential forgets it. Money is not approved with credentials that are a few hours old: a thief's would be.
alter table app_user add column credentials_changed_at timestamptz;

create function note_own_credentials() returns trigger language plpgsql as $$
begin
  if (new.password_hash, new.email, new.phone) is distinct from (old.password_hash, old.email, old.phone) then
    new.credentials_changed_at := now();
  end if;
  return new;
end $$;
create trigger note_credentials before update of password_hash, email, phone on app_user
  for each row execute function note_own_credentials();

-- For the tables that belong to a person. A use of a credential (a counter, a time step) is no change of it.
create function note_credentials() returns trigger language plpgsql as $$
begin
  update app_user set credentials_changed_at = now()
  where company_id = coalesce(new.company_id, old.company_id) and id = coalesce(new.user_id, old.user_id);
  return null;
end $$;
create trigger note_credentials after insert or delete on passkey for each row execute function note_credentials();
create trigger note_credentials after insert or delete on identity for each row execute function note_credentials();
create trigger note_credentials after delete or update of enabled_at on second_factor for each row execute function note_credentials();
-- New recovery codes are a way in as well.
create trigger note_credentials after insert on recovery_code for each row execute function note_credentials();

drop function authenticate_request(bytea, boolean);
-- One round trip per request: finds the live session, puts the transaction into its company, returns the actor. Everything is
-- judged by the database's clock; API processes may disagree about the time.
-- A super admin's transaction is put into the company that the session acts in, except for calls about their own person.
-- All is found by unique keys, so one plan suits every call; planning anew took two thirds of every request's look-up (1.7 ms of
-- CPU, now 0.6), and the pool asks for custom plans because of the lists.
create function authenticate_request(hash bytea, at_home boolean)
returns table (
  session_id uuid, user_id uuid, company_id uuid, home_company_id uuid, username text, name text, avatar text,
  roles text[], permissions text[], company_name text, company_timezone text, home_company_name text,
  previous_login_at timestamptz, previous_login_ip text, shown text, has_factor boolean, has_new_credentials boolean
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
call give_to_auth('authenticate_request(bytea, boolean)');
create policy auth_read on second_factor for select to paydesk_auth using (true);
grant select on second_factor to paydesk_auth;

drop function session_fresh_until(uuid, integer);

-- A change of how much may be refunded without a second person, or of how much one person may approve. It waits for a second person itself.
create table limit_change (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  -- Whose limits; null: the company's thresholds.
  user_id uuid,
  -- What the limits were when the change was asked for, and what they shall be.
  before jsonb,
  after jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'withdrawn')),
  asked_by uuid not null,
  asked_by_name text not null,
  asked_at timestamptz not null default now(),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references app_user (company_id, id),
  check ((state = 'waiting') = (decided_at is null)),
  -- The second person is another one than the first, and not the one whom the limits are for.
  constraint limit_change_by_another check (state not in ('approved', 'rejected') or (decided_by is not null and decided_by <> asked_by)),
  constraint limit_change_of_another check ((state <> 'approved' or user_id is null or decided_by <> user_id) and (user_id is null or asked_by <> user_id))
);
create unique index limit_change_waiting on limit_change (company_id, user_id) nulls not distinct where state = 'waiting';
create index limit_change_newest on limit_change (company_id, asked_at desc, id desc);
call keep_to_company('limit_change', 'select, insert, update');
