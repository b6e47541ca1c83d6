-- Every cent that PayPal moved: rows of its reporting, the books they are posted to, and what explains them.

-- The company is no foreign key of its own: the account is the company's, by its foreign key.
create table paypal_transaction (
  company_id uuid not null,
  id uuid not null default new_id(),
  account_id uuid not null,
  provider_transaction_id text not null check (length(provider_transaction_id) between 1 and 64),
  -- PayPal's T-code, and what it means for the books (the contract's transactionCode.ts).
  event_code text not null check (event_code ~ '^T[0-9]{4}$'),
  class text not null check (class in ('payment', 'paymentSent', 'refund', 'reversal', 'chargeback', 'fee', 'conversion', 'transfer', 'hold',
    'adjustment', 'other')),
  -- PayPal's word: denied, pending, success, fully reversed. Only S and V have moved money.
  status text not null check (status in ('D', 'P', 'S', 'V')),
  pending_reason text not null default '',
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Signed: money out is negative; a fee that was taken is negative. net is what moved.
  gross_minor bigint not null,
  fee_minor bigint not null default 0,
  net_minor bigint not null generated always as (gross_minor + fee_minor) stored,
  ending_balance_minor bigint,
  invoice_id text not null default '',
  custom_field text not null default '',
  paypal_invoice_id text not null default '',
  payer_id text not null default '',
  payer_email text not null default '',
  payer_name text not null default '',
  payer_country text not null default '',
  reference_id text not null default '',
  reference_type text not null default '',
  subject text not null default '',
  note text not null default '',
  -- The payment that this row belongs to: a conversion's rows, a refund's. Null: it stands for itself.
  group_id uuid,
  occurred_at timestamptz not null,
  provider_updated_at timestamptz not null,
  first_seen_via text not null check (first_seen_via in ('event', 'sync')),
  -- Null: only an event told of it; PayPal's reporting has not listed it yet.
  synced_at timestamptz,
  -- notNeeded: the row explains itself (a withdrawal, a fee, a conversion).
  match_state text not null default 'unmatched' check (match_state in ('notNeeded', 'unmatched', 'auto', 'manual', 'ignored')),
  -- How much of the gross bills explain, with its sign.
  matched_minor bigint not null default 0,
  match_reason text not null default '',
  matched_by text not null default '',
  matched_at timestamptz,
  -- Who looks after it while nothing explains it.
  assignee_id uuid,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, account_id) references paypal_account (company_id, id),
  foreign key (company_id, assignee_id) references app_user (company_id, id),
  check (abs(matched_minor) <= abs(gross_minor) and matched_minor * sign(gross_minor) >= 0),
  -- Not the id alone: two rows can share it (paypal §6.1).
  unique (company_id, account_id, provider_transaction_id, event_code, occurred_at, gross_minor, currency)
);
create index paypal_transaction_list on paypal_transaction (company_id, occurred_at desc, id desc)
  include (account_id, class, status, currency, match_state, group_id, gross_minor, fee_minor);
create index paypal_transaction_account on paypal_transaction (company_id, account_id, occurred_at desc, id desc)
  include (class, status, currency, match_state, group_id, gross_minor, fee_minor);
-- A kind or a currency that is rare: one range per kind, currency and account, however many others lie between them in time.
create index paypal_transaction_kind on paypal_transaction (company_id, class, currency, account_id, occurred_at desc, id desc)
  include (status, match_state, group_id, gross_minor, fee_minor);
-- Most rows are settled, and explained without anyone's doing. The others are few, so that neither status nor match needs an index
-- of all.
create index paypal_transaction_unusual on paypal_transaction (company_id, match_state, status, occurred_at desc, id desc)
  include (account_id, class, currency, group_id, gross_minor, fee_minor)
  where status <> 'S' or match_state in ('unmatched', 'manual', 'ignored');
-- The exceptions, oldest first: the one list that must be short.
create index paypal_transaction_unmatched on paypal_transaction (company_id, occurred_at, id) include (account_id, currency, gross_minor, assignee_id)
  where match_state = 'unmatched' and status in ('S', 'V');
