-- The office: the audit log, messages on their way out, and how people like to see their lists.

-- Who changed what, per company, as a chain: every entry's hash covers its predecessor's, so that an edited or deleted row
-- breaks everything after it. The database numbers and hashes; the runtime role can only add.
create table audit_head (
  company_id uuid primary key references company,
  seq bigint not null,
  hash bytea not null
);
alter table audit_head enable row level security;
alter table audit_head force row level security;
create policy auth_all on audit_head to paydesk_auth using (true) with check (true);
grant select, insert, update on audit_head to paydesk_auth;

create table audit_entry (
  company_id uuid not null references company,
  -- These two and the hashes are set by the trigger below, whatever an insert says.
  seq bigint not null default 0,
  at timestamptz not null default now(),
  -- Not a foreign key: a super admin acts in companies that are not theirs, and the name must outlive the user.
  actor_id uuid,
  actor_name text not null,
  action text not null check (length(action) between 1 and 64),
  entity text not null check (length(entity) between 1 and 64),
  entity_id text not null,
  entity_label text not null default '',
  before jsonb,
  after jsonb,
  address text not null,
  device text not null,
  prev_hash bytea not null default '',
  hash bytea not null default '',
  primary key (company_id, seq)
);
create index audit_entry_time on audit_entry (company_id, at desc, seq desc);
create index audit_entry_entity on audit_entry (company_id, entity, entity_id, seq desc);
create index audit_entry_actor on audit_entry (company_id, actor_id, seq desc);
create index audit_entry_action on audit_entry (company_id, action, seq desc);
call keep_to_company('audit_entry', 'select, insert');
create policy auth_all on audit_entry to paydesk_auth using (true) with check (true);
grant select on audit_entry to paydesk_auth;

-- jsonb's text form is canonical: keys sorted, white space fixed, duplicates gone.
create function audit_hash(e audit_entry) returns bytea
language sql stable
as $$
  select sha256(e.prev_hash || convert_to(jsonb_build_array(
    e.company_id, e.seq, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.actor_id, e.actor_name, e.action,
    e.entity, e.entity_id, e.entity_label, e.before, e.after, e.address, e.device)::text, 'UTF8'))
$$;

-- The head row is the lock that keeps the chain from forking: held from here to the end of the transaction.
create function audit_append() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  head audit_head;
begin
  insert into audit_head values (new.company_id, 0, sha256(convert_to(new.company_id::text, 'UTF8'))) on conflict do nothing;
  select * into head from audit_head where company_id = new.company_id for update;
  new.seq := head.seq + 1;
  new.prev_hash := head.hash;
  new.at := clock_timestamp();
  new.hash := audit_hash(new);
  update audit_head set seq = new.seq, hash = new.hash where company_id = new.company_id;
  return new;
end
$$;
call give_to_auth('audit_append()', false);
create trigger audit_append before insert on audit_entry for each row execute function audit_append();

-- The first entry at which the chain of a company does not hold, if any; also names a chain cut off at its end. Owner only.
create function audit_first_fault(of_company uuid) returns table (seq bigint, fault text)
language sql stable security definer set search_path = public, pg_temp
as $$
  with linked as (
    select e, e.seq as n, lag(e.hash, 1, sha256(convert_to(of_company::text, 'UTF8'))) over w as expected_prev,
      lag(e.seq, 1, 0) over w + 1 as expected_seq
    from audit_entry e where e.company_id = of_company window w as (order by e.seq)
  ), faults as (
    select n as seq, case when n <> expected_seq then 'missing entry ' || expected_seq
      when (e).prev_hash <> expected_prev then 'does not follow its predecessor' else 'changed' end as fault
    from linked where n <> expected_seq or (e).prev_hash <> expected_prev or (e).hash <> audit_hash(e)
    union all
    select h.seq, 'the chain ends before its head' from audit_head h
    where h.company_id = of_company
      and not exists (select from audit_entry l where l.company_id = of_company and l.seq = h.seq and l.hash = h.hash)
  )
  select * from faults order by seq limit 1
$$;
call give_to_auth('audit_first_fault(uuid)', false);

-- Heads go to the log, out of reach of whoever can rewrite tables.
create function audit_heads() returns table (company_id uuid, seq bigint, hash text)
language sql stable security definer set search_path = public, pg_temp
as $$ select h.company_id, h.seq, encode(h.hash, 'hex') from audit_head h join company c on c.id = h.company_id where company_is_here(c) $$;
call give_to_auth('audit_heads()');

-- E-mails and text messages on their way. What they say holds links and codes: it is sealed, and forgotten once sent.
create table message (
  company_id uuid not null,
  id uuid not null default new_id(),
  -- Null: one of the company's own addresses, which belong to none of its users.
  user_id uuid,
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
call keep_to_company('message', 'select, insert, update');
create policy auth_sweep on message to paydesk_auth using (true);
grant select, delete on message to paydesk_auth;

create function sweep_messages() returns integer
language sql volatile security definer set search_path = public, pg_temp
as $$
  with gone as (
    delete from message m using company c where c.id = m.company_id and company_is_here(c) and m.created_at < now() - interval '30 days' returning 1
  ) select count(*)::integer from gone
$$;
call give_to_auth('sweep_messages()');

-- Filled in development only, where nothing is really sent.
create table dev_mailbox (
  id uuid primary key default new_id(),
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now()
);
grant select, insert on dev_mailbox to paydesk_app;

-- Filters and columns of a list under a name.
create table list_view (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  -- Not a foreign key: a super admin who acts here is a user of another company.
  owner_id uuid not null,
  owner_name text not null,
  list text not null check (length(list) between 1 and 40),
  name text not null check (length(name) between 1 and 50),
  -- What stands after the ? of the list's address, without the page.
  query text not null check (length(query) <= 2000),
  -- Null: whatever columns the person has.
  columns text[],
  shared boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index list_view_name on list_view (company_id, list, owner_id, lower(name));
create index list_view_shared on list_view (company_id, list) where shared;
call keep_to_company('list_view', 'select, insert, update, delete');

-- What each person chose last.
create table list_choice (
  company_id uuid not null references company,
  user_id uuid not null,
  list text not null check (length(list) between 1 and 40),
  -- Null: those that the list comes with.
  columns text[],
  default_view_id uuid,
  primary key (company_id, user_id, list),
  foreign key (company_id, default_view_id) references list_view (company_id, id) on delete set null (default_view_id)
);
create index list_choice_view on list_choice (company_id, default_view_id) where default_view_id is not null;
call keep_to_company('list_choice', 'select, insert, update, delete');
