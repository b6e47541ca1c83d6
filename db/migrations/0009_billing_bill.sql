-- Bills, what PayPal says of them, and the words they are found by.

create table bill (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  -- ≤ 25 is PayPal's limit for invoice_number.
  number text not null check (length(number) between 1 and 25),
  title text not null default '',
  customer_id uuid not null,
  -- Frozen: the bill says whom it was made out to even after the customer changes.
  customer_name text not null,
  owner_id uuid not null,
  account_id uuid,
  routing_reason text not null default '',
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'sending', 'sendFailed', 'sent', 'paymentPending',
    'partiallyPaid', 'paid', 'partiallyRefunded', 'refunded', 'cancelled', 'writtenOff')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  subtotal_minor bigint not null default 0,
  discount_total_minor bigint not null default 0,
  tax_total_minor bigint not null default 0,
  shipping_minor bigint not null default 0,
  total_minor bigint not null check (total_minor >= 0),
  paid_minor bigint not null default 0 check (paid_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0 and refunded_minor <= paid_minor),
  due_minor bigint not null check (due_minor >= 0),
  -- Of the payments whose fee is known; null until the first one is.
  fee_minor bigint,
  net_minor bigint,
  allow_partial boolean not null default false,
  minimum_due_minor bigint check (minimum_due_minor > 0),
  bill_date date,
  due_date date,
  term text not null default 'onDate'
    check (term in ('onReceipt', 'net10', 'net15', 'net30', 'net45', 'net60', 'net90', 'onDate', 'none')),
  tags text[] not null default '{}',
  -- PayPal's word, untouched.
  provider_status text,
  provider_invoice_id text,
  -- PayPal's last_update_time of the snapshot that we hold, and when we last saw one.
  provider_updated_at timestamptz,
  provider_seen_at timestamptz,
  pay_url text,
  -- Set while a look at PayPal is queued: events about one bill share one look.
  refresh_wanted_at timestamptz,
  -- The one operation that is on its way to PayPal for this bill; nothing else may be started meanwhile.
  operation_id uuid,
  failure jsonb,
  remind_count integer not null default 0,
  reminded_at timestamptz,
  -- Who last did something to it and what: a refusal can then say what happened meanwhile.
  last_action text not null default 'create',
  last_actor text not null default '',
  last_action_at timestamptz not null default now(),
  sent_at timestamptz,
  viewed_at timestamptz,
  paid_at timestamptz,
  cancelled_at timestamptz,
  written_off_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, number),
  foreign key (company_id, customer_id) references customer (company_id, id),
  foreign key (company_id, owner_id) references app_user (company_id, id),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
);
-- Shaped for ten million rows: a page of ids comes from an index-only scan, the rows are joined afterwards, and every filter of the
-- list is answered from the index, also what is outstanding and overdue. Measured at 10 M rows, p95: page 1 in 2.2 ms, page 1000 in
-- 4.6 ms (29–42 ms with plain indexes).
create index bill_list on bill (company_id, created_at desc, id desc)
  include (status, owner_id, customer_id, account_id, currency, due_date, due_minor);
create index bill_status on bill (company_id, status, created_at desc, id desc)
  include (owner_id, customer_id, account_id, currency, due_date, due_minor);
-- Within an owner by status: the counts of the tabs then read at most 10,001 entries each, however many bills the team has.
create index bill_owner on bill (company_id, owner_id, status, created_at desc, id desc)
  include (customer_id, account_id, currency, due_date, due_minor);
create index bill_customer on bill (company_id, customer_id, created_at desc, id desc)
  include (status, owner_id, currency, total_minor, paid_minor, refunded_minor, due_minor);
create unique index bill_provider on bill (company_id, account_id, provider_invoice_id) where provider_invoice_id is not null;
-- What the sweeper compares: bills on which something can still happen, the longest unseen first.
create index bill_unseen on bill (company_id, account_id, provider_seen_at nulls first)
  where status in ('scheduled', 'sent', 'paymentPending', 'partiallyPaid', 'sendFailed', 'writtenOff');
create index bill_refresh on bill (company_id, account_id, refresh_wanted_at) where refresh_wanted_at is not null;
-- Unpaid bills by when they are due: what reminders and cancellations look through.
create index bill_due on bill (company_id, due_date, id) include (account_id) where status in ('sent', 'partiallyPaid') and due_minor > 0;
call keep_to_company('bill', 'select, insert, update');

-- These two tables belong to the floors below and point up: what a call to PayPal is about, and what explains a row of PayPal's.
alter table operation add foreign key (company_id, bill_id) references bill (company_id, id);
alter table match_line add foreign key (company_id, bill_id) references bill (company_id, id);

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
call keep_to_company('bill_content', 'select, insert, update');

