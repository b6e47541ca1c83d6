alter table paypal_account
  add merchant_id text,
  add client_id text not null default '',
  -- Sealed by lib/secret.ts; only the last four characters can ever be shown.
  add secret_sealed bytea,
  add secret_last4 text not null default '',
  add secret_changed_at timestamptz,
  add webhook_id text,
  add lookup_id text,
  -- As read off a fresh token: what the app may do.
  add scopes text[] not null default '{}',
  add scopes_read_at timestamptz,
  add currencies text[] not null default '{}',
  add primary_currency text check (primary_currency ~ '^[A-Z]{3}$'),
  -- Why it is in its state: a stable code that the console words, and PayPal's own words where there are any.
  add state_reason text not null default '',
  add state_detail text not null default '',
  add state_changed_at timestamptz not null default now(),
  -- Lower is tried first by automatic routing.
  add priority integer not null default 100 check (priority between 1 and 1000),
  add daily_count integer check (daily_count > 0),
  add version integer not null default 1,
  add updated_at timestamptz not null default now();

create unique index paypal_account_client on paypal_account (company_id, environment, client_id) where client_id <> '' and state <> 'archived';

-- Amounts of different currencies are never added, so limits are per currency; no row is no limit.
create table paypal_account_limit (
  company_id uuid not null,
  account_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  bill_min_minor bigint check (bill_min_minor >= 0),
  bill_max_minor bigint check (bill_max_minor >= 0),
  daily_minor bigint check (daily_minor >= 0),
  monthly_minor bigint check (monthly_minor >= 0),
  primary key (company_id, account_id, currency),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
);

-- What was sent per day of the company's calendar. Written in the transaction that sends, under the row's lock: two operators
-- cannot both use the last of a limit.
create table paypal_account_usage (
  company_id uuid not null,
  account_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  day date not null,
  amount_minor bigint not null default 0,
  bill_count integer not null default 0,
  primary key (company_id, account_id, day, currency),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
);

-- Facts with their times. Apart from the account, because they change with every call and every event.
create table paypal_account_health (
  company_id uuid not null,
  account_id uuid not null,
  token_ok_at timestamptz,
  token_failed_at timestamptz,
  token_failure text not null default '',
  webhook_ok_at timestamptz,
  webhook_failed_at timestamptz,
  webhook_failure text not null default '',
  last_event_at timestamptz,
  -- The sweeper has compared every bill that needed it, up to here.
  swept_at timestamptz,
  -- PayPal asked for a pause (429): nothing is sent for this account before then.
  hold_until timestamptz,
  primary key (company_id, account_id),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
);

create table paypal_balance (
  company_id uuid not null,
  account_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total_minor bigint not null,
  available_minor bigint,
  withheld_minor bigint,
  as_of timestamptz not null,
  primary key (company_id, account_id, currency),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
);

do $$
declare t text;
begin
  foreach t in array array['paypal_account_limit', 'paypal_account_usage', 'paypal_account_health', 'paypal_balance'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to paydesk_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('grant select, insert, update, delete on %I to paydesk_app', t);
  end loop;
end $$;

-- Scheduled work and deliveries start before any company is known: these two say only where there is something to do.
create function paypal_accounts_in_use() returns table (company_id uuid, account_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select company_id, id from public.paypal_account where client_id <> '' and state in ('active', 'paused', 'limited', 'disconnected') $$;
create function company_of_paypal_account(account uuid) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select company_id from public.paypal_account where id = account and state <> 'archived' $$;
create index paypal_account_id on paypal_account (id);

create policy auth on paypal_account for select to paydesk_auth using (true);
grant select on paypal_account to paydesk_auth;
revoke all on function paypal_accounts_in_use(), company_of_paypal_account(uuid) from public;
grant execute on function paypal_accounts_in_use(), company_of_paypal_account(uuid) to paydesk_app;
grant create on schema public to paydesk_auth;
alter function paypal_accounts_in_use() owner to paydesk_auth;
alter function company_of_paypal_account(uuid) owner to paydesk_auth;
revoke create on schema public from paydesk_auth;
