-- Companies, their users, and what each user may do. Sessions and ways to sign in follow in the next file.

create table company (
  id uuid primary key default new_id(),
  name text not null check (length(name) between 1 and 100),
  legal_name text not null default '',
  code text not null unique check (code ~ '^[A-Z0-9]{1,8}$'),
  logo text,
  country text not null check (country ~ '^[A-Z0-9]{2}$'),
  timezone text not null,
  base_currency text not null check (base_currency ~ '^[A-Z]{3}$'),
  status text not null default 'active' check (status in ('active', 'suspended')),
  -- The database that serves the company, where there are several. It is a column rather than a flag because a move copies this row
  -- too: one change of it, which is copied as well, takes the company out of one database and lets the other begin.
  cell text not null default this_cell() check (length(cell) between 1 and 40),
  version integer not null default 1,
  created_at timestamptz not null default now()
);
alter table company enable row level security;
alter table company force row level security;
create policy own_company on company for select to paydesk_app using (id = current_company() or acting_as_super_admin());
create policy super_insert on company for insert to paydesk_app with check (acting_as_super_admin());
create policy super_update on company for update to paydesk_app using (acting_as_super_admin()) with check (acting_as_super_admin());
create policy auth_read on company for select to paydesk_auth using (true);
grant select, insert, update on company to paydesk_app;
grant select on company to paydesk_auth;

-- Whether this database serves the company. Every function that looks across companies asks this: a company that is being copied to
-- another database is in both, and only one of them may send its messages, read its transactions or let its people sign in.
create function company_is_here(c company) returns boolean
language sql stable parallel safe
as $$ select c.cell = public.this_cell() $$;

-- These two tables belong to the floor below and point up: every row of them is a company's.
alter table company_key add foreign key (company_id) references company;
alter table idempotency add foreign key (company_id) references company;

-- A client that is still retrying after two days has other problems. It asks which companies are here, so it stands on this floor.
create function sweep_idempotency() returns integer
language sql volatile security definer set search_path = public, pg_temp
as $$
  with gone as (
    delete from idempotency i using company c where c.id = i.company_id and company_is_here(c) and i.created_at < now() - interval '2 days' returning 1
  ) select count(*)::integer from gone
$$;
call give_to_auth('sweep_idempotency()');

create table company_setting (
  company_id uuid primary key references company,
  -- One object per tab, as the contract's schemas say; what is missing has its default.
  tabs jsonb not null default '{}',
  version integer not null default 1,
  updated_at timestamptz,
  updated_by text
);
call keep_to_company('company_setting', 'select, insert, update');
create policy auth_read on company_setting for select to paydesk_auth using (true);
grant select on company_setting to paydesk_auth;

