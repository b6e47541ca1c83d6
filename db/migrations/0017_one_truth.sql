-- One truth about a bill's money: what was explained from elsewhere, what went back, and on which day each amount counts.

-- What is owed is PayPal's due amount less what rows explain that PayPal's invoice does not know. `due_minor` stays what lists, figures,
-- rules and reminders read.
alter table bill
  -- What rows that are no payment of PayPal's invoice explain of the bill, kept by recount_elsewhere. It may be more than is due.
  add column elsewhere_minor bigint not null default 0,
  -- The part of it for which PayPal's invoice still asks.
  add column covered_minor bigint not null default 0,
  -- PayPal's own word.
  add column provider_due_minor bigint generated always as (due_minor + covered_minor) stored,
  add constraint bill_covered check (elsewhere_minor >= covered_minor and covered_minor >= 0 and (due_minor = 0 or covered_minor = elsewhere_minor));
-- Bills for which PayPal asks although the money has come: few, and each should soon be recorded on PayPal's invoice.
create index bill_covered on bill (company_id, account_id, id) where covered_minor > 0;

-- Only matches by these rules can explain a bill from elsewhere. All others are payments of PayPal's invoice itself.
create function is_from_elsewhere(rule text) returns boolean language sql immutable parallel safe
as $$ select rule in ('number', 'alias', 'reference', 'manual') $$;

create function tell_bills(of_company uuid, changed jsonb) returns void
language sql volatile set search_path = public, pg_catalog, pg_temp
as $$
  -- The form and the channel of the API's announcements (lib/change.ts). One notification takes 8,000 bytes.
  select pg_notify('paydesk_change', jsonb_build_object('companyId', of_company, 'changes', jsonb_agg(c.value))::text)
  from jsonb_array_elements(changed) with ordinality as c (value, n) group by (c.n - 1) / 50
$$;

-- The rows that explain these bills from elsewhere, line by line. A row that PayPal's invoice counts is left out, and so is whatever refers
-- to it: the refund of a recorded payment is no refund of other money.
create function elsewhere_lines(of_company uuid, bills uuid[])
returns table (bill_id uuid, transaction_id uuid, account_id uuid, row_id text, rule text, amount_minor bigint, deduction_minor bigint, moved_at timestamptz)
language sql stable set search_path = public, pg_catalog, pg_temp
as $$
  with recursive line as materialized (
    select l.bill_id, l.transaction_id, t.account_id, t.provider_transaction_id as row_id, l.rule, l.amount_minor, l.deduction_minor,
      coalesce(t.moved_at, t.provider_updated_at) as moved_at, t.reference_id
    from match_line l join paypal_transaction t on t.company_id = l.company_id and t.id = l.transaction_id
    where l.company_id = of_company and l.bill_id = any(bills) and t.status in ('S', 'V')
  ), outside as (
    -- Outside payments that name no row. A person may have recorded the very money whose row was matched by itself, so that a row of the same
    -- amount counts as one of them, once each; whoever matches it by hand says that it is other money.
    select p.bill_id, p.amount_minor, count(*) as times from bill_payment p where p.company_id = of_company and p.bill_id = any(bills)
      and p.source = 'external' and not exists (select from line l where l.bill_id = p.bill_id and l.row_id = p.note) group by 1, 2
  ), counted (bill_id, row_id) as (
    select bill_id, row_id from line where not is_from_elsewhere(rule)
    union select l.bill_id, l.row_id from outside o join (
      select l.bill_id, l.row_id, l.amount_minor, row_number() over (partition by l.bill_id, l.amount_minor order by l.moved_at, l.row_id) as place
      from line l where l.rule in ('number', 'alias') and not exists (
        select from bill_payment p where p.company_id = of_company and p.bill_id = l.bill_id and l.row_id in (p.provider_payment_id, p.note))
    ) l on l.bill_id = o.bill_id and l.amount_minor = o.amount_minor and l.place <= o.times
    union select p.bill_id, p.provider_payment_id from bill_payment p where p.company_id = of_company and p.bill_id = any(bills)
    -- A row that was recorded as an outside payment stands in that payment's note.
    union select p.bill_id, p.note from bill_payment p where p.company_id = of_company and p.bill_id = any(bills) and p.source = 'external' and p.note <> ''
    union select r.bill_id, r.provider_refund_id from bill_refund r where r.company_id = of_company and r.bill_id = any(bills)
    union select l.bill_id, l.row_id from counted c join line l on l.bill_id = c.bill_id and l.reference_id = c.row_id
  ), about (bill_id, first_id, row_id) as (
    -- Rows with a deduction, and all that refers to them.
    select bill_id, row_id, row_id from line where deduction_minor > 0
    union select a.bill_id, a.first_id, l.row_id from about a join line l on l.bill_id = a.bill_id and l.reference_id = a.row_id
  ), net as (
    select a.bill_id, a.first_id, sum(l.amount_minor) as minor from about a join line l on l.bill_id = a.bill_id and l.row_id = a.row_id group by 1, 2
  )
  -- What nobody will ask for stays so after the rest was recorded: PayPal's invoice knows nothing of it. It ends when all of the money that
  -- came with it went back.
  select bill_id, transaction_id, account_id, row_id, rule, case when c.known then 0 else amount_minor end, c.let_go_minor, moved_at
  from (
    select l.*, exists (select from counted c where c.bill_id = l.bill_id and c.row_id = l.row_id) as known, case when n.minor > 0 then l.deduction_minor else 0 end as let_go_minor
    from line l left join net n on n.bill_id = l.bill_id and n.first_id = l.row_id
  ) c where not c.known or c.let_go_minor > 0