-- What a bill explains as soon as it knows its invoice: only rows that wait for it.
create index paypal_transaction_waiting on paypal_transaction (company_id, paypal_invoice_id)
  where match_state = 'unmatched' and paypal_invoice_id <> '';
create index paypal_transaction_reference on paypal_transaction (company_id, account_id, reference_id) where reference_id <> '';
create index paypal_transaction_group on paypal_transaction (company_id, group_id) where group_id is not null;
create index paypal_transaction_payer on paypal_transaction (company_id, lower(payer_email) text_pattern_ops) where payer_email <> '';
create index paypal_transaction_invoice on paypal_transaction (company_id, invoice_id) where invoice_id <> '';
create index paypal_transaction_provider on paypal_transaction (company_id, provider_transaction_id);
create index paypal_transaction_pending on paypal_transaction (company_id, account_id, occurred_at) where status = 'P';
call keep_to_company('paypal_transaction', 'select, insert, update');
create policy auth_read on paypal_transaction for select to paydesk_auth using (true);
grant select on paypal_transaction to paydesk_auth;

-- Rows whose payer's e-mail begins so, in lower case; null when there are more than `most`. `lower` is not leakproof, so row-level
-- security hides the index: this looks past it, into the caller's own company only (as customers_of_emails does).
create function transactions_of_payer(of_company uuid, start text, most integer) returns uuid[]
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off
as $$
declare
  found uuid[];
begin
  if of_company is distinct from current_company() then return '{}'; end if;
  found := array(select t.id from paypal_transaction t where t.company_id = of_company and t.payer_email <> ''
    and lower(t.payer_email) ~>=~ start and lower(t.payer_email) ~<~ (start || chr(1114111)) limit most + 1);
  return case when cardinality(found) <= most then found end;
end $$;
call give_to_auth('transactions_of_payer(uuid, text, integer)');

-- PayPal's own words, apart from the row that lists read.
create table paypal_transaction_raw (
  company_id uuid not null,
  transaction_id uuid not null,
  raw jsonb not null,
  primary key (company_id, transaction_id),
  foreign key (company_id, transaction_id) references paypal_transaction (company_id, id)
);
call keep_to_company('paypal_transaction_raw', 'select, insert, update');

-- What explains a row: one line per bill, or a deduction that no bill has (an overpayment that was kept, a tip).
-- Bills lie on the floor above, which adds the foreign key of bill_id.
create table match_line (
  company_id uuid not null,
  id uuid not null default new_id(),
  transaction_id uuid not null,
  bill_id uuid,
  -- With the sign of the row's gross.
  amount_minor bigint not null check (amount_minor <> 0),
  -- What the bill is short of and nobody will ask for (a bank's charge); only beside a bill.
  deduction_minor bigint not null default 0 check (deduction_minor >= 0),
  reason text not null default '',
  -- By what it was found: payment, invoice, number, alias, reference; or manual.
  rule text not null check (rule in ('payment', 'invoice', 'number', 'alias', 'reference', 'manual')),
  actor_id uuid,
  actor_name text not null default '',
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, transaction_id) references paypal_transaction (company_id, id),
  check (bill_id is not null or (deduction_minor = 0 and reason <> ''))
);
create index match_line_transaction on match_line (company_id, transaction_id);
create index match_line_bill on match_line (company_id, bill_id) where bill_id is not null;
-- An undone match is deleted; who made and who undid it stands in the audit log.
call keep_to_company('match_line', 'select, insert, delete');

-- Double entry. One journal is one change of one row (or of what explains it); its postings add up to nothing in each currency.
-- The books themselves are only added to: a correction is another journal.
create table journal (
  company_id uuid not null,
  id uuid not null default new_id(),
  account_id uuid not null,
  -- Null: an opening balance.
  transaction_id uuid,
  -- correction: of a row in the opening balance.
  kind text not null check (kind in ('row', 'change', 'match', 'opening', 'correction')),
  -- When PayPal's balance changed; for what explains a row, when we knew.
  effective_at timestamptz not null,
  posted_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
);
create index journal_transaction on journal (company_id, transaction_id) where transaction_id is not null;
create index journal_effective on journal (company_id, account_id, effective_at);
call keep_to_company('journal', 'select, insert');

