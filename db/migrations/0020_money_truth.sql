-- A reading that ran out of time, failed or died goes on where it was.
alter table sync_run add column read_to timestamptz, add column read_at timestamptz;

-- Rows from before the books begin whose money is in the opening balance: known, so that what PayPal changes of them later is posted
-- as the difference and never on top of it.
create table opening_row (
  company_id uuid not null,
  account_id uuid not null,
  provider_transaction_id text not null,
  event_code text not null,
  occurred_at timestamptz not null,
  gross_minor bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- What it had moved when the books began, and what it has moved now.
  opening_minor bigint not null,
  net_minor bigint not null,
  provider_updated_at timestamptz not null,
  primary key (company_id, account_id, provider_transaction_id, event_code, occurred_at, gross_minor, currency),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
);
alter table opening_row enable row level security;
alter table opening_row force row level security;
create policy tenant on opening_row to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update on opening_row to paydesk_app;
-- correction: of a row in the opening balance.
alter table journal drop constraint journal_kind_check;
alter table journal add constraint journal_kind_check check (kind in ('row', 'change', 'match', 'opening', 'correction'));
