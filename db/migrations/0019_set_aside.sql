-- A row of PayPal's reporting that we do not understand is set aside with PayPal's own words, and the account is read on. It never posts
-- anything: it leaves when a later reading understands it, or when a person says what became of it.
create table row_set_aside (
  company_id uuid not null,
  id uuid not null default new_id(),
  account_id uuid not null,
  -- PayPal's identity of the row (paypal §6.1) as it is written, or a row without an id by its whole text; hashed.
  key text not null check (length(key) = 64),
  -- Empty: the row has no id that we could ask for.
  provider_transaction_id text not null check (length(provider_transaction_id) <= 64),
  -- Null: it cannot be read.
  occurred_at timestamptz,
  -- What is odd, and in which words.
  why text not null check (why in ('id', 'eventCode', 'status', 'amount', 'fee', 'date', 'shape')),
  detail text not null check (length(detail) <= 300),
  -- The few fields that a person looks at, as they are written.
  told jsonb not null check (length(told::text) <= 4000),
  raw text not null check (length(raw) <= 8000),
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- By whom it was settled is no foreign key: a super admin who acts here is a user of another company.
  settled_at timestamptz,
  settled_by uuid,
  settled_by_name text not null default '',
  reason text not null default '' check (length(reason) <= 500),
  understood_at timestamptz,
  primary key (company_id, id),
  unique (company_id, account_id, key),
  foreign key (company_id, account_id) references paypal_account (company_id, id),
  check ((settled_at is null) = (reason = ''))
);
create index row_set_aside_open on row_set_aside (company_id, account_id, first_seen_at) where settled_at is null and understood_at is null;
call keep_to_company('row_set_aside', 'select, insert, update');

-- Since when an account is read or fails: the last failure alone does not tell, and arriving events say nothing about reading.
alter table account_sync add column read_at timestamptz not null default now();
alter table account_sync add column failing_since timestamptz;
update account_sync set failing_since = failed_at where failures > 0;

-- What people were told of. What is wrong now is read from the records themselves; this remembers since when, so that each occurrence is told
-- once.
create table problem (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  kind text not null check (kind in ('booksDiffer', 'monthDiffers', 'readingStopped', 'eventsSilent', 'rowSetAside', 'refundUnknown',
    'currencyChanged')),
  -- What it is about: an account, a row, a refund.
  subject_id uuid not null,
  opened_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (company_id, id)
);
create unique index problem_open on problem (company_id, kind, subject_id) where ended_at is null;
create index problem_ended on problem (company_id, ended_at) where ended_at is not null;
-- Problems that ended long ago are deleted.
call keep_to_company('problem', 'select, insert, update, delete');
create policy auth on problem for select to paydesk_auth using (true);
grant select on problem to paydesk_auth;

-- Companies whose money is looked after: they have an account, or a problem that has not ended.
create function companies_to_watch() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select c.id from public.company c where c.status = 'active' and public.company_is_here(c) and (
    exists (select from public.paypal_account a where a.company_id = c.id and a.state <> 'archived')
    or exists (select from public.problem p where p.company_id = c.id and p.ended_at is null))
$$;
call give_to_auth('companies_to_watch()');

alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check check (kind in ('newDevice', 'accountStopped', 'approvalAsked', 'approvalDecided', 'disputeOpened',
  'disputeDeadline', 'paymentReceived', 'billRefused', 'exceptionOverdue', 'ruleFailed', 'dailySummary', 'accountSilent', 'statementReady',
  'eventAlarm', 'billProblem', 'problemFound')) not valid;
alter table notice validate constraint notice_kind_check;
