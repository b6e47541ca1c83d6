-- Events are hints: they say where to look, and PayPal's own records decide (decision 52).

-- One transmission id has one body: PayPal's signature covers little of the body, so whoever saw one delivery can sign another with it.
-- Of earlier rows that share an id, all but the first keep it with their event's id behind it.
update paypal_event e set transmission_id = e.transmission_id || ' ' || e.event_id
where e.transmission_id <> '' and exists (select from paypal_event o where o.company_id = e.company_id and o.account_id = e.account_id
  and o.transmission_id = e.transmission_id and (o.received_at, o.event_id) < (e.received_at, e.event_id));
create unique index paypal_event_transmission on paypal_event (company_id, account_id, transmission_id) where transmission_id <> '';

-- The worker now takes one account at a time, because PayPal is asked account by account.
create index paypal_event_todo_account on paypal_event_todo (company_id, account_id, due_at);
drop index paypal_event_todo_due;

-- confirmed: PayPal's records bear it out. unconfirmed: they did not in time, and an alarm names it. The words of earlier releases stay.
alter table paypal_event_outcome drop constraint paypal_event_outcome_outcome_check;
alter table paypal_event_outcome add constraint paypal_event_outcome_outcome_check
  check (outcome in ('confirmed', 'unconfirmed', 'notOurs', 'failed', 'applied', 'stale', 'fetched')) not valid;
alter table paypal_event_outcome validate constraint paypal_event_outcome_outcome_check;

-- Until when a worker looks at PayPal for an account's events, and until when the account rests: under load it gathers events for a few seconds.
create table event_look (
  company_id uuid not null,
  account_id uuid not null,
  leased_until timestamptz not null default '-infinity',
  rest_until timestamptz not null default '-infinity',
  failures integer not null default 0,
  primary key (company_id, account_id),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
);
call keep_to_company('event_look', 'select, insert, update');
create policy auth on event_look for select to paydesk_auth using (true);
grant select on event_look to paydesk_auth;

-- Deliveries that were signed and still are not true, each by its name. Append-only.
create table paypal_alarm (
  company_id uuid not null,
  id uuid not null default new_id(),
  account_id uuid not null,
  kind text not null check (kind in ('notBorneOut', 'transmissionReused', 'eventRewritten', 'inFuture')),
  event_id text not null,
  event_type text not null,
  resource_id text,
  transmission_id text not null,
  -- What it said, and what PayPal's records say.
  detail text not null default '',
  raised_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, account_id) references paypal_account (company_id, id)
);
-- Nobody can make up a transmission id: whoever replays one a thousand times is named once.
create unique index paypal_alarm_once on paypal_alarm (company_id, account_id, kind, transmission_id);
create index paypal_alarm_list on paypal_alarm (company_id, raised_at desc, id desc);
call keep_to_company('paypal_alarm', 'select, insert');

-- When the look began whose answer the bill shows. A look that began later wins, whatever times PayPal's records carry.
alter table bill add column provider_looked_at timestamptz;

-- Which accounts have events that are due and nobody looks at: the worker then goes into each company.
drop function companies_with_due_events();
create function accounts_with_due_events() returns table (company_id uuid, account_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select a.company_id, a.id from public.paypal_account a
  join public.company c on c.id = a.company_id and public.company_is_here(c)
  cross join lateral (select t.due_at from public.paypal_event_todo t where t.company_id = a.company_id and t.account_id = a.id
    and t.due_at <= now() order by t.due_at limit 1) first
  left join public.event_look l on l.company_id = a.company_id and l.account_id = a.id
  -- Times that no clock of ours can have written are another server's, before a failover.
  where coalesce((l.leased_until < now() or l.leased_until > now() + interval '1 minute')
    and (l.rest_until < now() or l.rest_until > now() + interval '15 minutes'), true)
  order by first.due_at
$$;
call give_to_auth('accounts_with_due_events()');

alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check check (kind in ('newDevice', 'accountStopped', 'approvalAsked', 'approvalDecided', 'disputeOpened',
  'disputeDeadline', 'paymentReceived', 'billRefused', 'exceptionOverdue', 'ruleFailed', 'dailySummary', 'accountSilent', 'statementReady',
  'eventAlarm')) not valid;
alter table notice validate constraint notice_kind_check;