create table posting (
  company_id uuid not null,
  journal_id uuid not null,
  -- balance and withheld are what PayPal holds for us; the others say where it came from or went.
  book text not null check (book in ('balance', 'withheld', 'fees', 'received', 'unexplained', 'setAside', 'transferredOut', 'converted', 'opening')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor <> 0),
  primary key (company_id, journal_id, book, currency)
);
call keep_to_company('posting', 'select, insert');

-- The sum of each book, kept by the same statement that posts.
create table ledger_balance (
  company_id uuid not null,
  account_id uuid not null,
  currency text not null,
  book text not null,
  balance_minor bigint not null,
  primary key (company_id, account_id, currency, book)
);
call keep_to_company('ledger_balance', 'select, insert, update');

-- Rows from before the books begin whose money is in the opening balance. They are known, so that what PayPal changes of them later
-- is posted as the difference and never on top of it.
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
call keep_to_company('opening_row', 'select, insert, update');

-- Sums per day of UTC, from which totals of a list and figures of the home page are read.
create table transaction_day (
  company_id uuid not null,
  account_id uuid not null,
  day date not null,
  currency text not null,
  class text not null,
  row_count bigint not null,
  gross_minor bigint not null,
  fee_minor bigint not null,
  primary key (company_id, day, account_id, currency, class)
);
call keep_to_company('transaction_day', 'select, insert, update');

-- By statement and not deferred by row: nothing unbalanced exists even inside a transaction, and a batch of 200 rows is one check.
create function refuse_unbalanced() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare bad record;
begin
  select journal_id, currency, sum(amount_minor) as difference into bad from added group by journal_id, currency having sum(amount_minor) <> 0 limit 1;
  if found then
    raise exception 'Journal % is out of balance by % %', bad.journal_id, bad.difference, bad.currency using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger refuse_unbalanced after insert on posting referencing new table as added for each statement execute function refuse_unbalanced();

-- What a row should have in the books, by its present state. Pure: the journal of a change is the new answer less the old one.
create function books_of(status text, class text, match_state text, gross bigint, fee bigint, matched bigint)
returns table (book text, amount_minor bigint)
language sql immutable parallel safe
as $$
  select b.book, b.amount_minor from (values
    ('balance', gross + fee),
    ('fees', -fee - case when class = 'fee' then gross else 0 end),
    (case class when 'hold' then 'withheld' when 'transfer' then 'transferredOut' else 'converted' end,
      case when class in ('hold', 'transfer', 'conversion') then -gross else 0 end),
    (case when match_state = 'ignored' then 'setAside' else 'unexplained' end,
      case when class in ('hold', 'transfer', 'conversion', 'fee') then 0 else matched - gross end),
    ('received', case when class in ('hold', 'transfer', 'conversion', 'fee') then 0 else -matched end)
  ) b (book, amount_minor)
  where status in ('S', 'V') and b.amount_minor <> 0
$$;

