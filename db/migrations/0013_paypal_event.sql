-- What PayPal told us, as the bytes that were signed. Append-only: what became of it stands beside it.
create table paypal_event (
  company_id uuid not null references company,
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
);
create index paypal_event_list on paypal_event (company_id, received_at desc, event_id desc) include (account_id, event_type, resource_id);
create index paypal_event_resource on paypal_event (company_id, resource_id) where resource_id is not null;

-- The work list. Narrow, and empty most of the time.
create table paypal_event_todo (
  company_id uuid not null,
  account_id uuid not null,
  event_id text not null,
  due_at timestamptz not null default now(),
  tries integer not null default 0,
  primary key (company_id, account_id, event_id),
  foreign key (company_id, account_id, event_id) references paypal_event (company_id, account_id, event_id)
);
create index paypal_event_todo_due on paypal_event_todo (company_id, due_at);

-- What became of it: applied, older than what we hold, fetched, about nothing of ours, or failed with its reason.
create table paypal_event_outcome (
  company_id uuid not null,
  account_id uuid not null,
  event_id text not null,
  outcome text not null check (outcome in ('applied', 'stale', 'fetched', 'notOurs', 'failed')),
  reason text not null default '',
  bill_id uuid,
  at timestamptz not null default now(),
  primary key (company_id, account_id, event_id),
  foreign key (company_id, account_id, event_id) references paypal_event (company_id, account_id, event_id)
);

do $$
declare t text;
begin
  foreach t in array array['paypal_event', 'paypal_event_todo', 'paypal_event_outcome'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to paydesk_app using (company_id = current_company()) with check (company_id = current_company())', t);
  end loop;
end $$;
grant select, insert on paypal_event to paydesk_app;
grant select, insert, update, delete on paypal_event_todo to paydesk_app;
grant select, insert, update on paypal_event_outcome to paydesk_app;

-- Which companies have events or operations that are due: the worker then goes into each.
create function companies_with_due_events() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select distinct company_id from public.paypal_event_todo where due_at <= now() $$;
create policy auth on paypal_event_todo for select to paydesk_auth using (true);
grant select on paypal_event_todo to paydesk_auth;
revoke all on function companies_with_due_events() from public;
grant execute on function companies_with_due_events() to paydesk_app;
grant create on schema public to paydesk_auth;
alter function companies_with_due_events() owner to paydesk_auth;
revoke create on schema public from paydesk_auth;
