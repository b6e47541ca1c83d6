-- Money that goes back: refunds with a second person's word, and disputes.

-- One statement reserves (refund/refund.ts); the check is what holds when everything else fails.
alter table bill_payment
  add column refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  add column refunding_minor bigint not null default 0 check (refunding_minor >= 0),
  add constraint bill_payment_refundable check (refunded_minor + refunding_minor <= amount_minor);

-- Null: no limit. Otherwise [{currency, amountMinor}]; a currency that is not listed may not be approved at all.
alter table app_user add column approval_limits jsonb check (jsonb_typeof(approval_limits) = 'array');

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
  origin text not null check (origin in ('paydesk', 'paypal')),
  -- returned: money that had been taken back and came again (a chargeback that was won).
  kind text not null default 'refund' check (kind in ('refund', 'reversal', 'returned')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor > 0),
  -- waiting: for a second person. sending: PayPal may have been called. pending: PayPal has it and the money has not moved yet.
  state text not null check (state in ('waiting', 'sending', 'pending', 'completed', 'refused', 'failed', 'rejected', 'withdrawn')),
  reason text not null default '',
  note_to_payer text not null default '',
  -- By id alone: a super admin who acts here is a user of another company.
  requested_by uuid,
  requested_by_name text not null default '',
  operation_id uuid,
  failure jsonb,
  created_at timestamptz not null default now(),
  looked_at timestamptz,
  finished_at timestamptz,
  version integer not null default 1,
  primary key (company_id, id),
  unique (company_id, account_id, provider_refund_id),
  foreign key (company_id, account_id) references paypal_account (company_id, id),
  foreign key (company_id, bill_id) references bill (company_id, id),
  foreign key (company_id, payment_id) references bill_payment (company_id, id) on delete set null (payment_id)
);
create index refund_bill on refund (company_id, bill_id, created_at) where bill_id is not null;
create index refund_payment on refund (company_id, payment_id) where payment_id is not null;
create index refund_open on refund (company_id, account_id, state) where state in ('sending', 'pending');

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
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  version integer not null default 1,
  primary key (company_id, id),
  unique (company_id, refund_id),
  foreign key (company_id, refund_id) references refund (company_id, id),
  check ((state = 'waiting') = (decided_at is null)),
  -- Whatever the program does: nobody decides about what they asked for.
  constraint approval_by_another check (state not in ('approved', 'rejected') or (decided_by is not null and decided_by <> requested_by))
);
create index approval_list on approval (company_id, created_at desc, id desc);
create index approval_waiting on approval (company_id, created_at) where state = 'waiting';

create table dispute (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  account_id uuid not null,
  provider_dispute_id text not null check (length(provider_dispute_id) between 1 and 255),
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
  -- PayPal's id of the disputed payment.
  provider_payment_id text not null default '',
  bill_id uuid,
  payment_id uuid,
  buyer_name text not null default '',
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

-- Evidence: kept, because what was sent must be known when PayPal's answer was lost.
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

alter table operation
  add column refund_id uuid,
  add column dispute_id uuid,
  add foreign key (company_id, refund_id) references refund (company_id, id),
  add foreign key (company_id, dispute_id) references dispute (company_id, id);
alter table operation drop constraint operation_kind_check;
alter table operation add constraint operation_kind_check check (kind in ('createInvoice', 'updateInvoice', 'sendInvoice', 'remindInvoice',
  'cancelInvoice', 'deleteInvoice', 'recordPayment', 'refundPayment', 'provideEvidence', 'acceptClaim', 'makeOffer', 'sendMessage', 'escalate',
  'appeal', 'acknowledgeReturn'));
create index operation_dispute on operation (company_id, dispute_id, created_at) where dispute_id is not null;

alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check
  check (kind in ('newDevice', 'accountStopped', 'approvalAsked', 'approvalDecided', 'disputeOpened'));

do $$
declare t text;
begin
  foreach t in array array['refund', 'approval', 'dispute', 'dispute_file'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to paydesk_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('grant select, insert, update on %I to paydesk_app', t);
  end loop;
end $$;
-- One refund that was seen before PayPal's answer said that it was ours: the two records become one.
grant delete on refund to paydesk_app;
-- Chosen by mistake and not sent.
grant delete on dispute_file to paydesk_app;
