alter table customer
  add business_name text not null default '' check (length(business_name) <= 300),
  add cc_emails text[] not null default '{}',
  add phone text,
  -- {line1, line2, city, state, postalCode}: shown and sent to PayPal, never searched.
  add address jsonb not null default '{}',
  add language text,
  add default_currency text check (default_currency ~ '^[A-Z]{3}$'),
  add default_account_id uuid,
  add tags text[] not null default '{}',
  add note text not null default '' check (length(note) <= 4000),
  -- A duplicate that was merged stays for the bills' history, points to the one that is kept, and leaves the lists.
  add merged_into_id uuid,
  add version integer not null default 1,
  add updated_at timestamptz not null default now(),
  add foreign key (company_id, default_account_id) references paypal_account (company_id, id),
  add foreign key (company_id, merged_into_id) references customer (company_id, id),
  add check (merged_into_id <> id);

create index customer_list on customer (company_id, created_at desc, id desc) include (owner_id) where merged_into_id is null;
create index customer_email on customer (company_id, lower(email)) where merged_into_id is null;

-- The PayPal e-mail rarely equals the billing one. One address explains payments of one customer only.
create table customer_alias (
  company_id uuid not null,
  email text not null check (email = lower(email)),
  customer_id uuid not null,
  source text not null check (source in ('manual', 'payment', 'merge')),
  created_at timestamptz not null default now(),
  primary key (company_id, email),
  foreign key (company_id, customer_id) references customer (company_id, id)
);
create index customer_alias_customer on customer_alias (company_id, customer_id);

alter table customer_alias enable row level security;
alter table customer_alias force row level security;
create policy tenant on customer_alias to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update, delete on customer_alias to paydesk_app;