-- Numbers are never reused, so they are counted here and not by looking at the bills.
create table bill_number (
  company_id uuid not null references company,
  prefix text not null,
  last integer not null,
  primary key (company_id, prefix)
);
call keep_to_company('bill_number', 'select, insert, update');

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
call keep_to_company('bill_entry', 'select, insert, update');

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
  -- The fee stands in the payment's transaction, or PayPal is asked once.
  fee_asked_at timestamptz,
  pending boolean not null default false,
  -- One statement reserves what is to be refunded; the check is what holds when everything else fails.
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  refunding_minor bigint not null default 0 check (refunding_minor >= 0),
  paid_on date,
  -- Under which day of the company's calendar it counts. Kept with it: a company that moves to another time zone counts differently
  -- from then on, and what was counted can still be taken back.
  counted_on date not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, bill_id, provider_payment_id),
  foreign key (company_id, bill_id) references bill (company_id, id) on delete cascade,
  constraint bill_payment_refundable check (refunded_minor + refunding_minor <= amount_minor)
);
create index bill_payment_provider on bill_payment (company_id, provider_payment_id);
create index bill_payment_feeless on bill_payment (company_id, account_id, created_at)
  where fee_minor is null and source = 'paypal' and not pending and fee_asked_at is null;
-- An outside payment that was taken back at PayPal is deleted here too.
call keep_to_company('bill_payment', 'select, insert, update, delete');

create table bill_refund (
  company_id uuid not null,
  id uuid not null default new_id(),
  bill_id uuid not null,
  provider_refund_id text not null,
  source text not null check (source in ('paypal', 'external')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null,
  refunded_on date,
  -- As of a payment.
  counted_on date not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, bill_id, provider_refund_id),
  foreign key (company_id, bill_id) references bill (company_id, id) on delete cascade
);
create index bill_refund_provider on bill_refund (company_id, provider_refund_id);
-- A refund that was entered by hand in PayPal's own pages can be taken out there again.
call keep_to_company('bill_refund', 'select, insert, update, delete');

-- PayPal tells a day without a time zone. When we heard of it within a day of that, our clock says which day it was here;
-- what we learn later, and what a person recorded, counts on the day that was told.
-- A plain expression, so that it is inlined where it is used.
create function counted_day(source text, told date, seen timestamptz, zone text) returns date
language sql stable
as $$
  select case when told is null or (source = 'paypal' and abs(told - (seen at time zone 'UTC')::date) <= 1) then (seen at time zone zone)::date else told end
$$;
create function count_payment_day() returns trigger language plpgsql set search_path = public, pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    new.counted_on := (select counted_day(new.source, new.paid_on, new.created_at, c.timezone) from company c where c.id = new.company_id);
  else
    new.counted_on := (select (now() at time zone c.timezone)::date from company c where c.id = new.company_id);
  end if;
  return new;
end $$;
create function count_refund_day() returns trigger language plpgsql set search_path = public, pg_catalog, pg_temp as $$
begin
  new.counted_on := (select counted_day(new.source, new.refunded_on, new.created_at, c.timezone) from company c where c.id = new.company_id);
  return new;
end $$;
-- Whoever writes many at once gives the day with them: a call per row would cost more than the row.
create trigger count_payment_day before insert on bill_payment for each row when (new.counted_on is null) execute function count_payment_day();
-- A payment is money from the day on which it is no longer pending.
create trigger count_settled_day before update of pending on bill_payment for each row when (old.pending and not new.pending)
  execute function count_payment_day();
create trigger count_refund_day before insert on bill_refund for each row when (new.counted_on is null) execute function count_refund_day();

-- Words of bills have a table of their own: a GIN index on bill itself would double the cost of each of its many updates, and text
-- changes seldom.
create table bill_search (
  company_id uuid not null,
  bill_id uuid not null,
  -- Number, title, customer's name and e-mail in lower case, chr(1) between them. What was looked up is always compared with it.
  text text not null,
  grams integer[] not null,
  -- Read by id for the newest bills first: ids are made in order of time, so the texts of a company's newest lie together.
  primary key (company_id, bill_id) include (text),
  foreign key (company_id, bill_id) references bill (company_id, id) on delete cascade
);
create index bill_search_grams on bill_search using gin (grams);
call keep_to_company('bill_search', 'select, insert, update');
create policy auth_read on bill_search for select to paydesk_auth using (true);
grant select on bill_search to paydesk_auth;

-- What a text is looked up by: pairs of characters where one is CJK, threes otherwise, single ones where they are not usual.
-- Two letters that end the field, or stand before anything but ASCII, count as well: with the 69 threes that begin like them they
-- answer for a keyword of two letters. A keyword is no whole field, so its own end tells nothing (`ends` false).
-- Hashed together with the company: one company's common words are not another's, and no list of them can be read off the index.
create function bill_grams(of_company uuid, t text, ends boolean) returns integer[]
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
declare
  seed bigint := hashtextextended(of_company::text, 0);
  -- In every company's newest bills: a keyword of one of these is found without any look-up.
  usual text := 'abcdefghilmnoprstu0123456789 .@-';
  unusual text := translate(t, usual, '');
  -- In a longer keyword every character is in a pair or a three already, and single ones have the longest lists.
  singly boolean := ends or length(t) = 1;
  grams integer[] := '{}';
  c text;
  code integer;
  cjk boolean;
  b text := '';
  b_cjk boolean;
  a text := '';
  a_cjk boolean;
