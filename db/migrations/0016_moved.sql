-- When PayPal's balance moved (decision 0053). Reporting says when a row began and when it last changed, and neither needs to be the moment at
-- which its money moved: a payment that was refunded weeks later bears the refund's date, an eCheck the date on which it cleared.

alter table paypal_transaction
  -- The earliest date under which PayPal told the row as settled, and the latest under which it told it as pending. They only ever move apart
  -- from each other's side, so that it does not matter in which order the versions of a row come.
  add column settled_at timestamptz,
  add column pending_at timestamptz,
  -- Where PayPal's own balance showed the movement, when it was asked (intake/reporting).
  add column found_at timestamptz,
  -- What follows from these: null while no money has moved.
  add column moved_at timestamptz;

-- The one rule. `followed`: another row refers to this one and bears the date under which it was first told as settled, so that this date is the
-- other row's doing (a refund, a chargeback) and not the money's. What was never told as pending then moved when it began.
create function moved_at_of(status text, occurred timestamptz, settled timestamptz, pending timestamptz, found timestamptz, followed boolean)
returns timestamptz
language sql immutable parallel safe
as $$
  select case
    when status not in ('S', 'V') or settled is null then null
    when found between occurred and settled and found >= coalesce(pending, found) then found
    when pending is null and followed then occurred
    else greatest(occurred, settled)
  end
$$;

-- Rows that refer to others without having changed their date: a conversion happens with the payment, a fee is taken with it.
create function follows(class text) returns boolean
language sql immutable parallel safe
as $$ select class in ('refund', 'reversal', 'chargeback', 'hold') $$;

-- Whether a row's date is another row's doing: of one that refers to it, or that takes back what it did to a third (a chargeback and its
-- reversal both name the payment).
create function is_followed(of_company uuid, of_account uuid, row_id text, reference text, row_class text, gross bigint, settled timestamptz)
returns boolean
language sql stable
as $$
  select exists (
    select from paypal_transaction r where r.company_id = of_company and r.account_id = of_account and r.reference_id = row_id and r.reference_id <> ''
      and follows(r.class) and settled in (r.occurred_at, r.settled_at)
  ) or (reference <> '' and follows(row_class) and exists (
    select from paypal_transaction r where r.company_id = of_company and r.account_id = of_account and r.reference_id = reference and r.reference_id <> ''
      and r.class = row_class and sign(r.gross_minor) = -sign(gross) and settled in (r.occurred_at, r.settled_at)
  ))
$$;

