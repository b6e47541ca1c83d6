-- What PayPal tells us (events) and what we read of it (reporting).

-- Events as the bytes that were signed. Append-only: what became of an event stands beside it.
-- The company is no foreign key of its own: the account is the company's, by its foreign key.
create table paypal_event (
  company_id uuid not null,
  account_id uuid not null,
  -- PayPal's id: the second delivery of one event is stopped here, however late.
  event_id text not null check (length(event_id) between 1 and 100),
  event_type text not null,
  resource_type text not null default '',
  -- The invoice, capture or dispute that it is about, where it says so.
  resource_id text,
  created_at timestamptz,
  received_at timestamptz not null default now(),
  -- For asking PayPal about one delivery.
  transmission_id text not null default '',
  raw bytea not null,
  primary key (company_id, account_id, event_id),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
) with (toast_tuple_target = 8160);
-- Most events have one to four kilobytes: packing and unpacking them costs more than the room.
alter table paypal_event alter column raw set storage external;
create index paypal_event_list on paypal_event (company_id, received_at desc, event_id desc) include (account_id, event_type, resource_id);
create index paypal_event_resource on paypal_event (company_id, resource_id) where resource_id is not null;
call keep_to_company('paypal_event', 'select, insert');

-- The work list. Narrow, and empty most of the time. One statement writes the event and its row here, and no event is ever deleted:
-- a foreign key would only look that up again for every row.
create table paypal_event_todo (
  company_id uuid not null,
  account_id uuid not null,
  event_id text not null,
  due_at timestamptz not null default now(),
  tries integer not null default 0,
  primary key (company_id, account_id, event_id)
-- It is filled and emptied all day: its dead rows must not wait for a fifth of the table.
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index paypal_event_todo_due on paypal_event_todo (company_id, due_at);
call keep_to_company('paypal_event_todo', 'select, insert, update, delete');
create policy auth on paypal_event_todo for select to paydesk_auth using (true);
grant select on paypal_event_todo to paydesk_auth;

-- What became of it: applied, older than what we hold, fetched, about nothing of ours, or failed with its reason.
create table paypal_event_outcome (
  company_id uuid not null,
  account_id uuid not null,
  event_id text not null,
  outcome text not null check (outcome in ('applied', 'stale', 'fetched', 'notOurs', 'failed')),
  reason text not null default '',
  bill_id uuid,
  at timestamptz not null default now(),
  primary key (company_id, account_id, event_id)
);
call keep_to_company('paypal_event_outcome', 'select, insert, update');

-- Which companies have events that are due: the worker then goes into each.
create function companies_with_due_events() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select c.id from (select distinct company_id from public.paypal_event_todo where due_at <= now()) t
  join public.company c on c.id = t.company_id where public.company_is_here(c)
$$;
call give_to_auth('companies_with_due_events()');

-- How far each account's transactions are known. One worker at a time: whoever holds the lease.
create table account_sync (
  company_id uuid not null,
  account_id uuid not null,
  -- What was read whole; gaps are what is not in it.
  covered tstzmultirange not null default '{}',
  -- Where our books begin: PayPal's balance then is the opening journal.
  begins_at timestamptz,
  complete_through timestamptz,
  due_at timestamptz not null default now(),
  leased_until timestamptz,
  lease_id uuid,
  failures integer not null default 0,
  failure text not null default '',
  failed_at timestamptz,
  primary key (company_id, account_id),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
);
call keep_to_company('account_sync', 'select, insert, update');
create policy auth on account_sync for select to paydesk_auth using (true);
grant select on account_sync to paydesk_auth;

-- Accounts in use whose transactions should be read now and that nobody is reading: scheduled work starts before any company is known.
create function accounts_to_sync() returns table (company_id uuid, account_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select a.company_id, a.id from public.paypal_account a join public.company c on c.id = a.company_id
  left join public.account_sync s on s.company_id = a.company_id and s.account_id = a.id
  where public.company_is_here(c) and a.client_id <> '' and a.secret_sealed is not null and a.state in ('active', 'paused', 'limited', 'disconnected')
    and (s.account_id is null or (s.due_at <= now() and coalesce(s.leased_until < now(), true)))
$$;
call give_to_auth('accounts_to_sync()');

create table sync_run (
  company_id uuid not null,
  id uuid not null default new_id(),
  account_id uuid not null,
  kind text not null check (kind in ('regular', 'resync', 'pending')),
  window_from timestamptz not null,
  window_to timestamptz not null,
  state text not null default 'running' check (state in ('wanted', 'running', 'done', 'failed')),
  -- A reading that ran out of time, failed or died goes on where it was.
  read_to timestamptz,
  read_at timestamptz,
  calls integer not null default 0,
  rows_seen integer not null default 0,
  rows_new integer not null default 0,
  rows_changed integer not null default 0,
  failure text not null default '',
  actor_name text not null default '',
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
);
create index sync_run_account on sync_run (company_id, account_id, started_at desc);
-- Runs of a month ago are deleted: account_sync.covered says what was read then.
call keep_to_company('sync_run', 'select, insert, update, delete');

-- The books against PayPal's own balance at one moment at which nothing moved.
create table balance_proof (
  company_id uuid not null,
  account_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  as_of timestamptz not null,
  paypal_minor bigint not null,
  ledger_minor bigint not null,
  difference_minor bigint not null generated always as (ledger_minor - paypal_minor) stored,
  checked_at timestamptz not null default now(),
  primary key (company_id, account_id, currency),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
);
call keep_to_company('balance_proof', 'select, insert, update');
