-- How people like to see their lists: filters and columns under a name, and what each person chose last.

create table list_view (
  company_id uuid not null references company,
  id uuid not null default new_id(),
  -- By id alone: a super admin who acts here is a user of another company.
  owner_id uuid not null,
  owner_name text not null,
  list text not null check (length(list) between 1 and 40),
  name text not null check (length(name) between 1 and 50),
  -- What stands after the ? of the list's address, without the page.
  query text not null check (length(query) <= 2000),
  -- Null: whatever columns the person has.
  columns text[],
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (company_id, id)
);
create unique index list_view_name on list_view (company_id, list, owner_id, lower(name));
create index list_view_shared on list_view (company_id, list) where shared;

create table list_choice (
  company_id uuid not null references company,
  user_id uuid not null,
  list text not null check (length(list) between 1 and 40),
  -- Null: those that the list comes with.
  columns text[],
  default_view_id uuid,
  primary key (company_id, user_id, list),
  foreign key (company_id, default_view_id) references list_view (company_id, id) on delete set null (default_view_id)
);
create index list_choice_view on list_choice (company_id, default_view_id) where default_view_id is not null;

do $$
declare t text;
begin
  foreach t in array array['list_view', 'list_choice'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I to paydesk_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('grant select, insert, update, delete on %I to paydesk_app', t);
  end loop;
end $$;
