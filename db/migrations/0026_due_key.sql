-- The order of due dates goes on from a bill by an index range. With coalesce it read every bill before that one: under row-level security only
-- expressions that PostgreSQL knows to give nothing away may begin a range, and coalesce is not among them.
drop index bill_status_due;
drop index bill_owner_due;
create index bill_status_due on bill (company_id, status, (case when due_date is null then 'infinity'::date else due_date end), id)
  include (account_id, currency, created_at, due_date, due_minor);
create index bill_owner_due on bill (company_id, owner_id, status, (case when due_date is null then 'infinity'::date else due_date end), id)
  include (account_id, currency, created_at, due_date, due_minor);
