-- locks: paypal_event_todo (a column), balance_proof, company, operation, paypal_account_allowance, paypal_alarm and row_set_aside (a policy, rights) against everybody, for an instant each; nothing is rewritten.
-- What Prometheus is told of the business (decision 0072). Each function gives aggregates of all companies: numbers, company codes, the last
-- eight signs of PayPal accounts' ids. All read small tables or partial indexes of what is open, so they cost the same at any size.

-- Since when an event waits: `due_at` moves with each look. now() is no volatile default, so the table is not rewritten, and inserts of the
-- release before fill it as well.
alter table paypal_event_todo add column since timestamptz default now();

-- What the verifiers of books and audit chain found last, for each company.
create table verification (
  company_id uuid not null references company,
  verifier text not null check (verifier in ('ledger', 'audit')),
  -- The last run that came to its end; null: none has.
  verified_at timestamptz,
  faults integer not null default 0,
  first_fault text not null default '' check (length(first_fault) <= 500),
  took_ms integer not null default 0,
  -- When it is verified next: the longer it takes, the rarer.
  due_at timestamptz not null default now(),
  primary key (company_id, verifier)
) with (fillfactor = 50);
call keep_to_company('verification', 'select, insert, update');
create policy auth on verification for select to paydesk_auth using (true);
grant select on verification to paydesk_auth;

-- The role that looks across companies sees of these tables only what is counted.
create policy auth on operation for select to paydesk_auth using (true);
grant select (company_id, state, kind, unknown_since, due_at) on operation to paydesk_auth;
create policy auth on paypal_alarm for select to paydesk_auth using (true);
grant select (company_id, kind, raised_at) on paypal_alarm to paydesk_auth;
create policy auth on balance_proof for select to paydesk_auth using (true);
grant select (company_id, account_id, currency, difference_minor, checked_at) on balance_proof to paydesk_auth;
create policy auth on row_set_aside for select to paydesk_auth using (true);
grant select (company_id, account_id, first_seen_at, settled_at, understood_at) on row_set_aside to paydesk_auth;
create policy auth on paypal_account_allowance for select to paydesk_auth using (true);
grant select (company_id, account_id, kind, held_until, turns, per_minute) on paypal_account_allowance to paydesk_auth;
grant select on paypal_address_allowance to paydesk_auth;

-- The index operation_open holds what is not finished, however many operations there ever were.
create function watch_operations() returns table (name text, labels jsonb, value double precision)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with unfinished as materialized (
    select o.state, o.kind, extract(epoch from now() - o.unknown_since)::float8 as unknown, extract(epoch from now() - o.due_at)::float8 as due
    from public.operation o join public.company c on c.id = o.company_id and public.company_is_here(c)
    where o.state in ('ready', 'running', 'unknown')
  )
  select 'operations', jsonb_build_object('state', s.state), (select count(*) from unfinished u where u.state = s.state)::float8
  from (values ('ready'), ('running'), ('unknown')) s (state)
  union all
  select 'operations_unknown', jsonb_build_object('over_seconds', a.seconds::text),
    (select count(*) from unfinished u where u.state = 'unknown' and u.unknown >= a.seconds)::float8
  from (values (0), (60), (600), (3600), (86400)) a (seconds)
  union all
  select 'operations_unknown_oldest_seconds', '{}', coalesce(max(u.unknown), 0) from unfinished u where u.state = 'unknown'
  union all
  select 'operations_ready_oldest_seconds', '{}', greatest(0, coalesce(max(u.due), 0)) from unfinished u where u.state = 'ready'
  union all
  select 'refunds_unknown', '{}', count(*)::float8 from unfinished u where u.state = 'unknown' and u.kind = 'refundPayment'
  union all
  select 'refunds_unknown_oldest_seconds', '{}', coalesce(max(u.unknown), 0) from unfinished u where u.state = 'unknown' and u.kind = 'refundPayment'
$$;
call give_to_auth('watch_operations()');