$$;

create function recount_elsewhere(of_company uuid, bills uuid[]) returns void
language plpgsql volatile set search_path = public, pg_catalog, pg_temp
as $$
declare
  changed jsonb;
begin
  -- Not "for update": a foreign key of this very transaction may already share the bill's key.
  perform from bill where company_id = of_company and id = any(bills) order by id for no key update;
  with explained as (
    select i.id, greatest(0, coalesce(sum(l.amount_minor + l.deduction_minor), 0))::bigint as minor
    from unnest(bills) as i (id) left join elsewhere_lines(of_company, bills) l on l.bill_id = i.id group by 1
  ), written as (
    update bill b set elsewhere_minor = e.minor, covered_minor = least(e.minor, b.due_minor + b.covered_minor),
      due_minor = greatest(0, b.due_minor + b.covered_minor - e.minor)
    from explained e where b.company_id = of_company and b.id = e.id and b.elsewhere_minor <> e.minor
    returning b.id, b.owner_id
  )
  select jsonb_agg(jsonb_build_object('entity', 'bill', 'id', id, 'ownerId', owner_id)) into changed from written;
  if changed is not null then perform tell_bills(of_company, changed); end if;
end $$;

-- What went back of a bill's money, one row each: the one source for bills, lists, home, statements and exports. Made of the refund records, of
-- what only PayPal's invoice lists, and of fee rows, by recount_back; nobody else writes it.
create table bill_back (
  company_id uuid not null,
  bill_id uuid not null,
  -- Of the refund record, of the invoice's line, or of the fee's row.
  id uuid not null,
  -- external: given back outside PayPal. returned: taken back before, and given again. fee: a fee row of its own, such as a chargeback's.
  kind text not null check (kind in ('refund', 'reversal', 'chargeback', 'returned', 'external', 'fee')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Money that came back to us is negative. Never more than was paid: PayPal refunds a tip with the payment, and a tip is no part of the bill.
  amount_minor bigint not null,
  -- What PayPal kept for it; negative where PayPal gave a fee back.
  fee_minor bigint not null,
  -- When PayPal's balance moved, by the row of it. Null: not known yet, and counted_on is provisional; an outside one has none.
  moved_at timestamptz,
  counted_on date not null,
  primary key (company_id, bill_id, id),
  foreign key (company_id, bill_id) references bill (company_id, id) on delete cascade
);
call keep_to_company('bill_back', 'select, insert, update, delete');

-- Direct payments that were recorded on an invoice, by the row that they name: what becomes of the row becomes of them.
create index bill_payment_recorded on bill_payment (company_id, note) where source = 'external' and note <> '';

alter table bill_payment
  -- When PayPal's balance moved, by the payment's own row. Null: not known yet, and counted_on is provisional.
  add column moved_at timestamptz;

-- Payments whose own row has not come: few, and not for long.
create index bill_payment_undated on bill_payment (company_id, currency, counted_on) where moved_at is null and source = 'paypal' and not pending;

create function recount_back(of_company uuid, bills uuid[]) returns void
language plpgsql volatile set search_path = public, pg_catalog, pg_temp
as $$
declare
  zone text := (select timezone from company where id = of_company);
  changed jsonb;
begin
  perform from bill where company_id = of_company and id = any(bills) order by id for no key update;
  with item as materialized (
    -- Of a payment that was recorded on several bills in parts, or in part, no more went back of this one than it was.
    select r.bill_id, r.id, r.kind, r.currency, least(r.amount_minor, p.amount_minor) * case r.kind when 'returned' then -1 else 1 end as amount_minor,
      r.account_id, r.provider_refund_id as row_id, coalesce(r.finished_at, r.created_at) as seen_at,
      (select min(l.refunded_on) from bill_refund l where l.company_id = of_company and l.bill_id = r.bill_id
        and l.provider_refund_id in (r.provider_refund_id, r.listed_as)) as told_on
    from refund r left join bill_payment p on p.company_id = of_company and p.id = r.payment_id and p.source = 'external'
    where r.company_id = of_company and r.bill_id = any(bills) and r.state = 'completed'
    union all
    -- What the invoice lists counts until its record is there. A listing may name a known refund by another id (listed.ts): one that fits in
    -- amount is taken for it meanwhile.
    select l.bill_id, l.id, case l.source when 'external' then 'external' else 'refund' end, l.currency, l.amount_minor,
      b.account_id, l.provider_refund_id, l.created_at, l.refunded_on
    from bill_refund l join bill b on b.company_id = of_company and b.id = l.bill_id
    where l.company_id = of_company and l.bill_id = any(bills) and (l.source = 'external' or not exists (
      select from refund r where r.company_id = of_company and r.bill_id = l.bill_id and (l.provider_refund_id in (r.provider_refund_id, r.listed_as)
        or (r.kind = 'refund' and r.currency = l.currency and r.amount_minor = l.amount_minor and r.listed_as is null
          and r.state in ('sending', 'pending', 'completed') and not exists (select from bill_refund k
            where k.company_id = of_company and k.bill_id = r.bill_id and k.provider_refund_id = r.provider_refund_id)))))
  ), moved as (
    select i.*, t.class, t.moved_at, -coalesce(t.fee_minor, 0) as fee_minor from item i
    left join lateral (select t.class, t.moved_at, t.fee_minor from paypal_transaction t
      where t.company_id = of_company and t.provider_transaction_id = i.row_id and t.account_id = i.account_id and t.currency = i.currency
        and t.status in ('S', 'V') and i.kind <> 'external' order by t.created_at, t.id limit 1) t on true
    union all
    select c.bill_id, f.id, 'fee', f.currency, 0, f.account_id, f.provider_transaction_id, f.occurred_at, null, f.class, f.moved_at,
      -f.gross_minor - f.fee_minor
    from (
      select bill_id, account_id, row_id from item where kind <> 'external'
      union select p.bill_id, p.account_id, p.provider_payment_id from bill_payment p where p.company_id = of_company and p.bill_id = any(bills)
        and p.source = 'paypal'
    ) c cross join lateral (
      select f.* from paypal_transaction f where f.company_id = of_company and f.account_id = c.account_id and f.reference_id = c.row_id
        and f.reference_id <> '' and f.class = 'fee' and f.status in ('S', 'V') offset 0) f
  ), ordered as (
    select m.*, p.minor as paid_minor,
      sum(m.amount_minor) over (partition by m.bill_id, m.currency order by coalesce(m.moved_at, m.seen_at), m.id) as running_minor
    from moved m join (
      select b.id, greatest(b.paid_minor, coalesce((select sum(p.amount_minor) from bill_payment p where p.company_id = of_company and p.bill_id = b.id), 0)) as minor
      from bill b where b.company_id = of_company and b.id = any(bills)) p on p.id = m.bill_id
  ), capped as materialized (
    select o.*, least(o.paid_minor, o.running_minor) - least(o.paid_minor, o.running_minor - o.amount_minor) as counts_minor from ordered o
  ), gone as (
    delete from bill_back k where k.company_id = of_company and k.bill_id = any(bills)
      and not exists (select from capped c where c.bill_id = k.bill_id and c.id = k.id)
  )
  insert into bill_back as k (company_id, bill_id, id, kind, currency, amount_minor, fee_minor, moved_at, counted_on)
  select of_company, c.bill_id, c.id, case when c.kind = 'reversal' and c.class = 'chargeback' then 'chargeback' else c.kind end, c.currency,
    c.counts_minor, c.fee_minor, c.moved_at, coalesce((c.moved_at at time zone zone)::date, c.told_on, (c.seen_at at time zone zone)::date)
  from capped c order by c.bill_id, c.id
  on conflict (company_id, bill_id, id) do update set kind = excluded.kind, currency = excluded.currency, amount_minor = excluded.amount_minor,
    fee_minor = excluded.fee_minor, moved_at = excluded.moved_at, counted_on = excluded.counted_on
  where (k.kind, k.currency, k.amount_minor, k.fee_minor, k.moved_at, k.counted_on)
    is distinct from (excluded.kind, excluded.currency, excluded.amount_minor, excluded.fee_minor, excluded.moved_at, excluded.counted_on);
  with written as (
    update bill b set refunded_minor = s.minor
    from (select b.id, greatest(0, least(b.paid_minor, coalesce((select sum(k.amount_minor) from bill_back k where k.company_id = of_company
        and k.bill_id = b.id and k.currency = b.currency), 0)))::bigint as minor
      from bill b where b.company_id = of_company and b.id = any(bills)) s
    where b.company_id = of_company and b.id = s.id and b.refunded_minor <> s.minor
    returning b.id, b.owner_id
  )
  select jsonb_agg(jsonb_build_object('entity', 'bill', 'id', id, 'ownerId', owner_id)) into changed from written;
  if changed is not null then perform tell_bills(of_company, changed); end if;
end $$;

-- The triggers below see to it that nobody can forget to count anew. Most statements write nothing that matters here, and that is seen first.
create function elsewhere_of_lines() returns trigger language plpgsql set search_path = public, pg_catalog, pg_temp as $$
declare
  of record;
begin
  for of in select company_id, array_agg(distinct bill_id) as bills from touched where bill_id is not null and is_from_elsewhere(rule) group by 1 loop
    perform recount_elsewhere(of.company_id, of.bills);
  end loop;
  return null;
end $$;
create trigger elsewhere_of_new_lines after insert on match_line referencing new table as touched for each statement execute function elsewhere_of_lines();
create trigger elsewhere_of_gone_lines after delete on match_line referencing old table as touched for each statement execute function elsewhere_of_lines();

-- A row that was matched and is taken back at PayPal explains nothing any more.
create function elsewhere_of_rows() returns trigger language plpgsql set search_path = public, pg_catalog, pg_temp as $$
declare
  of record;
begin
  for of in
    select a.company_id, array_agg(distinct l.bill_id) as bills from after_rows a
    join before_rows b on b.company_id = a.company_id and b.id = a.id
    join match_line l on l.company_id = a.company_id and l.transaction_id = a.id and l.bill_id is not null and is_from_elsewhere(l.rule)
    where (a.status in ('S', 'V')) <> (b.status in ('S', 'V')) group by 1
  loop
    perform recount_elsewhere(of.company_id, of.bills);
  end loop;
  return null;
end $$;
create trigger elsewhere_of_changed_rows after update on paypal_transaction referencing old table as before_rows new table as after_rows
  for each statement execute function elsewhere_of_rows();

create function money_of_payments() returns trigger language plpgsql set search_path = public, pg_catalog, pg_temp as $$
declare
  of record;
begin
  -- A new payment may be what explained the bill from elsewhere, and what was refunded before it was known.
  if tg_op = 'INSERT' then
    for of in select p.company_id, array_agg(distinct p.bill_id) filter (where b.elsewhere_minor > 0) as elsewhere,
        array_agg(distinct p.bill_id) filter (where k.found) as back
      from touched p join bill b on b.company_id = p.company_id and b.id = p.bill_id
      cross join lateral (select exists (select from bill_back k where k.company_id = p.company_id and k.bill_id = p.bill_id) as found) k
      where b.elsewhere_minor > 0 or k.found group by 1
    loop
      if of.elsewhere is not null then perform recount_elsewhere(of.company_id, of.elsewhere); end if;
      if of.back is not null then perform recount_back(of.company_id, of.back); end if;
    end loop;
  else
    for of in select company_id, array_agg(distinct bill_id) as bills from touched group by 1 loop
      perform recount_elsewhere(of.company_id, of.bills);
      perform recount_back(of.company_id, of.bills);
    end loop;
  end if;
  return null;
end $$;
create trigger money_of_new_payments after insert on bill_payment referencing new table as touched
  for each statement execute function money_of_payments();
create trigger money_of_gone_payments after delete on bill_payment referencing old table as touched
  for each statement execute function money_of_payments();

create function back_of_listings() returns trigger language plpgsql set search_path = public, pg_catalog, pg_temp as $$
declare
  of record;
begin
  for of in select company_id, array_agg(distinct bill_id) as bills from touched group by 1 loop
    perform recount_back(of.company_id, of.bills);
    perform recount_elsewhere(of.company_id, of.bills);
  end loop;
  return null;
end $$;
create trigger back_of_new_listings after insert on bill_refund referencing new table as touched for each statement execute function back_of_listings();
create trigger back_of_gone_listings after delete on bill_refund referencing old table as touched for each statement execute function back_of_listings();

create function back_of_refunds() returns trigger language plpgsql set search_path = public, pg_catalog, pg_temp as $$
declare
  of record;
begin
  for of in select company_id, array_agg(distinct bill_id) as bills from touched where bill_id is not null group by 1 loop
    perform recount_back(of.company_id, of.bills);
  end loop;
  return null;
end $$;
create trigger back_of_new_refunds after insert on refund referencing new table as touched for each statement execute function back_of_refunds();
create trigger back_of_changed_refunds after update on refund referencing new table as touched for each statement execute function back_of_refunds();
create trigger back_of_gone_refunds after delete on refund referencing old table as touched for each statement execute function back_of_refunds();

-- The day under which money counts is the day, where the company is, of the instant at which PayPal's balance moved. Until that is known the
-- day that PayPal tells is taken as it is; our own clock is asked only where PayPal tells none.
drop trigger count_settled_day on bill_payment;
create or replace function counted_day(source text, told date, seen timestamptz, zone text) returns date
language sql stable
as $$ select coalesce(told, (seen at time zone zone)::date) $$;
create or replace function count_payment_day() returns trigger language plpgsql set search_path = public, pg_catalog, pg_temp as $$
begin
  new.counted_on := (select coalesce((new.moved_at at time zone c.timezone)::date, counted_day(new.source, new.paid_on, new.created_at, c.timezone))
    from company c where c.id = new.company_id);
  return new;
end $$;

-- Rows of PayPal's reporting that came or whose instant was corrected: the days of the payments and of what went back follow. Payments that
-- come with their fee are dated where the fee is written (bill/fee.ts).
create function recount_rows(of_company uuid, ids uuid[]) returns void
language plpgsql volatile set search_path = public, pg_catalog, pg_temp
as $$
declare
  zone text := (select timezone from company where id = of_company);
  bills uuid[];
begin
  with row_of as materialized (
    select t.account_id, t.provider_transaction_id, t.reference_id, t.class, t.moved_at from paypal_transaction t
    where t.company_id = of_company and t.id = any(ids) and t.status in ('S', 'V')
  ), dated as materialized (
    select p.id, p.bill_id, t.moved_at from row_of t join bill_payment p on p.company_id = of_company and p.provider_payment_id = t.provider_transaction_id
      and p.account_id = t.account_id
    where t.class = 'payment' and p.source = 'paypal' and p.moved_at is distinct from t.moved_at
  ), locked as materialized (
    select b.id from bill b where b.company_id = of_company and b.id in (select bill_id from dated) order by b.id for no key update
  )
  update bill_payment p set moved_at = d.moved_at, counted_on = (d.moved_at at time zone zone)::date
  from dated d where p.company_id = of_company and p.id = d.id and exists (select from locked l where l.id = d.bill_id);
  bills := array(
    select r.bill_id from paypal_transaction t join refund r on r.company_id = of_company and r.account_id = t.account_id
      and r.provider_refund_id = t.provider_transaction_id
    where t.company_id = of_company and t.id = any(ids) and t.class in ('refund', 'reversal', 'chargeback') and r.bill_id is not null
    union
    select l.bill_id from paypal_transaction t join bill_refund l on l.company_id = of_company and l.provider_refund_id = t.provider_transaction_id
    where t.company_id = of_company and t.id = any(ids) and t.class in ('refund', 'reversal', 'chargeback')
    union
    select p.bill_id from paypal_transaction t join bill_payment p on p.company_id = of_company and p.provider_payment_id = t.reference_id
    where t.company_id = of_company and t.id = any(ids) and t.class = 'fee' and t.reference_id <> ''
    union
    select r.bill_id from paypal_transaction t join refund r on r.company_id = of_company and r.account_id = t.account_id
      and r.provider_refund_id = t.reference_id
    where t.company_id = of_company and t.id = any(ids) and t.class = 'fee' and t.reference_id <> '' and r.bill_id is not null);
  if cardinality(bills) > 0 then perform recount_back(of_company, bills); end if;
end $$;

-- A company that moves to another time zone: its days are counted anew, some bills at a time. Returns the last of them; null ends it.
create function recount_days(of_company uuid, after uuid, most integer) returns uuid
language plpgsql volatile set search_path = public, pg_catalog, pg_temp
as $$
declare
  zone text := (select timezone from company where id = of_company);
  bills uuid[] := array(select id from bill where company_id = of_company and id > after order by id limit most for no key update);
  gone_back uuid[] := array(select distinct bill_id from bill_back where company_id = of_company and bill_id = any(bills));
begin
  update bill_payment p set counted_on = (p.moved_at at time zone zone)::date
  where p.company_id = of_company and p.bill_id = any(bills) and p.counted_on <> (p.moved_at at time zone zone)::date;
  if cardinality(gone_back) > 0 then perform recount_back(of_company, gone_back); end if;
  return bills[cardinality(bills)];
end $$;

-- The figures of the home page read what went back from the one source.
drop trigger figure_new_refunds on bill_refund;
drop trigger figure_gone_refunds on bill_refund;
drop function figure_refunds();
create function back_figure_of(kind text, amount_minor bigint, fee_minor bigint) returns table (kind text, amount_minor bigint)
language sql immutable parallel safe
as $$
  select f.kind, f.amount from (values ('refunded', amount_minor), ('fee', fee_minor)) f (kind, amount)
  where f.amount <> 0 or (f.kind = 'refunded' and back_figure_of.kind <> 'fee')
$$;
create function figure_back() returns trigger language plpgsql set search_path = public, pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select k.company_id, b.owner_id, f.kind, k.counted_on, k.currency, count(*), sum(f.amount_minor) from after_rows k
    join bill b on b.company_id = k.company_id and b.id = k.bill_id
    cross join lateral back_figure_of(k.kind, k.amount_minor, k.fee_minor) f group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select k.company_id, b.owner_id, f.kind, k.counted_on, k.currency, -count(*), -sum(f.amount_minor) from before_rows k
    join bill b on b.company_id = k.company_id and b.id = k.bill_id
    cross join lateral back_figure_of(k.kind, k.amount_minor, k.fee_minor) f group by 1, 2, 3, 4, 5;
  else
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select x.company_id, b.owner_id, x.kind, x.day, x.currency, sum(x.n), sum(x.amount_minor) from (
      select k.company_id, k.bill_id, f.kind, k.counted_on as day, k.currency, 1 as n, f.amount_minor from after_rows k
      cross join lateral back_figure_of(k.kind, k.amount_minor, k.fee_minor) f
      union all
      select k.company_id, k.bill_id, f.kind, k.counted_on, k.currency, -1, -f.amount_minor from before_rows k
      cross join lateral back_figure_of(k.kind, k.amount_minor, k.fee_minor) f
    ) x join bill b on b.company_id = x.company_id and b.id = x.bill_id
    group by 1, 2, 3, 4, 5 having sum(x.n) <> 0 or sum(x.amount_minor) <> 0;
  end if;
  return null;
end $$;
create trigger figure_new_back after insert on bill_back referencing new table as after_rows for each statement execute function figure_back();
create trigger figure_changed_back after update on bill_back referencing old table as before_rows new table as after_rows
  for each statement execute function figure_back();
create trigger figure_gone_back after delete on bill_back referencing old table as before_rows for each statement execute function figure_back();
create or replace function figure_bills() returns trigger language plpgsql set search_path = public, pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select n.company_id, n.owner_id, f.kind, f.day, n.currency, count(*), sum(f.amount_minor) from after_rows n
    cross join lateral bill_figure_of(n.status, n.total_minor, n.due_minor, n.due_date) f group by 1, 2, 3, 4, 5;
    return null;
  end if;
  insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
  select company_id, owner_id, kind, day, currency, sum(n), sum(amount_minor) from (
    select a.company_id, a.owner_id, f.kind, f.day, a.currency, 1 as n, f.amount_minor from after_rows a
    cross join lateral bill_figure_of(a.status, a.total_minor, a.due_minor, a.due_date) f
    union all
    select b.company_id, b.owner_id, f.kind, f.day, b.currency, -1, -f.amount_minor from before_rows b
    cross join lateral bill_figure_of(b.status, b.total_minor, b.due_minor, b.due_date) f
  ) x group by 1, 2, 3, 4, 5 having sum(n) <> 0 or sum(amount_minor) <> 0;
  -- Whoever gets a bill gets its history.
  if exists (select from after_rows a join before_rows b on b.company_id = a.company_id and b.id = a.id where a.owner_id <> b.owner_id) then
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select m.company_id, o.owner_id, f.kind, f.day, f.currency, sum(o.n), sum(o.n * f.amount_minor)
    from (select a.company_id, a.id, a.owner_id as after_id, b.owner_id as before_id from after_rows a
      join before_rows b on b.company_id = a.company_id and b.id = a.id where a.owner_id <> b.owner_id) m
    cross join lateral (values (m.after_id, 1), (m.before_id, -1)) o (owner_id, n)
    cross join lateral (
      select g.kind, p.counted_on as day, p.currency, g.amount_minor from bill_payment p
      cross join lateral payment_figure_of(p.pending, p.amount_minor, p.fee_minor) g
      where p.company_id = m.company_id and p.bill_id = m.id
      union all
      select g.kind, k.counted_on, k.currency, g.amount_minor from bill_back k
      cross join lateral back_figure_of(k.kind, k.amount_minor, k.fee_minor) g
      where k.company_id = m.company_id and k.bill_id = m.id) f
    group by 1, 2, 3, 4, 5;
  end if;
  return null;
end $$;
create or replace function refill_bill_figures() returns void language plpgsql set search_path = public, pg_catalog, pg_temp as $$
begin
  -- Nobody counts or folds meanwhile: what is written between two of these statements would be counted twice.
  lock table bill_figure, bill_figure_delta in share row exclusive mode;
  delete from bill_figure;
  delete from bill_figure_delta;
  insert into bill_figure (company_id, owner_id, kind, day, currency, row_count, amount_minor)
  select company_id, case when grouping(owner_id) = 1 then '00000000-0000-0000-0000-000000000000' else owner_id end, kind, day, currency,
    count(*), sum(amount_minor)
  from (
    select b.company_id, b.owner_id, f.kind, f.day, b.currency, f.amount_minor from bill b
    cross join lateral bill_figure_of(b.status, b.total_minor, b.due_minor, b.due_date) f
    union all
    select p.company_id, b.owner_id, f.kind, p.counted_on, p.currency, f.amount_minor from bill_payment p
    join bill b on b.company_id = p.company_id and b.id = p.bill_id
    cross join lateral payment_figure_of(p.pending, p.amount_minor, p.fee_minor) f
    union all
    select k.company_id, b.owner_id, f.kind, k.counted_on, k.currency, f.amount_minor from bill_back k
    join bill b on b.company_id = k.company_id and b.id = k.bill_id
    cross join lateral back_figure_of(k.kind, k.amount_minor, k.fee_minor) f
  ) x group by grouping sets ((company_id, owner_id, kind, day, currency), (company_id, kind, day, currency));
end $$;

-- What was there before. The figures knew every refund that an invoice lists and take it from the one source now.
do $$
declare
  of record;
begin
  for of in select company_id, array_agg(distinct bill_id) as bills from (
      select company_id, bill_id from refund where bill_id is not null union select company_id, bill_id from bill_refund) x group by 1 loop
    perform recount_back(of.company_id, of.bills);
  end loop;
  for of in select company_id, array_agg(distinct bill_id) as bills from match_line where bill_id is not null and is_from_elsewhere(rule) group by 1 loop
    perform recount_elsewhere(of.company_id, of.bills);
  end loop;
  update bill_payment p set moved_at = t.moved_at, counted_on = (t.moved_at at time zone c.timezone)::date
  from paypal_transaction t, company c
  where p.source = 'paypal' and not p.pending and t.company_id = p.company_id and t.provider_transaction_id = p.provider_payment_id
    and t.account_id = p.account_id and t.class = 'payment' and t.status in ('S', 'V') and c.id = p.company_id;
  perform refill_bill_figures();
end $$;
