-- Events by the thousand. What they and their todo are written by is one statement, and no event is ever deleted: a look-up per row
-- would only repeat that.
alter table paypal_event_todo drop constraint paypal_event_todo_company_id_account_id_event_id_fkey;
alter table paypal_event_outcome drop constraint paypal_event_outcome_company_id_account_id_event_id_fkey;

-- A payment's fee is told by its transaction, or PayPal is asked once.
alter table bill_payment add fee_asked_at timestamptz;
create index bill_payment_feeless on bill_payment (company_id, account_id, created_at)
  where fee_minor is null and source = 'paypal' and not pending and fee_asked_at is null;
