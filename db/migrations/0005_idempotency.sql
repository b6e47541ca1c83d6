-- One row per mutating call that carried an Idempotency-Key, written in the transaction of its effect: the row exists if and
-- only if the effect does. A repeat waits on the primary key for the first one's outcome and is given the first answer.
create table idempotency (
  company_id uuid not null references company,
  user_id uuid not null,
  key text not null check (length(key) between 1 and 100),
  request_hash bytea not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id, key),
  foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade
);
create index idempotency_age on idempotency (created_at);

alter table idempotency enable row level security;
alter table idempotency force row level security;
create policy tenant on idempotency to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
create policy auth_sweep on idempotency to paydesk_auth using (true);
grant select, insert, update on idempotency to paydesk_app;
grant select, delete on idempotency to paydesk_auth;

-- A client that is still retrying after two days has other problems.
create function sweep_idempotency() returns integer
language sql volatile security definer set search_path = public, pg_temp
as $$
  with gone as (delete from idempotency where created_at < now() - interval '2 days' returning 1) select count(*)::integer from gone
$$;
grant create on schema public to paydesk_auth;
alter function sweep_idempotency() owner to paydesk_auth;
revoke create on schema public from paydesk_auth;
revoke all on function sweep_idempotency() from public;
grant execute on function sweep_idempotency() to paydesk_app;
