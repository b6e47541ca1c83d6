-- What the audit log's filter "security events" shows: refused attempts, and changes of who someone is or what they may do.
create function audit_is_security(action text, after jsonb) returns boolean
language sql immutable parallel safe
as $$
  select action like 'securityEvent.%' or action in ('user.changePassword', 'user.resetPassword', 'user.enableSecondFactor',
      'user.disableSecondFactor', 'user.resetSecondFactor', 'user.renewRecoveryCodes', 'user.useRecoveryCode', 'user.addPasskey', 'user.removePasskey',
      'user.bindIdentity', 'user.unbindIdentity', 'user.setRoles', 'role.create', 'role.update', 'role.delete')
    or (action like 'user.%' and action <> 'user.invite' and coalesce(after ?| array['email', 'phone'], false))
$$;
create index audit_entry_security on audit_entry (company_id, seq) where audit_is_security(action, after);

alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check check (kind in ('newDevice', 'accountStopped', 'approvalAsked', 'approvalDecided', 'disputeOpened',
  'disputeDeadline', 'paymentReceived', 'billRefused', 'exceptionOverdue', 'ruleFailed', 'dailySummary', 'accountSilent', 'statementReady',
  'eventAlarm', 'billProblem', 'problemFound', 'securityChange', 'securityAlarm', 'powerUsed', 'limitChangeAsked', 'limitChangeDecided')) not valid;
alter table notice validate constraint notice_kind_check;

-- Whoever has signed in with a code that went to a number has shown that it is theirs. It is then theirs alone in the whole installation, and
-- what others write into their profiles does not touch it.
alter table app_user add column phone_verified_at timestamptz;
alter table app_user add constraint app_user_verified_phone_check check (phone_verified_at is null or phone is not null);
create unique index app_user_verified_phone on app_user (phone) where phone_verified_at is not null;

create function forget_phone_proof() returns trigger
language plpgsql
as $$
begin
  new.phone_verified_at := null;
  return new;
end
$$;
create trigger forget_phone_proof before update on app_user for each row
when (new.phone is distinct from old.phone and new.phone_verified_at is not distinct from old.phone_verified_at)
execute function forget_phone_proof();

create or replace function find_login_by_phone(of_phone text) returns table (company_id uuid, user_id uuid, demo boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.company_id, u.id, u.demo from app_user u join company c on c.id = u.company_id
  where u.phone = of_phone and can_sign_in(u, c) and (u.phone_verified_at is not null
    or not exists (select from app_user o where o.phone = of_phone and o.phone_verified_at is not null))
$$;

-- Whom a refused attempt was aimed at, if anyone. Only the worker asks, after the answer has gone out.
create function find_tried_account(login_name text, of_phone text) returns table (company_id uuid, user_id uuid, name text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.company_id, u.id, u.name from app_user u join company c on c.id = u.company_id
  where (lower(u.username) = lower(login_name) or (u.phone = of_phone and u.phone_verified_at is not null)) and company_is_here(c)
  limit 1
$$;
call give_to_auth('find_tried_account(text, text)');

-- Browsers in which someone has signed in before. Their wrong passwords are counted apart, so that guesses from elsewhere lock nobody out.
create table known_device (
  company_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null check (length(token_hash) = 32),
  last_used_at timestamptz not null default now(),
  primary key (company_id, user_id, token_hash),
  foreign key (company_id, user_id) references app_user (company_id, id)
);
create index known_device_used on known_device (last_used_at);
call keep_to_company('known_device', 'select, insert, update, delete');
create policy auth_sweep on known_device to paydesk_auth using (true);
grant select, delete on known_device to paydesk_auth;

create function known_device_of(login_name text, of_phone text, hashes bytea[]) returns bytea
language sql stable security definer set search_path = public, pg_temp
as $$
  select d.token_hash from app_user u join company c on c.id = u.company_id
  join known_device d on d.company_id = u.company_id and d.user_id = u.id
  where (lower(u.username) = lower(login_name) or (u.phone = of_phone and u.phone_verified_at is not null)) and company_is_here(c)
    and d.token_hash = any (hashes)
  limit 1
$$;
call give_to_auth('known_device_of(text, text, bytea[])');

create function sweep_devices() returns integer
language sql volatile security definer set search_path = public, pg_temp
as $$
  with gone as (
    delete from known_device d using company c
    where c.id = d.company_id and company_is_here(c) and d.last_used_at < now() - interval '180 days' returning 1
  ) select count(*)::integer from gone
$$;
call give_to_auth('sweep_devices()');

-- Open streams of a session hear at once that it is over or works elsewhere.
create function tell_session_changed() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('paydesk_change', json_build_object('companyId', coalesce(old.acting_company_id, old.company_id), 'changes',
    json_build_array(json_build_object('entity', 'session', 'id', old.id)))::text);
  return null;
end
$$;
create trigger tell_session_changed after update on session for each row
when (old.ended_at is distinct from new.ended_at or old.acting_company_id is distinct from new.acting_company_id)
execute function tell_session_changed();

create function tell_company_stopped() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('paydesk_change', json_build_object('companyId', old.id, 'changes',
    json_build_array(json_build_object('entity', 'session', 'id', old.id)))::text);
  return null;
end
$$;
create trigger tell_company_stopped after update on company for each row when (old.status is distinct from new.status)
execute function tell_company_stopped();

-- Neither the double of another account is read, nor one whose credentials turned out to be another merchant's.
create or replace function accounts_to_sync() returns table (company_id uuid, account_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select a.company_id, a.id from public.paypal_account a join public.company c on c.id = a.company_id
  left join public.account_sync s on s.company_id = a.company_id and s.account_id = a.id
  where public.company_is_here(c) and a.client_id <> '' and a.secret_sealed is not null and a.state in ('active', 'paused', 'limited', 'disconnected')
    and a.state_reason not in ('merchantTwice', 'merchantChanged')
    and (s.account_id is null or (s.due_at <= now() and coalesce(s.leased_until < now(), true)))
$$;
