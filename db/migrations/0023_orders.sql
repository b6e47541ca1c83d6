-- The list of bills in the order of due dates and of amounts, as quick as in the order of time: a page is merged from one index range per
-- status (and per owner, for a team), and every filter of the list is answered from the index. A bill without a due date counts as the latest.
create index bill_status_due on bill (company_id, status, coalesce(due_date, 'infinity'::date), id)
  include (account_id, currency, created_at, due_date, due_minor);
create index bill_status_total on bill (company_id, status, currency, total_minor, id)
  include (account_id, created_at, due_date, due_minor);
create index bill_owner_due on bill (company_id, owner_id, status, coalesce(due_date, 'infinity'::date), id)
  include (account_id, currency, created_at, due_date, due_minor);
create index bill_owner_total on bill (company_id, owner_id, status, currency, total_minor, id)
  include (account_id, created_at, due_date, due_minor);

-- Transactions in the order of amounts: one range per kind, because amounts are compared within one currency and a kind may be rare.
create index paypal_transaction_gross on paypal_transaction (company_id, currency, class, gross_minor, id)
  include (account_id, status, match_state, group_id, occurred_at);
