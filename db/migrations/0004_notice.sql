create table notice (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  user_id uuid not null,
  kind text not null check (kind in ('newDevice')),
  -- What the notice is about. Unique per reader, so a job that runs twice tells only once.
  subject_id uuid not null,
  data jsonb not null,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, user_id, kind, subject_id),
  foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade
);
create index notice_list on notice (company_id, user_id, created_at desc, id desc);

alter table notice enable row level security;
alter table notice force row level security;
create policy tenant on notice to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update on notice to paydesk_app;
