-- PayPal's invoice may list a refund under another id than PayPal's other records give it: `recipient_transaction_id` (paypal §3.6), which may
-- well be the customer's side of it. What the invoice calls it; the same as provider_refund_id where nothing else is known of it.
alter table refund add listed_as text;

-- A refund that was entered by hand in PayPal's own pages can be taken out there again.
create or replace function figure_refunds() returns trigger language plpgsql set search_path = public, pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select r.company_id, b.owner_id, 'refunded', r.counted_on, r.currency, count(*), sum(r.amount_minor) from after_rows r
    join bill b on b.company_id = r.company_id and b.id = r.bill_id group by 1, 2, 3, 4, 5;
  else
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select r.company_id, b.owner_id, 'refunded', r.counted_on, r.currency, -count(*), -sum(r.amount_minor) from before_rows r
    join bill b on b.company_id = r.company_id and b.id = r.bill_id group by 1, 2, 3, 4, 5;
  end if;
  return null;
end $$;
create trigger figure_gone_refunds after delete on bill_refund referencing old table as before_rows
  for each statement execute function figure_refunds();
grant delete on bill_refund to paydesk_app;

-- A bill that is only scheduled has not been sent. Row-level security is forced on the owner too, and for this statement is not.
alter table bill no force row level security;
alter table bill disable trigger user;
update bill set sent_at = null where status = 'scheduled';
alter table bill enable trigger user;
alter table bill force row level security;
