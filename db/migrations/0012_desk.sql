-- The desk: figures of the home page, kept as bills change, and rules that run by themselves.

-- owing: open bills by the day they are due. settling: open, and nothing is due any more. refused: PayPal did not take the bill.
-- collected, fee, refunded: by counted_on. 'infinity' where no day belongs to it.
create table bill_figure (
  company_id uuid not null,
  -- All zeros: the whole company, so that nobody adds up hundreds of owners.
  owner_id uuid not null,
  kind text not null check (kind in ('owing', 'settling', 'refused', 'collected', 'fee', 'refunded')),
  day date not null,
  currency text not null,
  row_count bigint not null,
  amount_minor bigint not null,
  primary key (company_id, owner_id, kind, day, currency)
);
create index bill_figure_gone on bill_figure (company_id) where row_count = 0 and amount_minor = 0;
call keep_to_company('bill_figure', 'select');
create policy auth on bill_figure to paydesk_auth using (true) with check (true);
grant select, insert, update, delete on bill_figure to paydesk_auth;

-- What transactions add. Only ever appended: adding to hot rows of bill_figure in each transaction cost 60 % of throughput.
-- Its key is the one index, written with every payment; ids that grow with time keep a company's newest on one page.
create table bill_figure_delta (
  company_id uuid not null,
  id uuid not null default new_id(),
  owner_id uuid not null,
  kind text not null,
  day date not null,
  currency text not null,
  row_count bigint not null,
  amount_minor bigint not null,
  primary key (company_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
call keep_to_company('bill_figure_delta', 'select, insert');
create policy auth on bill_figure_delta to paydesk_auth using (true) with check (true);
grant select, delete on bill_figure_delta to paydesk_auth;

-- What a bill, and what a payment, counts as. Both are inlined into the statements that use them.
create function bill_figure_of(status text, total_minor bigint, due_minor bigint, due_date date)
returns table (kind text, day date, amount_minor bigint)
language sql immutable parallel safe
as $$
  select case when status = 'sendFailed' then 'refused' when due_minor > 0 then 'owing' else 'settling' end,
    case when status <> 'sendFailed' and due_minor > 0 and due_date is not null then due_date else 'infinity'::date end,
    case when status = 'sendFailed' then total_minor else due_minor end
  where status in ('sent', 'paymentPending', 'partiallyPaid', 'sendFailed')
$$;
create function payment_figure_of(pending boolean, amount_minor bigint, fee_minor bigint) returns table (kind text, amount_minor bigint)
language sql immutable parallel safe
as $$
  select f.kind, f.amount from (values ('collected', amount_minor), ('fee', fee_minor)) f (kind, amount) where not pending and f.amount is not null
$$;

-- The triggers stand on tables of a floor below, because the statement that changes a bill must also change the figures.
create function figure_bills() returns trigger language plpgsql set search_path = public, pg_catalog, pg_temp as $$
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
      select 'refunded', r.counted_on, r.currency, r.amount_minor from bill_refund r where r.company_id = m.company_id and r.bill_id = m.id) f
    group by 1, 2, 3, 4, 5;
  end if;
  return null;
end $$;
create trigger figure_new_bills after insert on bill referencing new table as after_rows for each statement execute function figure_bills();
create trigger figure_changed_bills after update on bill referencing old table as before_rows new table as after_rows
  for each statement execute function figure_bills();

-- The bill says whose payment it is; whoever writes payments has locked it.
create function figure_payments() returns trigger language plpgsql set search_path = public, pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select p.company_id, b.owner_id, f.kind, p.counted_on, p.currency, count(*), sum(f.amount_minor) from after_rows p
    join bill b on b.company_id = p.company_id and b.id = p.bill_id
    cross join lateral payment_figure_of(p.pending, p.amount_minor, p.fee_minor) f group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select p.company_id, b.owner_id, f.kind, p.counted_on, p.currency, -count(*), -sum(f.amount_minor) from before_rows p
    join bill b on b.company_id = p.company_id and b.id = p.bill_id
    cross join lateral payment_figure_of(p.pending, p.amount_minor, p.fee_minor) f group by 1, 2, 3, 4, 5;
  else
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select x.company_id, b.owner_id, x.kind, x.day, x.currency, sum(x.n), sum(x.amount_minor) from (
      select p.company_id, p.bill_id, f.kind, p.counted_on as day, p.currency, 1 as n, f.amount_minor from after_rows p
      cross join lateral payment_figure_of(p.pending, p.amount_minor, p.fee_minor) f
      union all
      select p.company_id, p.bill_id, f.kind, p.counted_on, p.currency, -1, -f.amount_minor from before_rows p
      cross join lateral payment_figure_of(p.pending, p.amount_minor, p.fee_minor) f
    ) x join bill b on b.company_id = x.company_id and b.id = x.bill_id
    group by 1, 2, 3, 4, 5 having sum(x.n) <> 0 or sum(x.amount_minor) <> 0;
  end if;
  return null;
end $$;
create trigger figure_new_payments after insert on bill_payment referencing new table as after_rows
  for each statement execute function figure_payments();
create trigger figure_changed_payments after update on bill_payment referencing old table as before_rows new table as after_rows
  for each statement execute function figure_payments();
create trigger figure_gone_payments after delete on bill_payment referencing old table as before_rows
  for each statement execute function figure_payments();

create function figure_refunds() returns trigger language plpgsql set search_path = public, pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select r.company_id, b.owner_id, 'refunded', r.counted_on, r.currency, count(*), sum(r.amount_minor) from after_rows r
    join bill b on b.company_id = r.company_id and b.id = r.bill_id group by 1, 2, 3, 4, 5;
  else
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select r.company_id, b.owner_id, 'refunded', r.counted_on, r.currency, -count(*), -sum(r.amount_minor) from before_rows r
    join bill b on b.company_id = r.company_id and b.id = r.bill_id group by 1, 2, 3, 4, 5;
  end if;
  return null;
end $$;
create trigger figure_new_refunds after insert on bill_refund referencing new table as after_rows
  for each statement execute function figure_refunds();
create trigger figure_gone_refunds after delete on bill_refund referencing old table as before_rows
  for each statement execute function figure_refunds();

-- Moves what was appended into the figures: readers add both in one statement, so at no moment is anything missing or twice.
-- One at a time; whoever comes meanwhile has nothing to do.
create function fold_bill_figures(most integer) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  folded integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_bill_figures')) then return 0; end if;
  with taken as (
    delete from bill_figure_delta where ctid = any(array(
      select d.ctid from bill_figure_delta d where d.company_id in (select c.id from company c where company_is_here(c)) limit most))
    returning company_id, owner_id, kind, day, currency, row_count, amount_minor
  ), sums as (
    select company_id, case when grouping(owner_id) = 1 then '00000000-0000-0000-0000-000000000000' else owner_id end as owner_id, kind, day,
      currency, sum(row_count) as row_count, sum(amount_minor) as amount_minor
    from taken group by grouping sets ((company_id, owner_id, kind, day, currency), (company_id, kind, day, currency))
    having sum(row_count) <> 0 or sum(amount_minor) <> 0
  ), put as (
    insert into bill_figure as f (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select company_id, owner_id, kind, day, currency, row_count, amount_minor from sums
    on conflict (company_id, owner_id, kind, day, currency) do update
      set row_count = f.row_count + excluded.row_count, amount_minor = f.amount_minor + excluded.amount_minor
  )
  select count(*) into folded from taken;
  if folded > 0 then delete from bill_figure where row_count = 0 and amount_minor = 0; end if;
  return folded;
end $$;
call give_to_auth('fold_bill_figures(integer)');

-- Makes all of it anew from the bills, for whoever loads rows past the triggers. Owner only.
create function refill_bill_figures() returns void language plpgsql set search_path = public, pg_catalog, pg_temp as $$
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
    select r.company_id, b.owner_id, 'refunded', r.counted_on, r.currency, r.amount_minor from bill_refund r
    join bill b on b.company_id = r.company_id and b.id = r.bill_id
  ) x group by grouping sets ((company_id, owner_id, kind, day, currency), (company_id, kind, day, currency));
end $$;
revoke all on function refill_bill_figures() from public;

-- What a company wants done by itself.
create table rule (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  name text not null check (length(name) between 1 and 100),
  description text not null check (length(description) between 5 and 500),
  template text not null check (template in ('remindBeforeDue', 'remindAfterDue', 'cancelUnpaid', 'dailySummary', 'accountSilence', 'monthlyStatement')),
  type text not null check (type in ('once', 'hourly', 'daily', 'weekly', 'monthly')),
  start_at timestamptz not null,
  params jsonb not null,
  -- 0 closed, 1 running, 2 online, 3 abnormal: the customer's numbers.
  status smallint not null default 0 check (status between 0 and 3),
  call_no integer not null default 0,
  last_scheduled_at timestamptz,
  -- When it fires next; null: never (closed, or a single time that is over).
  next_at timestamptz,
  failure jsonb,
  -- What a template must remember from one time to the next (which silence was told already).
  memory jsonb not null default '{}',
  version integer not null default 1,
  updated_by text not null default '',
  updated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index rule_due on rule (next_at) where next_at is not null;
call keep_to_company('rule', 'select, insert, update, delete');
create policy auth on rule for select to paydesk_auth using (true);
grant select on rule to paydesk_auth;

-- One row per rule and scheduled time, whoever fires it and however often it is tried: this key is what makes it once.
create table rule_run (
  company_id uuid not null,
  rule_id uuid not null,
  scheduled_at timestamptz not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'stopped')),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Each batch is a transaction of its own; this is when the last one was done, and after which bill the next begins.
  touched_at timestamptz not null default now(),
  after_due date,
  after_id uuid,
  done integer not null default 0,
  skipped integer not null default 0,
  failure jsonb,
  primary key (company_id, rule_id, scheduled_at),
  foreign key (company_id, rule_id) references rule (company_id, id) on delete cascade
);
create index rule_run_open on rule_run (touched_at) where state = 'running';
call keep_to_company('rule_run', 'select, insert, update, delete');
create policy auth on rule_run for select to paydesk_auth using (true);
grant select on rule_run to paydesk_auth;

-- What a rule has done to a bill, so that the next time does not do it again.
create table rule_bill (
  company_id uuid not null,
  rule_id uuid not null,
  bill_id uuid not null,
  -- A bill that gets another due date begins anew.
  due_date date not null,
  times integer not null,
  last_on date not null,
  primary key (company_id, rule_id, bill_id),
  foreign key (company_id, rule_id) references rule (company_id, id) on delete cascade,
  foreign key (company_id, bill_id) references bill (company_id, id) on delete cascade
);
call keep_to_company('rule_bill', 'select, insert, update, delete');

-- Which rules should fire now, and which runs nobody goes on with (their job failed every time, or was lost with a restored queue):
-- scheduled work starts before any company is known.
create function rules_due() returns table (company_id uuid, rule_id uuid, scheduled_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select r.company_id, r.id, r.next_at from public.rule r join public.company c on c.id = r.company_id
  where r.next_at <= now() and c.status = 'active' and public.company_is_here(c)
  union all
  select r.company_id, r.rule_id, r.scheduled_at from public.rule_run r join public.company c on c.id = r.company_id
  where r.state = 'running' and r.touched_at < now() - interval '10 minutes' and public.company_is_here(c)
$$;
call give_to_auth('rules_due()');