-- paypal_event_todo holds only events that wait; alarms of ten minutes are the newest entries of paypal_alarm_list.
create function watch_events() returns table (name text, labels jsonb, value double precision)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with waiting as materialized (
    select count(*) filter (where t.tries = 0)::float8 as fresh, count(*) filter (where t.tries > 0)::float8 as looked,
      coalesce(extract(epoch from now() - min(t.since) filter (where t.tries = 0)), 0)::float8 as fresh_oldest,
      coalesce(extract(epoch from now() - min(t.since) filter (where t.tries > 0)), 0)::float8 as looked_oldest
    from public.paypal_event_todo t join public.company c on c.id = t.company_id and public.company_is_here(c)
  ), alarms as materialized (
    select p.kind from public.company c join public.paypal_alarm p on p.company_id = c.id and p.raised_at > now() - interval '10 minutes'
    where public.company_is_here(c)
  )
  select 'events_not_applied', '{}'::jsonb, fresh from waiting
  union all select 'events_not_applied_oldest_seconds', '{}', fresh_oldest from waiting
  union all select 'events_not_confirmed', '{}', looked from waiting
  union all select 'events_not_confirmed_oldest_seconds', '{}', looked_oldest from waiting
  union all select 'event_alarms', jsonb_build_object('kind', k.kind), (select count(*) from alarms a where a.kind = k.kind)::float8
    from (values ('notBorneOut'), ('transmissionReused'), ('eventRewritten'), ('inFuture')) k (kind)
$$;
call give_to_auth('watch_events()');

-- Which accounts are read: as in accounts_to_sync.
create function watch_reading() returns table (name text, labels jsonb, value double precision)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with account as materialized (
    select a.state, jsonb_build_object('company', c.code, 'account', right(a.id::text, 8)) as labels,
      a.client_id <> '' and a.secret_sealed is not null and a.state <> 'archived' and a.state_reason not in ('merchantTwice', 'merchantChanged') as is_read,
      greatest(s.read_at, a.created_at, a.state_changed_at, a.secret_changed_at) as read_at, s.failing_since,
      case when s.account_id is null then greatest(a.created_at, a.secret_changed_at) when coalesce(s.leased_until < now(), true) then s.due_at end as due_at
    from public.paypal_account a join public.company c on c.id = a.company_id and public.company_is_here(c)
    left join public.account_sync s on s.company_id = a.company_id and s.account_id = a.id
  )
  select 'reading_lag_seconds', labels, extract(epoch from now() - read_at)::float8 from account where is_read
  union all
  select 'reading_failing_seconds', labels, coalesce(extract(epoch from now() - failing_since), 0)::float8 from account where is_read
  union all
  select 'reading_overdue_seconds', labels, greatest(0, coalesce(extract(epoch from now() - due_at), 0))::float8 from account where is_read
  union all
  select 'accounts', jsonb_build_object('state', s.state), (select count(*) from account a where a.state = s.state)::float8
  from (values ('active'), ('paused'), ('limited'), ('disconnected'), ('archived')) s (state)
$$;
call give_to_auth('watch_reading()');

-- One proof for each account and currency; what is set aside and what is a problem now have partial indexes.
create function watch_books() returns table (name text, labels jsonb, value double precision)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with proof as materialized (
    select jsonb_build_object('company', c.code, 'account', right(a.id::text, 8)) as labels, p.currency, p.difference_minor, p.checked_at
    from public.balance_proof p join public.company c on c.id = p.company_id and public.company_is_here(c)
    join public.paypal_account a on a.company_id = p.company_id and a.id = p.account_id and a.state <> 'archived'
  ), aside as materialized (
    select r.first_seen_at from public.row_set_aside r join public.company c on c.id = r.company_id and public.company_is_here(c)
    where r.settled_at is null and r.understood_at is null
  )
  select 'proof_difference_minor', labels || jsonb_build_object('currency', currency), difference_minor::float8 from proof
  union all
  select 'proof_age_seconds', labels, extract(epoch from now() - max(checked_at))::float8 from proof group by labels
  union all
  select 'rows_not_understood', '{}', count(*)::float8 from aside
  union all
  select 'rows_not_understood_oldest_seconds', '{}', coalesce(extract(epoch from now() - min(first_seen_at)), 0)::float8 from aside
  union all
  select 'problems_open', jsonb_build_object('kind', k.kind), count(p.kind)::float8
  from (values ('booksDiffer'), ('monthDiffers'), ('readingStopped'), ('eventsSilent'), ('rowSetAside'), ('refundUnknown'), ('currencyChanged')) k (kind)
  left join (public.problem p join public.company c on c.id = p.company_id and public.company_is_here(c)) on p.kind = k.kind and p.ended_at is null
  group by k.kind
$$;
call give_to_auth('watch_books()');

