-- Events by the thousand. What they and their todo are written by is one statement, and no event is ever deleted: a look-up per row
-- would only repeat that.
alter table paypal_event_todo drop constraint paypal_event_todo_company_id_account_id_event_id_fkey;
alter table paypal_event_outcome drop constraint paypal_event_outcome_company_id_account_id_event_id_fkey;

-- A payment's fee is told by its transaction, or PayPal is asked once.
alter table bill_payment add fee_asked_at timestamptz;
create index bill_payment_feeless on bill_payment (company_id, account_id, created_at)
  where fee_minor is null and source = 'paypal' and not pending and fee_asked_at is null;

-- Most events are of one to four kilobytes: packing and unpacking them costs more than the room.
alter table paypal_event alter column raw set storage external;
alter table paypal_event set (toast_tuple_target = 8160);
-- Filled and emptied all day: its dead rows must not wait for a fifth of the table.
alter table paypal_event_todo set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- The account is the company's, by its own foreign key.
alter table paypal_event drop constraint paypal_event_company_id_fkey;
alter table paypal_transaction drop constraint paypal_transaction_company_id_fkey;

-- PostgreSQL makes these ids itself since 18, ten times as fast.
do $$
begin
  if current_setting('server_version_num')::integer >= 180000 then
    create or replace function new_id() returns uuid language sql volatile parallel safe as 'select uuidv7()';
  end if;
end $$;
