-- Figures of the home page, kept as bills change, and notices with their ways to people.

-- Under which day of the company's calendar a payment or refund counts. Kept with it: a company that moves to another time zone
-- counts differently from then on, and what was counted can still be taken back.
alter table bill_payment add column counted_on date;
alter table bill_refund add column counted_on date;

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
-- Whoever writes many at once gives the day with them (bill/payment.ts): a call per row would cost more than the row.
create trigger count_payment_day before insert on bill_payment for each row when (new.counted_on is null) execute function count_payment_day();
-- Money from the day on which it is no longer pending.
create trigger count_settled_day before update of pending on bill_payment for each row when (old.pending and not new.pending)
  execute function count_payment_day();
create trigger count_refund_day before insert on bill_refund for each row when (new.counted_on is null) execute function count_refund_day();

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

-- What transactions add. Only ever appended: adding to hot rows of bill_figure in each transaction cost 60 % of throughput.
-- It has no key: each index would be written with every payment.
create table bill_figure_delta (
  company_id uuid not null,
  owner_id uuid not null,
  kind text not null,
  day date not null,
  currency text not null,
  row_count bigint not null,
  amount_minor bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
create index bill_figure_delta_company on bill_figure_delta (company_id);

do $$
declare t text;
begin
  foreach t in array array['bill_figure', 'bill_figure_delta'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to paydesk_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('create policy auth on %I to paydesk_auth using (true) with check (true)', t);
  end loop;
end $$;
grant select on bill_figure to paydesk_app;
grant select, insert on bill_figure_delta to paydesk_app;
grant select, insert, update, delete on bill_figure to paydesk_auth;
grant select, delete on bill_figure_delta to paydesk_auth;

-- What a bill counts as. Inlined into the statements that use it.
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

-- Whose payment it is, is said by the bill, which whoever writes payments has locked.
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

-- Refunds of PayPal's record are only ever added.
create function figure_refunds() returns trigger language plpgsql set search_path = public, pg_catalog, pg_temp as $$
begin
  insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
  select r.company_id, b.owner_id, 'refunded', r.counted_on, r.currency, count(*), sum(r.amount_minor) from after_rows r
  join bill b on b.company_id = r.company_id and b.id = r.bill_id group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger figure_new_refunds after insert on bill_refund referencing new table as after_rows
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
    delete from bill_figure_delta where ctid = any(array(select d.ctid from bill_figure_delta d limit most))
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

-- All of it from the bills themselves: for what was there before, and for whoever loads rows past the triggers. Owner only.
create function refill_bill_figures() returns void language plpgsql set search_path = public, pg_catalog, pg_temp as $$
begin
  truncate bill_figure, bill_figure_delta;
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

-- What is there already. Row-level security is forced on the owner too, and for these statements is not.
do $$
declare
  t text;
  tables text[] := array['bill', 'bill_payment', 'bill_refund', 'bill_figure', 'bill_figure_delta', 'company'];
begin
  foreach t in array tables loop execute format('alter table %I no force row level security', t); end loop;
  alter table bill_payment disable trigger user;
  update bill_payment p set counted_on = counted_day(p.source, p.paid_on, p.created_at, c.timezone) from company c where c.id = p.company_id;
  update bill_refund r set counted_on = counted_day(r.source, r.refunded_on, r.created_at, c.timezone) from company c where c.id = r.company_id;
  alter table bill_payment enable trigger user;
  perform refill_bill_figures();
  foreach t in array tables loop execute format('alter table %I force row level security', t); end loop;
end $$;
alter table bill_payment alter column counted_on set not null;
alter table bill_refund alter column counted_on set not null;

-- How someone's e-mails come: null digest_hour is at once; between the quiet hours nothing comes. Hours of the person's own day.
alter table notification_choice
  add column digest_hour smallint check (digest_hour between 0 and 23),
  add column quiet_from smallint check (quiet_from between 0 and 23),
  add column quiet_to smallint check (quiet_to between 0 and 23),
  add check ((quiet_from is null) = (quiet_to is null) and quiet_from <> quiet_to);

-- When a message of this moment may go: at the digest's next hour if there is one, and not within the quiet hours (which may span midnight).
create function next_message_at(at timestamptz, zone text, digest_hour integer, quiet_from integer, quiet_to integer) returns timestamptz
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  going timestamptz := at;
  there timestamp;
begin
  if digest_hour is not null then
    there := date_trunc('day', at at time zone zone) + make_interval(hours => digest_hour);
    going := there at time zone zone;
    if going <= at then going := (there + interval '1 day') at time zone zone; end if;
  end if;
  there := going at time zone zone;
  if quiet_from is not null and (case when quiet_from < quiet_to
    then extract(hour from there) >= quiet_from and extract(hour from there) < quiet_to
    else extract(hour from there) >= quiet_from or extract(hour from there) < quiet_to end)
  then
    there := date_trunc('day', there) + make_interval(hours => quiet_to)
      + case when extract(hour from there) >= quiet_to then interval '1 day' else interval '0' end;
    going := there at time zone zone;
  end if;
  return going;
end $$;

alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check check (kind in ('newDevice', 'accountStopped', 'approvalAsked', 'approvalDecided', 'disputeOpened',
  'disputeDeadline', 'paymentReceived', 'billRefused', 'exceptionOverdue'));
-- Written from app_user by the one statement that tells (notice/notice.ts), and users are never deleted. The checks were a third of its cost, and
-- locked the user's row against other batches.
alter table notice drop constraint notice_company_id_fkey, drop constraint notice_company_id_user_id_fkey;
create index notice_unread on notice (company_id, user_id) where read_at is null;

-- The same news on its way elsewhere. Kept for a while once sent: nothing is told twice.
create table notice_delivery (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  -- mail: a user. companyMail: the addresses of the company's settings. chat: one of its bots.
  channel text not null check (channel in ('mail', 'companyMail', 'chat')),
  target_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  -- Those that go out as one message; null while it is not due.
  batch_id uuid,
  tries integer not null default 0,
  sent_at timestamptz,
  primary key (company_id, id),
  unique (company_id, channel, target_id, kind, subject_id)
);
create index notice_delivery_due on notice_delivery (due_at) where batch_id is null;
create index notice_delivery_batch on notice_delivery (company_id, batch_id) where batch_id is not null;
create index notice_delivery_age on notice_delivery (created_at);

-- The company's own addresses are nobody's of its users.
alter table message alter column user_id drop not null;

-- A bot's address holds its token: sealed, never shown again. What the settings say of it (name, kind, on or off) stands there.
create table chat_bot (
  company_id uuid not null references company,
  id uuid not null,
  url_sealed bytea not null,
  url_last4 text not null,
  secret_sealed bytea,
  sent_at timestamptz,
  failure text not null default '',
  failed_at timestamptz,
  primary key (company_id, id)
);

do $$
declare t text;
begin
  foreach t in array array['notice_delivery', 'chat_bot'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to paydesk_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('grant select, insert, update, delete on %I to paydesk_app', t);
  end loop;
end $$;

create policy auth on notice_delivery to paydesk_auth using (true) with check (true);
create policy auth on notice to paydesk_auth using (true) with check (true);
create policy auth_read on dispute for select to paydesk_auth using (true);
create policy auth_read on company_setting for select to paydesk_auth using (true);
grant select, update, delete on notice_delivery to paydesk_auth;
grant select, delete on notice to paydesk_auth;
grant select on dispute, company_setting to paydesk_auth;

-- What is due becomes one batch per receiver. Work that starts before any company is known.
create function claim_notice_deliveries(most integer) returns table (company_id uuid, channel text, target_id uuid, batch_id uuid)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
  with due as materialized (
    select d.company_id, d.id, d.channel, d.target_id from notice_delivery d
    where d.batch_id is null and d.due_at <= now() order by d.due_at limit most for update skip locked
  ), batch as materialized (
    select b.*, new_id() as batch_id from (select distinct company_id, channel, target_id from due) b
  ), marked as (
    update notice_delivery d set batch_id = b.batch_id from due join batch b using (company_id, channel, target_id)
    where d.company_id = due.company_id and d.id = due.id
  )
  select company_id, channel, target_id, batch_id from batch
$$;

-- Companies in which a deadline comes near or something waits for an explanation.
create function companies_to_remind() returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select c.id from company c where c.status = 'active' and (
    exists (select from dispute d where d.company_id = c.id and (d.status = 'RESOLVED') = false
      and d.seller_due_at > now() and d.seller_due_at <= now() + interval '48 hours')
    or exists (select from paypal_transaction t where t.company_id = c.id and t.match_state = 'unmatched' and t.status in ('S', 'V')))
$$;

-- Bots of an earlier release, whose addresses lie open in the settings.
create function companies_with_plain_bots() returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ select s.company_id from company_setting s where jsonb_path_exists(s.tabs, '$.notifications.webhooks[*].url') $$;

create function sweep_notices() returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
  with sent as (delete from notice_delivery where created_at < now() - interval '60 days'), gone as (
    delete from notice where created_at < now() - interval '365 days' or (created_at < now() - interval '90 days' and read_at is not null) returning 1
  ) select count(*)::integer from gone
$$;

grant create on schema public to paydesk_auth;
alter function fold_bill_figures(integer) owner to paydesk_auth;
alter function claim_notice_deliveries(integer) owner to paydesk_auth;
alter function companies_to_remind() owner to paydesk_auth;
alter function companies_with_plain_bots() owner to paydesk_auth;
alter function sweep_notices() owner to paydesk_auth;
revoke create on schema public from paydesk_auth;
revoke all on function fold_bill_figures(integer), claim_notice_deliveries(integer), companies_to_remind(), companies_with_plain_bots(), sweep_notices() from public;
grant execute on function fold_bill_figures(integer), claim_notice_deliveries(integer), companies_to_remind(), companies_with_plain_bots(), sweep_notices() to paydesk_app;
