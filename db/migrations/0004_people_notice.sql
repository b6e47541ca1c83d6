-- What people are told, in the console and elsewhere.

create table notification_choice (
  company_id uuid not null,
  user_id uuid not null,
  choices jsonb not null,
  -- How e-mails come, in hours of the person's own day. Null digest_hour: at once. Nothing comes between the quiet hours.
  digest_hour smallint check (digest_hour between 0 and 23),
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  version integer not null default 1,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade,
  check ((quiet_from is null) = (quiet_to is null) and quiet_from <> quiet_to)
);
call keep_to_company('notification_choice', 'select, insert, update');

-- When a message of this moment may go: at the digest's next hour if there is one, and not within the quiet hours (which may span
-- midnight).
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

-- Neither company nor user is a foreign key: the one statement that tells reads both from app_user, and users are never deleted.
-- The checks were a third of its cost, and locked the user's row against other batches.
create table notice (
  company_id uuid not null,
  id uuid not null default new_id(),
  user_id uuid not null,
  kind text not null check (kind in ('newDevice', 'accountStopped', 'approvalAsked', 'approvalDecided', 'disputeOpened', 'disputeDeadline',
    'paymentReceived', 'billRefused', 'exceptionOverdue', 'ruleFailed', 'dailySummary', 'accountSilent', 'statementReady')),
  -- What the notice is about. Unique per reader, so a job that runs twice tells only once.
  subject_id uuid not null,
  data jsonb not null,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, user_id, kind, subject_id)
);
create index notice_list on notice (company_id, user_id, created_at desc, id desc);
create index notice_unread on notice (company_id, user_id) where read_at is null;
call keep_to_company('notice', 'select, insert, update');
create policy auth on notice to paydesk_auth using (true) with check (true);
grant select, delete on notice to paydesk_auth;

-- The same news on its way elsewhere. Rows are kept for a while once sent: nothing is told twice.
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
call keep_to_company('notice_delivery', 'select, insert, update, delete');
create policy auth on notice_delivery to paydesk_auth using (true) with check (true);
grant select, update, delete on notice_delivery to paydesk_auth;

-- A bot's address holds its token: it is sealed and never shown again. Name, kind and whether it is on stand in the settings.
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
call keep_to_company('chat_bot', 'select, insert, update, delete');

-- What is due becomes one batch per receiver. This work starts before any company is known.
create function claim_notice_deliveries(most integer) returns table (company_id uuid, channel text, target_id uuid, batch_id uuid)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
  with due as materialized (
    select d.company_id, d.id, d.channel, d.target_id from notice_delivery d join company c on c.id = d.company_id
    where d.batch_id is null and d.due_at <= now() and company_is_here(c) order by d.due_at limit most for update of d skip locked
  ), batch as materialized (
    select b.*, new_id() as batch_id from (select distinct company_id, channel, target_id from due) b
  ), marked as (
    update notice_delivery d set batch_id = b.batch_id from due join batch b using (company_id, channel, target_id)
    where d.company_id = due.company_id and d.id = due.id
  )
  select company_id, channel, target_id, batch_id from batch
$$;
call give_to_auth('claim_notice_deliveries(integer)');

create function sweep_notices() returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
  with sent as (
    delete from notice_delivery d using company c
    where c.id = d.company_id and company_is_here(c) and d.created_at < now() - interval '60 days'
  ), gone as (
    delete from notice n using company c where c.id = n.company_id and company_is_here(c)
      and (n.created_at < now() - interval '365 days' or (n.created_at < now() - interval '90 days' and n.read_at is not null)) returning 1
  ) select count(*)::integer from gone
$$;
call give_to_auth('sweep_notices()');
