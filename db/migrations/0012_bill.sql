alter table bill
  add subtotal_minor bigint not null default 0,
  add discount_total_minor bigint not null default 0,
  add tax_total_minor bigint not null default 0,
  add shipping_minor bigint not null default 0,
  -- Of the payments whose fee is known; null until the first one is.
  add fee_minor bigint,
  add net_minor bigint,
  add allow_partial boolean not null default false,
  add minimum_due_minor bigint check (minimum_due_minor > 0),
  add bill_date date,
  add term text not null default 'onDate'
    check (term in ('onReceipt', 'net10', 'net15', 'net30', 'net45', 'net60', 'net90', 'onDate', 'none')),
  add routing_reason text not null default '',
  -- PayPal's word, untouched.
  add provider_status text,
  add provider_invoice_id text,
  -- PayPal's last_update_time of the snapshot that we hold, and when we last saw one.
  add provider_updated_at timestamptz,
  add provider_seen_at timestamptz,
  add pay_url text,
  -- Set while a look at PayPal is queued: events about one bill share one look.
  add refresh_wanted_at timestamptz,
  -- The one operation that is on its way to PayPal for this bill; nothing else may be started meanwhile.
  add operation_id uuid,
  add failure jsonb,
  add remind_count integer not null default 0,
  add reminded_at timestamptz,
  add tags text[] not null default '{}',
  -- Who last did something to it and what: a refusal can then say what happened meanwhile.
  add last_action text not null default 'create',
  add last_actor text not null default '',
  add last_action_at timestamptz not null default now(),
  add sent_at timestamptz,
  add viewed_at timestamptz,
  add paid_at timestamptz,
  add cancelled_at timestamptz,
  add written_off_at timestamptz,
  add updated_at timestamptz not null default now();

create unique index bill_provider on bill (company_id, account_id, provider_invoice_id) where provider_invoice_id is not null;
create index bill_customer on bill (company_id, customer_id, created_at desc, id desc)
  include (status, owner_id, currency, total_minor, paid_minor, refunded_minor, due_minor);
-- What the sweeper compares: bills on which something can still happen, the longest unseen first.
create index bill_unseen on bill (company_id, account_id, provider_seen_at nulls first)
  where status in ('scheduled', 'sent', 'paymentPending', 'partiallyPaid', 'sendFailed', 'writtenOff');
create index bill_refresh on bill (company_id, account_id, refresh_wanted_at) where refresh_wanted_at is not null;

-- What a person writes. Apart from the bill's own row, which changes with every event and is read in lists.
create table bill_content (
  company_id uuid not null,
  bill_id uuid not null,
  -- Frozen when sent: the bill says whom it was made out to even after the customer changes.
  recipient jsonb not null default '{}',
  items jsonb not null default '[]',
  discount jsonb,
  shipping jsonb,
  note text not null default '',
  terms text not null default '',
  memo text not null default '',
  primary key (company_id, bill_id),
  foreign key (company_id, bill_id) references bill (company_id, id) on delete cascade
);

-- Numbers are never reused, so they are counted here and not by looking at the bills.
create table bill_number (
  company_id uuid not null references company,
  prefix text not null,
  last integer not null,
  primary key (company_id, prefix)
);

-- One timeline: people, PayPal and ourselves, each entry written in the transaction that does what it says.
create table bill_entry (
  company_id uuid not null,
  id uuid not null default new_id(),
  bill_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  source text not null check (source in ('person', 'paypal', 'system')),
  kind text not null,
  actor_id uuid,
  actor_name text not null default '',
  data jsonb not null default '{}',
  primary key (company_id, id),
  foreign key (company_id, bill_id) references bill (company_id, id) on delete cascade
);
create index bill_entry_bill on bill_entry (company_id, bill_id, at, id);

create table bill_payment (
  company_id uuid not null,
  id uuid not null default new_id(),
  bill_id uuid not null,
  account_id uuid,
  provider_payment_id text not null,
  source text not null check (source in ('paypal', 'external')),
  method text not null default '',
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null,
  fee_minor bigint,
  net_minor bigint,
  pending boolean not null default false,
  paid_on date,
  note text not null default '',
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, bill_id, provider_payment_id),
  foreign key (company_id, bill_id) references bill (company_id, id) on delete cascade
);
create index bill_payment_provider on bill_payment (company_id, provider_payment_id);

create table bill_refund (
  company_id uuid not null,
  id uuid not null default new_id(),
  bill_id uuid not null,
  provider_refund_id text not null,
  source text not null check (source in ('paypal', 'external')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null,
  refunded_on date,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, bill_id, provider_refund_id),
  foreign key (company_id, bill_id) references bill (company_id, id) on delete cascade
);

-- One intended call to PayPal. Written before the call, never deleted: a repetition reuses it.
create table operation (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  account_id uuid not null,
  bill_id uuid,
  kind text not null check (kind in ('createInvoice', 'updateInvoice', 'sendInvoice', 'remindInvoice', 'cancelInvoice',
    'deleteInvoice', 'recordPayment')),
  request jsonb not null default '{}',
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
  foreign key (company_id, account_id) references paypal_account (company_id, id),
  foreign key (company_id, bill_id) references bill (company_id, id)
);
create index operation_list on operation (company_id, created_at desc, id desc) include (state, kind, account_id);
create index operation_open on operation (company_id, due_at) where state in ('ready', 'running', 'unknown');
create index operation_bill on operation (company_id, bill_id, created_at);

do $$
declare t text;
begin
  foreach t in array array['bill_content', 'bill_number', 'bill_entry', 'bill_payment', 'bill_refund', 'operation'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to paydesk_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('grant select, insert, update on %I to paydesk_app', t);
  end loop;
end $$;
-- An outside payment that was taken back at PayPal leaves here too.
grant delete on bill_payment to paydesk_app;
