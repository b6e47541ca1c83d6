-- Money that goes back: refunds with a second person's word, and disputes.

-- Ours, and what was refunded or taken back in PayPal's own pages.
create table refund (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  account_id uuid not null,
  -- Null: PayPal has not told which payment it belongs to, or it is none of a bill.
  bill_id uuid,
  payment_id uuid,
  -- Null until PayPal has answered.
  provider_refund_id text,
  -- PayPal's invoice may list a refund under another id than PayPal's other records give it: `recipient_transaction_id` (paypal §3.6),
  -- which may well be the customer's side of it. This is what the invoice calls it; the same as provider_refund_id where nothing else
  -- is known of it.
  listed_as text,
  origin text not null check (origin in ('paydesk', 'paypal')),
  -- returned: money that had been taken back and came again (a chargeback that was won).
  kind text not null default 'refund' check (kind in ('refund', 'reversal', 'returned')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor > 0),
  -- waiting: for a second person. sending: PayPal may have been called. pending: PayPal has it and the money has not moved yet.
  state text not null check (state in ('waiting', 'sending', 'pending', 'completed', 'refused', 'failed', 'rejected', 'withdrawn')),
  reason text not null default '',
  note_to_payer text not null default '',
  -- Not a foreign key: a super admin who acts here is a user of another company.
  requested_by uuid,
  requested_by_name text not null default '',
  operation_id uuid,
  failure jsonb,
  looked_at timestamptz,
  finished_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, account_id, provider_refund_id),
  foreign key (company_id, account_id) references paypal_account (company_id, id),
  foreign key (company_id, bill_id) references bill (company_id, id),
  foreign key (company_id, payment_id) references bill_payment (company_id, id) on delete set null (payment_id)
);
create index refund_bill on refund (company_id, bill_id, created_at) where bill_id is not null;
create index refund_payment on refund (company_id, payment_id) where payment_id is not null;
create index refund_open on refund (company_id, account_id, state) where state in ('sending', 'pending');
-- One refund can be seen before PayPal's answer says that it was ours: the two records then become one, and the other is deleted.
call keep_to_company('refund', 'select, insert, update, delete');

create table approval (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  kind text not null default 'refund' check (kind in ('refund')),
  refund_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'withdrawn')),
  requested_by uuid not null,
  requested_by_name text not null,
  decided_by uuid,
  decided_by_name text not null default '',
  note text not null default '',
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, refund_id),
  foreign key (company_id, refund_id) references refund (company_id, id),
  check ((state = 'waiting') = (decided_at is null)),
  -- Whatever the program does: nobody decides about what they asked for.
  constraint approval_by_another check (state not in ('approved', 'rejected') or (decided_by is not null and decided_by <> requested_by))
);
create index approval_list on approval (company_id, created_at desc, id desc);
create index approval_waiting on approval (company_id, created_at) where state = 'waiting';
call keep_to_company('approval', 'select, insert, update');

create table dispute (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  account_id uuid not null,
  provider_dispute_id text not null check (length(provider_dispute_id) between 1 and 255),
  -- PayPal's id of the disputed payment.
  provider_payment_id text not null default '',
  bill_id uuid,
  payment_id uuid,
  buyer_name text not null default '',
  -- PayPal's words, as they came: it adds some.
  reason text not null default '',
  status text not null,
  stage text not null default '',
  channel text not null default '',
  currency text check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint,
  outcome text not null default '',
  refunded_minor bigint,
  -- Until when we, or the buyer, must answer. Read, never computed.
  seller_due_at timestamptz,
  buyer_due_at timestamptz,
  -- What PayPal's links allow now, and nothing else.
  actions text[] not null default '{}',
  opened_at timestamptz not null,
  provider_updated_at timestamptz not null,
  seen_at timestamptz not null default now(),
  raw jsonb not null,
  -- What is on its way to PayPal for it.
  operation_id uuid,
  failure jsonb,
  version integer not null default 1,
  primary key (company_id, id),
  unique (company_id, account_id, provider_dispute_id),
  foreign key (company_id, account_id) references paypal_account (company_id, id),
  foreign key (company_id, bill_id) references bill (company_id, id),
  foreign key (company_id, payment_id) references bill_payment (company_id, id) on delete set null (payment_id)
);
create index dispute_deadline on dispute (company_id, (status = 'RESOLVED'), seller_due_at, id);
create index dispute_bill on dispute (company_id, bill_id) where bill_id is not null;
create index dispute_payment on dispute (company_id, account_id, provider_payment_id) where bill_id is null;
call keep_to_company('dispute', 'select, insert, update');
create policy auth_read on dispute for select to paydesk_auth using (true);
grant select on dispute to paydesk_auth;

-- How far PayPal's list of an account's disputes was read.
create table dispute_reading (
  company_id uuid not null,
  account_id uuid not null,
  complete_through timestamptz not null,
  primary key (company_id, account_id),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
);
call keep_to_company('dispute_reading', 'select, insert, update');

-- Evidence is kept, because what was sent must be known when PayPal's answer was lost.
create table dispute_file (
  company_id uuid not null,
  id uuid not null default new_id(),
  dispute_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  type text not null check (type in ('image/png', 'image/jpeg', 'application/pdf')),
  bytes bytea not null check (length(bytes) between 1 and 5242880),
  -- Null: chosen, not sent.
  operation_id uuid,
  actor_name text not null default '',
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, dispute_id) references dispute (company_id, id)
);
create index dispute_file_dispute on dispute_file (company_id, dispute_id);
-- A file that was chosen by mistake and not sent is deleted.
call keep_to_company('dispute_file', 'select, insert, update, delete');

-- A call to PayPal belongs to a floor below and points up to what it is about.
alter table operation
  add foreign key (company_id, refund_id) references refund (company_id, id),
  add foreign key (company_id, dispute_id) references dispute (company_id, id);

-- Companies in which a deadline comes near or something waits for an explanation. The reminders are of a floor below, but this
-- reads disputes.
create function companies_to_remind() returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select c.id from company c where c.status = 'active' and company_is_here(c) and (
    exists (select from dispute d where d.company_id = c.id and (d.status = 'RESOLVED') = false
      and d.seller_due_at > now() and d.seller_due_at <= now() + interval '48 hours')
    or exists (select from paypal_transaction t where t.company_id = c.id and t.match_state = 'unmatched' and t.status in ('S', 'V')))
$$;
call give_to_auth('companies_to_remind()');