-- The key of every table of a company starts with company_id: foreign keys then cannot point into another company, and a unique
-- violation cannot tell one company about another's values.
create table app_user (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  -- Unique across companies, because sign-in (spec §7) has no company field.
  username text not null check (length(username) between 1 and 64),
  password_hash text,
  password_changed_at timestamptz,
  name text not null check (length(name) between 1 and 100),
  nickname text,
  avatar text,
  profile text,
  email text,
  phone text,
  country text check (country ~ '^[A-Z0-9]{2}$'),
  province text,
  city text,
  street text,
  locale text check (locale in ('zh-CN', 'en-US')),
  timezone text,
  -- Who leads this user; a team is everyone below.
  parent_id uuid,
  status text not null default 'active' check (status in ('invited', 'active', 'disabled')),
  -- Null: no limit. Otherwise [{currency, amountMinor}]; a currency that is not listed may not be approved at all.
  approval_limits jsonb check (jsonb_typeof(approval_limits) = 'array'),
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
create index app_user_phone on app_user (phone) where phone is not null;
create index app_user_email on app_user (lower(email)) where email is not null;
create index app_user_name on app_user (company_id, name, id);
create index app_user_parent on app_user (company_id, parent_id);
call keep_to_company('app_user', 'select, insert, update');
create policy auth_read on app_user for select to paydesk_auth using (true);
grant select on app_user to paydesk_auth;

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
revoke all on function keep_user_tree() from public;
create trigger keep_user_tree before update of parent_id on app_user for each row
  when (new.parent_id is distinct from old.parent_id and new.parent_id is not null) execute function keep_user_tree();

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
call keep_to_company('avatar', 'select, insert, delete');
create policy auth_read on avatar for select to paydesk_auth using (true);
grant select on avatar to paydesk_auth;

-- Roles and permissions belong to the installation, not to a company.
--
-- Ids of what the program brings along are fixed and the same in every database: a company that is moved to another one takes along
-- rows that name them. They are 00000000-0000-8000-8000- and then a kind (1 role, 2 group, 3 permission) and a number, in six digits
-- each; a migration that adds one takes the next number and uses none again. What people make has a random UUIDv7, which begins with
-- its time and so never falls among them, and keeps it wherever it is copied.
create function is_built_in_id(id uuid) returns boolean
language sql immutable parallel safe
as $$ select id < '00000001-0000-0000-0000-000000000000' $$;

create table role (
  id uuid primary key default new_id(),
  code text not null unique check (length(code) between 1 and 64),
  name text not null check (length(name) between 1 and 100),
  description text not null default '',
  built_in boolean not null default false,
  version integer not null default 1,
  constraint role_built_in_id check (built_in = is_built_in_id(id))
);

create table permission_group (
  id uuid primary key default new_id(),
  platform_id integer not null default 1,
  name text not null check (length(name) between 1 and 100),
  sort integer not null default 0,
  version integer not null default 1
);

create table permission (
  id uuid primary key default new_id(),
  platform_id integer not null default 1,
  group_id uuid not null references permission_group,
  name text not null check (length(name) between 1 and 64),
  label_zh text not null,
  label_en text not null,
  built_in boolean not null default false,
  version integer not null default 1,
  unique (platform_id, name),
  constraint permission_built_in_id check (built_in = is_built_in_id(id))
);
create index permission_group_id on permission (group_id);

create table role_permission (
  role_id uuid not null references role on delete cascade,
  permission_id uuid not null references permission on delete cascade,
  primary key (role_id, permission_id)
);

-- All of these four are read by everyone and written by super admins only. Row-level security is not forced here: the owner, who
-- runs migrations, adds built-in names; the runtime role owns nothing and is always bound.
do $$
declare t text;
begin
  foreach t in array array['role', 'permission_group', 'permission', 'role_permission'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy read_all on %I for select to paydesk_app, paydesk_auth using (true)', t);
    execute format('create policy super_insert on %I for insert to paydesk_app with check (acting_as_super_admin())', t);
    execute format('create policy super_update on %I for update to paydesk_app using (acting_as_super_admin()) with check (acting_as_super_admin())', t);
    execute format('create policy super_delete on %I for delete to paydesk_app using (acting_as_super_admin())', t);
    execute format('grant select, insert, update, delete on %I to paydesk_app', t);
    execute format('grant select on %I to paydesk_auth', t);
  end loop;
end $$;

create table user_role (
  company_id uuid not null,
  user_id uuid not null,
  role_id uuid not null references role,
  primary key (company_id, user_id, role_id),
  foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade
);
create index user_role_role on user_role (role_id);
call keep_to_company('user_role', 'select, insert, delete');
create policy auth_read on user_role for select to paydesk_auth using (true);
grant select on user_role to paydesk_auth;

-- The count is of the whole installation for a super admin; nobody else learns how many users other companies have.
create function role_user_counts() returns table (role_id uuid, user_count bigint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select ur.role_id, count(*) from user_role ur join company c on c.id = ur.company_id
  where company_is_here(c) and (acting_as_super_admin() or c.id = current_company()) group by ur.role_id
$$;
call give_to_auth('role_user_counts()');

create function super_admin_count() returns bigint
language sql stable security definer set search_path = public, pg_temp
as $$
  select count(*) from user_role ur join role r on r.id = ur.role_id join app_user u on u.company_id = ur.company_id and u.id = ur.user_id
    join company c on c.id = u.company_id
  where r.code = 'SuperAdmin' and u.status = 'active' and c.status = 'active' and company_is_here(c)
$$;
call give_to_auth('super_admin_count()');

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
call give_to_auth('keep_a_super_admin()', false);
create trigger keep_a_super_admin after delete on user_role for each row execute function keep_a_super_admin();
create trigger keep_a_super_admin after update of status on app_user for each row
  when (old.status = 'active' and new.status <> 'active') execute function keep_a_super_admin();
create trigger keep_a_super_admin after update of status on company for each row
  when (old.status = 'active' and new.status <> 'active') execute function keep_a_super_admin();

-- The names that the program checks (packages/contract/src/lib/permission.ts; a test compares the two), grouped for the role matrix.
insert into permission_group (id, name, sort) values
  ('00000000-0000-8000-8000-000002000001', '账单', 1),
  ('00000000-0000-8000-8000-000002000002', '客户', 2),
  ('00000000-0000-8000-8000-000002000003', '财务', 3),
  ('00000000-0000-8000-8000-000002000004', '系统', 4);

insert into permission (id, group_id, name, label_zh, label_en, built_in)
select p.id::uuid, g.id, p.name, p.label_zh, p.label_en, true
from permission_group g join (values
  ('00000000-0000-8000-8000-000003000001', '账单', 'ViewPayPalBillManage', '账单管理菜单', 'Bill menu'),
  ('00000000-0000-8000-8000-000003000002', '账单', 'ViewPayPalBill', '查看本人及下属账单', 'View own and team bills'),
  ('00000000-0000-8000-8000-000003000003', '账单', 'ViewAllPayPalBill', '查看全部账单', 'View all bills'),
  ('00000000-0000-8000-8000-000003000004', '账单', 'CreatePayPalBill', '新建、编辑与发送账单', 'Create, edit and send bills'),
  ('00000000-0000-8000-8000-000003000005', '账单', 'RecordPayment', '登记线下收款', 'Record an outside payment'),
  ('00000000-0000-8000-8000-000003000006', '账单', 'RefundPayPalBill', '发起退款', 'Refund'),
  ('00000000-0000-8000-8000-000003000007', '账单', 'WriteOffPayPalBill', '坏账核销', 'Write off bills'),
  ('00000000-0000-8000-8000-000003000008', '客户', 'ViewCustomer', '查看客户', 'View customers'),
  ('00000000-0000-8000-8000-000003000009', '客户', 'UpdateCustomer', '新建与编辑客户', 'Create and edit customers'),
  ('00000000-0000-8000-8000-000003000010', '财务', 'ViewFinanceManage', '财务管理菜单', 'Finance menu'),
  ('00000000-0000-8000-8000-000003000011', '财务', 'ViewPaypalTransaction', '查看交易记录', 'View transactions'),
  ('00000000-0000-8000-8000-000003000012', '财务', 'ReconcileTransaction', '对账', 'Reconcile transactions'),
  ('00000000-0000-8000-8000-000003000013', '财务', 'ViewDispute', '查看争议', 'View disputes'),
  ('00000000-0000-8000-8000-000003000014', '财务', 'RespondDispute', '处理争议', 'Respond to disputes'),
  ('00000000-0000-8000-8000-000003000015', '财务', 'ApproveRefund', '审批退款', 'Approve refunds'),
  ('00000000-0000-8000-8000-000003000016', '财务', 'ExportData', '导出数据', 'Export data'),
  ('00000000-0000-8000-8000-000003000017', '系统', 'ViewSystemManage', '系统管理菜单', 'System menu'),
  ('00000000-0000-8000-8000-000003000018', '系统', 'ViewUser', '查看用户', 'View users'),
  ('00000000-0000-8000-8000-000003000019', '系统', 'UpdateUser', '管理用户', 'Manage users'),
  ('00000000-0000-8000-8000-000003000020', '系统', 'UpdateCompanySetting', '业务设置', 'Business settings'),
  ('00000000-0000-8000-8000-000003000021', '系统', 'ViewPaypalAccount', '查看 PayPal 账户', 'View PayPal accounts'),
  ('00000000-0000-8000-8000-000003000022', '系统', 'UpdatePaypalAccount', '管理 PayPal 账户', 'Manage PayPal accounts'),
  ('00000000-0000-8000-8000-000003000023', '系统', 'ViewAuditLog', '查看审计日志', 'View the audit log')
) as p (id, group_name, name, label_zh, label_en) on p.group_name = g.name;

insert into role (id, code, name, description, built_in) values
  ('00000000-0000-8000-8000-000001000001', 'SuperAdmin', '超级管理员', '管理所有公司、角色与权限', true),
  ('00000000-0000-8000-8000-000001000002', 'Admin', '管理员', '本公司全部权限', true),
  ('00000000-0000-8000-8000-000001000003', 'Operator', '业务员', '新建、发送并跟进账单', true),
  ('00000000-0000-8000-8000-000001000004', 'Finance', '财务', '核对交易、退款与争议', true);

-- No role has ViewCustomer: the customer list is for admins (spec §6) until a super admin grants it.
insert into role_permission (role_id, permission_id)
select r.id, p.id
from role r join permission p on
  (r.code = 'Operator' and p.name in ('ViewPayPalBillManage', 'ViewPayPalBill', 'CreatePayPalBill'))
  or (r.code = 'Finance' and p.name in ('ViewPayPalBillManage', 'ViewAllPayPalBill', 'ViewFinanceManage', 'ViewPaypalTransaction',
    'RecordPayment', 'RefundPayPalBill', 'ReconcileTransaction', 'ViewDispute', 'RespondDispute', 'ExportData'));
