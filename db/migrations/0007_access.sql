-- Companies, roles, permissions and users become editable; a super admin can act in a company that is not theirs.
alter table company add column logo text;
alter table role add column version integer not null default 1;
alter table permission_group add column version integer not null default 1;
alter table permission add column version integer not null default 1;

-- What belongs to the installation is read by all and written by super admins only. Not forced: the owner, who runs
-- migrations, adds built-in names; the runtime role owns nothing and is always bound.
do $$
declare t text;
begin
  foreach t in array array['role', 'permission_group', 'permission', 'role_permission'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy read_all on %I for select to paydesk_app, paydesk_auth using (true)', t);
    execute format('create policy super_insert on %I for insert to paydesk_app with check (acting_as_super_admin())', t);
    execute format('create policy super_update on %I for update to paydesk_app using (acting_as_super_admin()) with check (acting_as_super_admin())', t);
    execute format('create policy super_delete on %I for delete to paydesk_app using (acting_as_super_admin())', t);
    execute format('grant insert, update, delete on %I to paydesk_app', t);
  end loop;
end $$;

-- A super admin's calls while acting elsewhere carry that company and a user who is not of it.
alter table idempotency drop constraint idempotency_company_id_user_id_fkey;

alter table session add column acting_company_id uuid references company;

create index app_user_name on app_user (company_id, name, id);
create index audit_entry_action on audit_entry (company_id, action, seq desc);

create table company_setting (
  company_id uuid primary key references company,
  -- One object per tab, as the contract's schemas say; what is missing has its default.
  tabs jsonb not null default '{}',
  version integer not null default 1,
  updated_at timestamptz,
  updated_by text
);
alter table company_setting enable row level security;
alter table company_setting force row level security;
create policy tenant on company_setting to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update on company_setting to paydesk_app;

-- As authenticate(), under another name: a changed result type would break prepared statements. 0009 removes the old one.
-- A super admin's transaction is put into the company that the session acts in, except for calls about their own person.
create function authenticate_request(hash bytea, at_home boolean)
returns table (
  session_id uuid, user_id uuid, company_id uuid, home_company_id uuid, username text, name text, avatar text,
  roles text[], permissions text[], company_name text, company_timezone text, home_company_name text,
  previous_login_at timestamptz, previous_login_ip text
)
language plpgsql volatile security definer set search_path = public, pg_temp
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
  where u.company_id = s.company_id and u.id = s.user_id and u.status = 'active' and home.status = 'active';
  if found then
    perform set_config('app.company_id', acting::text, true), set_config('app.super_admin', case when is_super then 'on' else '' end, true);
  end if;
end
$$;

create policy auth_read on paypal_account for select to paydesk_auth using (true);
grant select on paypal_account to paydesk_auth;

-- Counts across companies, for super admins only.
create function company_counts(of_companies uuid[]) returns table (company_id uuid, user_count bigint, account_count bigint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select c.id, (select count(*) from app_user u where u.company_id = c.id), (select count(*) from paypal_account a where a.company_id = c.id)
  from company c where acting_as_super_admin() and c.id = any(of_companies)
$$;

-- Of the whole installation for a super admin; nobody else learns how many users other companies have.
create function role_user_counts() returns table (role_id uuid, user_count bigint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select ur.role_id, count(*) from user_role ur where acting_as_super_admin() or ur.company_id = current_company() group by ur.role_id
$$;

create function end_company_sessions(of_company uuid) returns integer
language sql volatile security definer set search_path = public, pg_temp
as $$
  with ended as (
    update session set ended_at = now() where acting_as_super_admin() and company_id = of_company and ended_at is null returning 1
  ) select count(*)::integer from ended
$$;

create function super_admin_count() returns bigint
language sql stable security definer set search_path = public, pg_temp
as $$
  select count(*) from user_role ur join role r on r.id = ur.role_id join app_user u on u.company_id = ur.company_id and u.id = ur.user_id
    join company c on c.id = u.company_id
  where r.code = 'SuperAdmin' and u.status = 'active' and c.status = 'active'
$$;

-- Whoever takes a super admin away waits for everyone else who does, and then counts: the last one cannot be lost, also when
-- two super admins remove each other at the same moment. Volatile, so the count sees what was committed during the wait.
create function keep_a_super_admin() returns trigger
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  was_one boolean;
begin
  if tg_table_name = 'user_role' then
    was_one := exists (select from role where id = old.role_id and code = 'SuperAdmin');
  elsif tg_table_name = 'app_user' then
    was_one := exists (select from user_role ur join role r on r.id = ur.role_id
      where ur.company_id = old.company_id and ur.user_id = old.id and r.code = 'SuperAdmin');
  else
    was_one := exists (select from user_role ur join role r on r.id = ur.role_id where ur.company_id = old.id and r.code = 'SuperAdmin');
  end if;
  if was_one then
    perform pg_advisory_xact_lock(hashtextextended('super admin', 0));
    if super_admin_count() = 0 then
      raise exception using errcode = 'PD001', message = 'the last active super admin';
    end if;
  end if;
  return null;
end
$$;
create trigger keep_a_super_admin after delete on user_role for each row execute function keep_a_super_admin();
create trigger keep_a_super_admin after update of status on app_user for each row
  when (old.status = 'active' and new.status <> 'active') execute function keep_a_super_admin();
create trigger keep_a_super_admin after update of status on company for each row
  when (old.status = 'active' and new.status <> 'active') execute function keep_a_super_admin();

-- One move at a time per company: two moves that are each harmless can make a circle together.
create function keep_user_tree() returns trigger
language plpgsql volatile set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('user tree ' || new.company_id, 0));
  if exists (
    with recursive above as (
      select u.id, u.parent_id from app_user u where u.company_id = new.company_id and u.id = new.parent_id
      union
      select u.id, u.parent_id from app_user u join above on u.id = above.parent_id where u.company_id = new.company_id
    ) select from above where id = new.id
  ) then
    raise exception using errcode = 'PD002', message = 'a circle in the user tree';
  end if;
  return new;
end
$$;
create trigger keep_user_tree before update of parent_id on app_user for each row
  when (new.parent_id is distinct from old.parent_id and new.parent_id is not null) execute function keep_user_tree();

grant create on schema public to paydesk_auth;
alter function authenticate_request(bytea, boolean) owner to paydesk_auth;
alter function company_counts(uuid[]) owner to paydesk_auth;
alter function role_user_counts() owner to paydesk_auth;
alter function end_company_sessions(uuid) owner to paydesk_auth;
alter function super_admin_count() owner to paydesk_auth;
alter function keep_a_super_admin() owner to paydesk_auth;
revoke create on schema public from paydesk_auth;
revoke all on function authenticate_request(bytea, boolean), company_counts(uuid[]), role_user_counts(), end_company_sessions(uuid),
  super_admin_count(), keep_a_super_admin(), keep_user_tree() from public;
grant execute on function authenticate_request(bytea, boolean), company_counts(uuid[]), role_user_counts(), end_company_sessions(uuid),
  super_admin_count() to paydesk_app;