-- As before, but money is posted for the moment at which it moved. If that moment turns out to be another, what was posted for the old one is
-- taken back there and posted for the new one: the sums stay, and so does what was written.
create or replace function post_rows() returns trigger language plpgsql set search_path = public, pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    with entry as materialized (
      select n.*, new_id() as journal_id from after_rows n where n.status in ('S', 'V') and (n.gross_minor <> 0 or n.fee_minor <> 0)
    ), journals as (
      insert into journal (company_id, id, account_id, transaction_id, kind, effective_at)
      select company_id, journal_id, account_id, id, 'row', coalesce(moved_at, provider_updated_at) from entry
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
  -- A release that did not know moved_at posted what was settled for the row's last date.
  if exists (select from after_rows n join before_rows o on o.company_id = n.company_id and o.id = n.id
    where o.status in ('S', 'V') and n.moved_at <> coalesce(o.moved_at, o.provider_updated_at)) then
    with redated as materialized (
      select n.company_id, n.account_id, n.id, coalesce(o.moved_at, o.provider_updated_at) as from_at, n.moved_at as to_at, new_id() as back_id,
        new_id() as again_id
      from after_rows n join before_rows o on o.company_id = n.company_id and o.id = n.id
      where o.status in ('S', 'V') and n.moved_at <> coalesce(o.moved_at, o.provider_updated_at)
    ), line as materialized (
      select r.company_id, r.id, r.back_id, r.again_id, p.book, p.currency, sum(p.amount_minor)::bigint as amount_minor from redated r
      join journal j on j.company_id = r.company_id and j.transaction_id = r.id and j.effective_at = r.from_at and j.kind in ('row', 'change')
      join posting p on p.company_id = j.company_id and p.journal_id = j.id
      group by 1, 2, 3, 4, 5, 6 having sum(p.amount_minor) <> 0
    ), journals as (
      insert into journal (company_id, id, account_id, transaction_id, kind, effective_at)
      select r.company_id, m.journal_id, r.account_id, r.id, 'change', m.at from redated r
      cross join lateral (values (r.back_id, r.from_at), (r.again_id, r.to_at)) m (journal_id, at)
      where exists (select from line l where l.id = r.id)
    )
    insert into posting (company_id, journal_id, book, currency, amount_minor)
    select company_id, back_id, book, currency, -amount_minor from line
    union all
    select company_id, again_id, book, currency, amount_minor from line;
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
    -- What changes of money that had moved before changes when PayPal says that the row changed; so does what had moved, was taken back and
    -- moves again. `moved_at` is the moment of the first time.
    select n.company_id, n.account_id, n.id, new_id() as journal_id,
      case when o.status in ('S', 'V') or exists (
        select from journal j where j.company_id = n.company_id and j.transaction_id = n.id and j.kind in ('row', 'change')
      ) then n.provider_updated_at else coalesce(n.moved_at, n.provider_updated_at) end as at,
      exists (select from line l where l.id = n.id and l.book in ('balance', 'withheld')) as moved
    from after_rows n join before_rows o on o.company_id = n.company_id and o.id = n.id where exists (select from line l where l.id = n.id)
  ), journals as (
    insert into journal (company_id, id, account_id, transaction_id, kind, effective_at)
    select company_id, journal_id, account_id, id, case when moved then 'change' else 'match' end, case when moved then at else now() end
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

-- A withdrawal that PayPal had taken from its balance when the books began, while it was still pending, is in the opening balance. It is asked
-- about until it ends: if it is denied, its money comes back.
alter table opening_row add column pending boolean not null default false;

-- What PayPal says it held at one moment of the past, and what the books have for it. PayPal's word does not change; the books do, when rows
-- come late or are dated anew, and a trigger keeps their side true (follow_journals). The books' side is everything before that moment.
create table balance_at (
  company_id uuid not null,
  account_id uuid not null,
  as_of timestamptz not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  paypal_minor bigint not null,
  ledger_minor bigint not null,
  asked_at timestamptz not null default now(),
  primary key (company_id, account_id, as_of, currency),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
);
call keep_to_company('balance_at', 'select, insert, update');

-- The end of a day of the company's calendar (of every month, and of days on whose end it depends when a row moved), and the moment whose
-- balance proves it: nothing moved between the two. Without `as_of` PayPal gave no such balance, and `failure` says why.
create table day_end (
  company_id uuid not null,
  account_id uuid not null,
  ends_at timestamptz not null,
  as_of timestamptz,
  failure text not null default '',
  asked_at timestamptz not null default now(),
  primary key (company_id, account_id, ends_at),
  foreign key (company_id, account_id) references paypal_account (company_id, id),
  check (as_of is not null or failure <> '')
);
call keep_to_company('day_end', 'select, insert, update');

create function follow_journals() returns trigger language plpgsql set search_path = public, pg_catalog, pg_temp as $$
begin
  -- Nearly every journal is later than every moment that was asked about.
  if not exists (
    select from (select company_id, account_id, min(effective_at) as first from added group by 1, 2) j
    where exists (select from balance_at b where b.company_id = j.company_id and b.account_id = j.account_id and b.as_of > j.first)
  ) then return null; end if;
  insert into balance_at as b (company_id, account_id, as_of, currency, paypal_minor, ledger_minor)
  select j.company_id, j.account_id, m.as_of, p.currency, 0, sum(p.amount_minor) from added j
  join posting p on p.company_id = j.company_id and p.journal_id = j.id and p.book in ('balance', 'withheld')
  join (select distinct company_id, account_id, as_of from balance_at) m on m.company_id = j.company_id and m.account_id = j.account_id and m.as_of > j.effective_at
  group by 1, 2, 3, 4 having sum(p.amount_minor) <> 0 order by 1, 2, 3, 4
  on conflict (company_id, account_id, as_of, currency) do update set ledger_minor = b.ledger_minor + excluded.ledger_minor;
  return null;
end $$;
create trigger follow_journals after insert on journal referencing new table as added for each statement execute function follow_journals();

-- Withdrawals and refunds that PayPal may have taken from its balance while they were pending (decision 0051), at one moment.
create function pending_money(of_company uuid, of_account uuid, of_currency text, at timestamptz, out transfers bigint, out refunds bigint)
language sql stable
as $$
  select coalesce(sum(t.gross_minor) filter (where t.class = 'transfer'), 0)::bigint, coalesce(sum(t.gross_minor) filter (where t.class = 'refund'), 0)::bigint
  from paypal_transaction t
  where t.company_id = of_company and t.account_id = of_account and t.currency = of_currency and t.class in ('transfer', 'refund') and t.gross_minor < 0
    and t.occurred_at >= at - interval '60 days' and t.occurred_at < at
    and (t.status = 'P' or coalesce(t.moved_at, t.provider_updated_at) >= at)
$$;

-- By how much the books differ from PayPal at a moment that was asked about. A difference that is exactly what was pending is none.
create function balance_difference(b balance_at, out pending_minor bigint, out difference_minor bigint)
language plpgsql stable
as $$
declare
  pending record;
begin
  pending_minor := 0;
  difference_minor := b.ledger_minor - b.paypal_minor;
  if difference_minor = 0 then return; end if;
  select * into pending from pending_money(b.company_id, b.account_id, b.currency, b.as_of);
  if -difference_minor in (pending.transfers, pending.refunds, pending.transfers + pending.refunds) then
    pending_minor := -difference_minor;
    difference_minor := 0;
  end if;
end $$;

-- Whether a balance that PayPal told for one moment proves another: nothing is known to have moved between the two, nor in the second for which
-- it was told. Money that moved within that second is neither before nor after it.
create function proves(of_company uuid, of_account uuid, as_of timestamptz, ends_at timestamptz)
returns boolean
language sql stable
as $$
  select not exists (select from journal j where j.company_id = of_company and j.account_id = of_account and j.kind <> 'match'
    and j.effective_at >= least(as_of, ends_at) and j.effective_at < greatest(as_of + interval '1 second', ends_at))
$$;

-- The ends of the company's months that the books reach over, and what proves each, as far as is known now.
create function month_ends(of_company uuid, of_account uuid, zone text)
returns table (month text, ends_at timestamptz, as_of timestamptz, failure text)
language sql stable
as $$
  select to_char(m.first, 'YYYY-MM'), m.ends_at, case when proves(s.company_id, s.account_id, d.as_of, d.ends_at) then d.as_of end, coalesce(d.failure, '')
  from account_sync s
  cross join lateral (
    select f as first, ((f + interval '1 month') at time zone zone) as ends_at
    from generate_series(date_trunc('month', s.begins_at at time zone zone), s.complete_through at time zone zone, interval '1 month') f
  ) m
  left join day_end d on d.company_id = s.company_id and d.account_id = s.account_id and d.ends_at = m.ends_at
  where s.company_id = of_company and s.account_id = of_account and m.ends_at > s.begins_at and m.ends_at <= s.complete_through
$$;

-- Each month's end compared with PayPal, by what is known now. `differences`: the currencies of which there is something to say.
create function month_proofs(of_company uuid, of_account uuid, zone text)
returns table (month text, ends_at timestamptz, state text, failure text, differences jsonb)
language sql stable
as $$
  select m.month, m.ends_at, case when m.as_of is null then 'unasked' when x.differing > 0 then 'differs' else 'proven' end, m.failure, x.differences
  from month_ends(of_company, of_account, zone) m
  cross join lateral (
    select count(*) filter (where d.difference_minor <> 0) as differing,
      coalesce(jsonb_agg(jsonb_build_object('currency', b.currency, 'differenceMinor', d.difference_minor, 'pendingMinor', d.pending_minor) order by b.currency)
        filter (where d.difference_minor <> 0 or d.pending_minor <> 0), '[]') as differences
    from balance_at b cross join lateral balance_difference(b) d
    where b.company_id = of_company and b.account_id = of_account and b.as_of = m.as_of
  ) x
$$;

-- The owner need not be above row-level security, and would otherwise see none of the rows that are here.
alter table paypal_transaction no force row level security;
alter table journal no force row level security;
alter table posting no force row level security;

-- What the books know of the rows that are here. A row that was posted when it changed had been told as pending. Nothing is posted by this.
alter table paypal_transaction disable trigger post_changed_rows;
update paypal_transaction t set moved_at = coalesce(j.effective_at, t.provider_updated_at), settled_at = coalesce(j.effective_at, t.provider_updated_at),
  pending_at = case when j.kind = 'change' then least(t.occurred_at, j.effective_at) end
from paypal_transaction s left join lateral (
  select j.effective_at, j.kind from journal j
  where j.company_id = s.company_id and j.transaction_id = s.id and j.kind in ('row', 'change') order by j.posted_at, j.id limit 1
) j on true
where s.status in ('S', 'V') and t.company_id = s.company_id and t.id = s.id;
update paypal_transaction set pending_at = provider_updated_at where status = 'P';
alter table paypal_transaction enable trigger post_changed_rows;

-- Rows that stood on the day of their refund go to their own, with their journals.
update paypal_transaction set moved_at = occurred_at
where status in ('S', 'V') and pending_at is null and settled_at > occurred_at
  and is_followed(company_id, account_id, provider_transaction_id, reference_id, class, gross_minor, settled_at);

alter table paypal_transaction force row level security;
alter table journal force row level security;
alter table posting force row level security;

-- The few rows of which it is not certain when their money moved: PayPal's balance is asked (intake/reporting/doubt.ts).
create index paypal_transaction_doubt on paypal_transaction (company_id, account_id, occurred_at)
  where status in ('S', 'V') and settled_at > occurred_at and found_at is null;
