-- For psql, with the variables moment and why, as a superuser: puts a restored database into quarantine. Data of 0.3.0 and before knows none: a table is left
-- in it, by which the migration to the next version begins with it.

select to_regprocedure('quarantine_on(timestamptz, text)') is null as older,
  pg_get_userbyid(datdba) as owner from pg_database where datname = current_database() \gset
\if :older
-- A run that was broken off may have left word already.
create table if not exists public.quarantine_wanted (moment timestamptz, why text);
insert into public.quarantine_wanted values (:'moment', :'why');
alter table public.quarantine_wanted owner to :"owner";
select 'This data is of a version that knows no quarantine. Start NO process of that version: run `paydesk migrate` of the next one, which begins with it.';
\else
select 'In quarantine since ' || quarantine_on(:'moment'::timestamptz, :'why');
\endif
