-- Automation rules: what a company wants done by itself, and each time that it was.

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

-- Unpaid bills by when they are due: what reminders and cancellations look through.
create index bill_due on bill (company_id, due_date, id) include (account_id) where status in ('sent', 'partiallyPaid') and due_minor > 0;

-- What the settings' tab "reminders and expiry" held, and nothing ever did, becomes rules: closed, for someone to look at and switch on.
-- Not forced meanwhile: an owner who is no superuser would see no company's.
alter table company_setting no force row level security;
insert into rule (company_id, name, description, template, type, start_at, params)
select s.company_id, x.name, '由原“催款与到期”设置转来，默认关闭', x.template, 'daily', date_trunc('day', now()) + interval '1 hour',
  jsonb_build_object('days', x.days, 'times', x.times, 'hours', null, 'userIds', '[]'::jsonb)
from company_setting s cross join lateral (
  select '到期前提醒' as name, 'remindBeforeDue' as template, max(d::int) as days, null::int as times
  from jsonb_array_elements_text(s.tabs -> 'remindersAndExpiry' -> 'remindBeforeDays') d having count(*) > 0
  union all
  select '逾期提醒', 'remindAfterDue', min(d::int), count(*)::int
  from jsonb_array_elements_text(s.tabs -> 'remindersAndExpiry' -> 'remindAfterDays') d having count(*) > 0
  union all
  select '逾期自动取消', 'cancelUnpaid', (s.tabs -> 'remindersAndExpiry' ->> 'cancelAfterDays')::int, null
  where s.tabs -> 'remindersAndExpiry' ->> 'cancelAfterDays' is not null
) x;
update company_setting set tabs = tabs - 'remindersAndExpiry' where tabs ? 'remindersAndExpiry';
alter table company_setting force row level security;

do $$
declare t text;
begin
  foreach t in array array['rule', 'rule_run', 'rule_bill'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to paydesk_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('grant select, insert, update, delete on %I to paydesk_app', t);
  end loop;
end $$;

create index rule_run_open on rule_run (touched_at) where state = 'running';

-- Which rules should fire now, and which runs nobody goes on with (their job failed every time, or was lost with a restored queue):
-- scheduled work starts before any company is known.
create function rules_due() returns table (company_id uuid, rule_id uuid, scheduled_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select r.company_id, r.id, r.next_at from public.rule r join public.company c on c.id = r.company_id
  where r.next_at <= now() and c.status = 'active'
  union all
  select company_id, rule_id, scheduled_at from public.rule_run where state = 'running' and touched_at < now() - interval '10 minutes'
$$;
create policy auth on rule for select to paydesk_auth using (true);
create policy auth on rule_run for select to paydesk_auth using (true);
grant select on rule, rule_run to paydesk_auth;
revoke all on function rules_due() from public;
grant execute on function rules_due() to paydesk_app;
grant create on schema public to paydesk_auth;
alter function rules_due() owner to paydesk_auth;
revoke create on schema public from paydesk_auth;

alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check check (kind in ('newDevice', 'accountStopped', 'approvalAsked', 'approvalDecided',
  'disputeOpened',
  'disputeDeadline', 'paymentReceived', 'billRefused', 'exceptionOverdue', 'ruleFailed', 'dailySummary', 'accountSilent', 'statementReady'));