-- A company that was never verified counts from the day that it was made.
create function watch_verifiers() returns table (name text, labels jsonb, value double precision)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with state as materialized (
    select k.verifier, coalesce(v.faults, 0) as faults, coalesce(v.took_ms, 0) as took_ms, coalesce(v.verified_at, c.created_at) as at
    from (values ('ledger'), ('audit')) k (verifier)
    left join public.company c on c.status = 'active' and public.company_is_here(c)
    left join public.verification v on v.company_id = c.id and v.verifier = k.verifier
  )
  select f.name, jsonb_build_object('verifier', s.verifier), case f.name when 'verifier_faults' then count(*) filter (where s.faults > 0)::float8
    when 'verifier_seconds' then max(s.took_ms) / 1000.0::float8 else coalesce(extract(epoch from now() - min(s.at)), 0)::float8 end
  from state s cross join (values ('verifier_faults'), ('verifier_oldest_seconds'), ('verifier_seconds')) f (name) group by f.name, s.verifier
$$;
call give_to_auth('watch_verifiers()');

-- Companies whose turn to be verified has come, those that wait longest first.
create function companies_to_verify(of_verifier text) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select c.id from public.company c left join public.verification v on v.company_id = c.id and v.verifier = of_verifier
  where c.status = 'active' and public.company_is_here(c) and (v.due_at is null or v.due_at <= now()) order by v.verified_at nulls first, c.id
$$;
call give_to_auth('companies_to_verify(text)');

-- The chain's first fault in the company that the transaction is in, and no other one's.
create function audit_first_fault_here() returns table (seq bigint, fault text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select f.seq, f.fault from public.audit_first_fault(public.current_company()) f $$;
call give_to_auth('audit_first_fault_here()');

create function watch_allowance() returns table (name text, labels jsonb, value double precision)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select 'allowance_wait_seconds', jsonb_build_object('address', a.address, 'kind', a.kind), greatest(0, coalesce(extract(epoch from a.busy_until - now()), 0))::float8
  from public.paypal_address_allowance a
  union all
  select 'allowance_held_seconds', jsonb_build_object('address', a.address, 'kind', a.kind), greatest(0, coalesce(extract(epoch from a.held_until - now()), 0))::float8
  from public.paypal_address_allowance a
  union all
  select 'allowance_left', jsonb_build_object('kind', a.kind),
    min(a.per_minute - (select count(*) from unnest(a.turns) t (at) where t.at > now() - interval '1 minute'))::float8
  from public.paypal_account_allowance a group by a.kind
  union all
  select 'accounts_held', jsonb_build_object('kind', a.kind), count(*) filter (where a.held_until > now())::float8
  from public.paypal_account_allowance a group by a.kind
$$;
call give_to_auth('watch_allowance()');

-- Messages that are due: those that no job has taken yet, and those of the jobs that wait, which the caller names. The jobs' own ages do not
-- tell, because a refused message gets a new job.
create function watch_notices(of_jobs jsonb) returns table (name text, labels jsonb, value double precision)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with job as materialized (select j."companyId", j."messageId", j."batchId" from jsonb_to_recordset(of_jobs) as j ("companyId" uuid, "messageId" uuid, "batchId" uuid)),
  late as materialized (
    select case d.channel when 'chat' then 'chat' else 'mail' end as channel, d.due_at as since from public.notice_delivery d
    where d.batch_id is null and d.due_at <= now()
    union all
    select case d.channel when 'chat' then 'chat' else 'mail' end, d.due_at from job j
    join public.notice_delivery d on d.company_id = j."companyId" and d.batch_id = j."batchId" where d.sent_at is null
    union all
    select m.channel, m.created_at from job j join public.message m on m.company_id = j."companyId" and m.id = j."messageId" where m.sent_at is null
  )
  select 'notices_undelivered', jsonb_build_object('channel', k.channel), (select count(*) from late l where l.channel = k.channel)::float8
  from (values ('mail'), ('sms'), ('chat')) k (channel)
  union all
  select 'notices_undelivered_oldest_seconds', jsonb_build_object('channel', k.channel),
    coalesce((select extract(epoch from now() - min(l.since)) from late l where l.channel = k.channel), 0)::float8
  from (values ('mail'), ('sms'), ('chat')) k (channel)
$$;
call give_to_auth('watch_notices(jsonb)');

create function watch_companies() returns table (name text, labels jsonb, value double precision)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select 'companies', jsonb_build_object('status', s.status), (select count(*) from public.company c where c.status = s.status and public.company_is_here(c))::float8
  from (values ('active'), ('suspended')) s (status)
$$;
call give_to_auth('watch_companies()');