-- Posts what changed. The postings of a hundred rows are one statement; the sums are taken once per batch and book.
create function post_rows() returns trigger language plpgsql set search_path = public, pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with entry as materialized (
      select n.*, new_id() as journal_id from after_rows n where n.status in ('S', 'V') and (n.gross_minor <> 0 or n.fee_minor <> 0)
    ), journals as (
      insert into journal (company_id, id, account_id, transaction_id, kind, effective_at)
      select company_id, journal_id, account_id, id, 'row', provider_updated_at from entry
    ), lines as materialized (
      select e.company_id, e.account_id, e.journal_id, b.book, e.currency, b.amount_minor from entry e
      cross join lateral books_of(e.status, e.class, e.match_state, e.gross_minor, e.fee_minor, e.matched_minor) b
    ), posted as (
      insert into posting (company_id, journal_id, book, currency, amount_minor) select company_id, journal_id, book, currency, amount_minor from lines
    )
    insert into ledger_balance as l (company_id, account_id, currency, book, balance_minor)
    select company_id, account_id, currency, book, sum(amount_minor) from lines group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (company_id, account_id, currency, book) do update set balance_minor = l.balance_minor + excluded.balance_minor;
    insert into transaction_day as d (company_id, account_id, day, currency, class, row_count, gross_minor, fee_minor)
    select company_id, account_id, (occurred_at at time zone 'UTC')::date, currency, class, count(*), sum(gross_minor), sum(fee_minor)
    from after_rows where status in ('S', 'V') group by 1, 2, 3, 4, 5 order by 1, 3, 2, 4, 5
    on conflict (company_id, day, account_id, currency, class) do update set row_count = d.row_count + excluded.row_count,
      gross_minor = d.gross_minor + excluded.gross_minor, fee_minor = d.fee_minor + excluded.fee_minor;
    return null;
  end if;
  with line as materialized (
    select company_id, account_id, id, book, currency, sum(amount_minor)::bigint as amount_minor from (
      select n.company_id, n.account_id, n.id, b.book, n.currency, b.amount_minor from after_rows n
      cross join lateral books_of(n.status, n.class, n.match_state, n.gross_minor, n.fee_minor, n.matched_minor) b
      union all
      select o.company_id, o.account_id, o.id, b.book, o.currency, -b.amount_minor from before_rows o
      cross join lateral books_of(o.status, o.class, o.match_state, o.gross_minor, o.fee_minor, o.matched_minor) b
    ) x group by 1, 2, 3, 4, 5 having sum(amount_minor) <> 0
  ), entry as materialized (
    select n.company_id, n.account_id, n.id, new_id() as journal_id, n.provider_updated_at,
      exists (select from line l where l.id = n.id and l.book in ('balance', 'withheld')) as moved
    from after_rows n where exists (select from line l where l.id = n.id)
  ), journals as (
    insert into journal (company_id, id, account_id, transaction_id, kind, effective_at)
    select company_id, journal_id, account_id, id, case when moved then 'change' else 'match' end, case when moved then provider_updated_at else now() end
    from entry
  ), posted as (
    insert into posting (company_id, journal_id, book, currency, amount_minor)
    select l.company_id, e.journal_id, l.book, l.currency, l.amount_minor from line l join entry e on e.id = l.id
  )
  insert into ledger_balance as l (company_id, account_id, currency, book, balance_minor)
  select company_id, account_id, currency, book, sum(amount_minor) from line group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (company_id, account_id, currency, book) do update set balance_minor = l.balance_minor + excluded.balance_minor;
  insert into transaction_day as d (company_id, account_id, day, currency, class, row_count, gross_minor, fee_minor)
  select company_id, account_id, day, currency, class, sum(n), sum(gross_minor), sum(fee_minor) from (
    select company_id, account_id, (occurred_at at time zone 'UTC')::date as day, currency, class, 1 as n, gross_minor, fee_minor
    from after_rows where status in ('S', 'V')
    union all
    select company_id, account_id, (occurred_at at time zone 'UTC')::date, currency, class, -1, -gross_minor, -fee_minor
    from before_rows where status in ('S', 'V')
  ) x group by 1, 2, 3, 4, 5 having sum(n) <> 0 or sum(gross_minor) <> 0 or sum(fee_minor) <> 0 order by 1, 3, 2, 4, 5
  on conflict (company_id, day, account_id, currency, class) do update set row_count = d.row_count + excluded.row_count,
    gross_minor = d.gross_minor + excluded.gross_minor, fee_minor = d.fee_minor + excluded.fee_minor;
  return null;
end $$;
create trigger post_new_rows after insert on paypal_transaction referencing new table as after_rows for each statement execute function post_rows();
create trigger post_changed_rows after update on paypal_transaction referencing old table as before_rows new table as after_rows
  for each statement execute function post_rows();