begin
  if translate(unusual, 'jkqvwxyz', '') = '' then
    return array(select (hashtextextended(substr(t, i, 3), seed) >> 32)::integer
      from generate_series(1, length(t) - case when ends then 1 else 2 end) i
      union all select (hashtextextended(substr(unusual, i, 1), seed) >> 32)::integer from generate_series(1, length(unusual)) i where singly);
  end if;
  -- Character by character, `a` and `b` being the two before it: 70 µs a field, a third of what set-wise substr takes.
  foreach c in array string_to_array(t, null) loop
    code := ascii(c);
    cjk := code >= 11904;
    if singly and strpos(usual, c) = 0 then grams := grams || (hashtextextended(c, seed) >> 32)::integer; end if;
    if b <> '' and (cjk or b_cjk) then
      grams := grams || (hashtextextended(b || c, seed) >> 32)::integer;
    end if;
    if a <> '' and not (a_cjk or b_cjk) then
      if not cjk then grams := grams || (hashtextextended(a || b || c, seed) >> 32)::integer; end if;
      if code not between 32 and 126 then grams := grams || (hashtextextended(a || b, seed) >> 32)::integer; end if;
    end if;
    a := b; a_cjk := b_cjk; b := c; b_cjk := cjk;
  end loop;
  if ends and a <> '' and not (a_cjk or b_cjk) then grams := grams || (hashtextextended(a || b, seed) >> 32)::integer; end if;
  return grams;
end
$$;
revoke all on function bill_grams(uuid, text, boolean) from public;
grant execute on function bill_grams(uuid, text, boolean) to paydesk_app, paydesk_auth;

-- Row-level security hides GIN indexes from the runtime role (`@>` is not leakproof): hence a function with rights of its own,
-- which answers for the transaction's own company only. `keyword` is in lower case.
create function find_bills_by_text(of_company uuid, keyword text) returns setof uuid
language plpgsql stable security definer rows 1000 set search_path = pg_catalog, pg_temp set enable_seqscan = off
as $$
declare
  wanted integer[] := public.bill_grams(of_company, keyword, false);
  seed bigint := hashtextextended(of_company::text, 0);
begin
  if of_company is distinct from public.current_company() then return; end if;
  -- The company is in the grams already. `is true` keeps the planner from reading a small company whole by its key instead, and
  -- comparing each bill's grams with up to 70: 144 ms for 6,000 bills.
  if cardinality(wanted) > 0 then
    return query select s.bill_id from public.bill_search s
      where s.grams @> wanted and (s.company_id = of_company) is true and strpos(s.text, keyword) > 0;
  elsif length(keyword) = 2 then
    wanted := array(select (hashtextextended(keyword || third, seed) >> 32)::integer
      from (select '' as third union all select chr(c) from generate_series(32, 126) c where c not between 65 and 90) t);
    return query select s.bill_id from public.bill_search s
      where s.grams && wanted and (s.company_id = of_company) is true and strpos(s.text, keyword) > 0;
  else
    -- One usual letter or a digit: the list finds a page of them among the newest bills, and does not come here.
    return query select s.bill_id from public.bill_search s where s.company_id = of_company and strpos(s.text, keyword) > 0;
  end if;
end
$$;
call give_to_auth('find_bills_by_text(uuid, text)');

-- Called whenever a bill is made, or what it says or whom it is made out to changes.
create function index_bills(of_company uuid, ids uuid[]) returns void
language sql volatile set search_path = public, pg_temp
as $$
  insert into bill_search (company_id, bill_id, text, grams)
  select of_company, b.id, concat_ws(chr(1), w.number, w.title, w.name, w.email),
    bill_grams(of_company, w.number, true) || bill_grams(of_company, w.title, true)
      || bill_grams(of_company, w.name, true) || bill_grams(of_company, w.email, true)
  from bill b
  join customer c on c.company_id = of_company and c.id = b.customer_id
  left join bill_content t on t.company_id = of_company and t.bill_id = b.id
  -- Cut to what fits an index entry; the contract allows no more.
  cross join lateral (select lower(b.number), lower(left(b.title, 200)), lower(left(b.customer_name, 200)),
    lower(left(coalesce(t.recipient ->> 'email', c.email, ''), 254))) as w (number, title, name, email)
  where b.company_id = of_company and b.id = any(ids)
  on conflict (company_id, bill_id) do update set text = excluded.text, grams = excluded.grams where bill_search.text <> excluded.text
$$;
revoke all on function index_bills(uuid, uuid[]) from public;
grant execute on function index_bills(uuid, uuid[]) to paydesk_app;
