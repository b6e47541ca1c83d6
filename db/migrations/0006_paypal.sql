-- The companies' PayPal accounts, and calls to PayPal with their three outcomes.

create table paypal_account (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  label text not null check (length(label) between 1 and 100),
  email text not null,
  environment text not null check (environment in ('sandbox', 'live')),
  merchant_id text,
  client_id text not null default '',
  -- Sealed by lib/secret.ts; only the last four characters can ever be shown.
  secret_sealed bytea,
  secret_last4 text not null default '',
  secret_changed_at timestamptz,
  webhook_id text,
  lookup_id text,
  -- What the app may do, as read off a fresh token.
  scopes text[] not null default '{}',
  scopes_read_at timestamptz,
  currencies text[] not null default '{}',
  primary_currency text check (primary_currency ~ '^[A-Z]{3}$'),
  state text not null default 'active' check (state in ('active', 'paused', 'limited', 'disconnected', 'archived')),
  -- Why it is in its state: a stable code that the console words, and PayPal's own words where there are any.
  state_reason text not null default '',
  state_detail text not null default '',
  state_changed_at timestamptz not null default now(),
  -- Automatic routing tries lower ones first.
  priority integer not null default 100 check (priority between 1 and 1000),
  daily_count integer check (daily_count > 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index paypal_account_client on paypal_account (company_id, environment, client_id) where client_id <> '' and state <> 'archived';
create index paypal_account_id on paypal_account (id);
call keep_to_company('paypal_account', 'select, insert, update');
create policy auth_read on paypal_account for select to paydesk_auth using (true);
grant select on paypal_account to paydesk_auth;

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
call keep_to_company('paypal_account_limit', 'select, insert, update, delete');

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
call keep_to_company('paypal_account_usage', 'select, insert, update, delete');

-- Facts with their times, apart from the account, because they change with every call and every event.
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
  checked_at timestamptz,
  -- Whoever looks at PayPal for an account says so first: two looks at once could both find no webhook lookup and both make one.
  checking_until timestamptz,
  -- The sweeper has compared every bill that needed it, up to here.
  swept_at timestamptz,
  -- PayPal asked for a pause (429): nothing is sent for this account before then.
  hold_until timestamptz,
  primary key (company_id, account_id),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
);
call keep_to_company('paypal_account_health', 'select, insert, update, delete');

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
call keep_to_company('paypal_balance', 'select, insert, update, delete');

-- Scheduled work and deliveries start before any company is known: these two say only where there is something to do.
create function paypal_accounts_in_use() returns table (company_id uuid, account_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select a.company_id, a.id from public.paypal_account a join public.company c on c.id = a.company_id
  where a.client_id <> '' and a.state in ('active', 'paused', 'limited', 'disconnected') and public.company_is_here(c)
$$;
call give_to_auth('paypal_accounts_in_use()');

create function company_of_paypal_account(account uuid) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select c.id from public.paypal_account a join public.company c on c.id = a.company_id
  where a.id = account and a.state <> 'archived' and public.company_is_here(c)
$$;
call give_to_auth('company_of_paypal_account(uuid)');

-- Counts across companies, for super admins only. It counts accounts as well as users, so it cannot stand beside the companies.
create function company_counts(of_companies uuid[]) returns table (company_id uuid, user_count bigint, account_count bigint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select c.id, (select count(*) from app_user u where u.company_id = c.id), (select count(*) from paypal_account a where a.company_id = c.id)
  from company c where acting_as_super_admin() and c.id = any(of_companies) and company_is_here(c)
$$;
call give_to_auth('company_counts(uuid[])');

-- One intended call to PayPal. Written before the call, never deleted: a repetition reuses it.
-- What it is about lies on the floor above, which adds the foreign keys of these ids.
create table operation (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  account_id uuid not null,
  bill_id uuid,
  refund_id uuid,
  dispute_id uuid,
  kind text not null check (kind in ('createInvoice', 'updateInvoice', 'sendInvoice', 'remindInvoice', 'cancelInvoice', 'deleteInvoice',
    'recordPayment', 'refundPayment', 'provideEvidence', 'acceptClaim', 'makeOffer', 'sendMessage', 'escalate', 'appeal', 'acknowledgeReturn')),
  request jsonb not null default '{}',
  -- Under which app of the account it was first sent. PayPal may keep request ids for each app apart, so after a change of
  -- credentials a refusal says nothing about a call whose answer was lost.
  client_id text,
  -- ready: not called yet, or surely without effect. running: called, no answer yet. unknown: called, the answer was lost.
  state text not null default 'ready' check (state in ('ready', 'running', 'unknown', 'done', 'refused')),
  calls integer not null default 0,
  looks integer not null default 0,
  due_at timestamptz not null default now(),
  unknown_since timestamptz,
  outcome jsonb,
  actor_id uuid,
  actor_name text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
);
create index operation_list on operation (company_id, created_at desc, id desc) include (state, kind, account_id);
create index operation_open on operation (company_id, due_at) where state in ('ready', 'running', 'unknown');
create index operation_bill on operation (company_id, bill_id, created_at);
create index operation_dispute on operation (company_id, dispute_id, created_at) where dispute_id is not null;
call keep_to_company('operation', 'select, insert, update');
