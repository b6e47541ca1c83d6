-- locks: paypal_event against everybody, for an instant: two columns without a default, a policy, rights.
-- The body of an event goes to a table by month (decision 74), and its row says where.

-- body_at: where the body lies; empty: in the row itself (raw), as before this migration. digest: the body's SHA-256, which outlives it, so that the same
-- id with another body is noticed for ever.
alter table paypal_event add column body_at timestamptz;
alter table paypal_event add column digest bytea;

-- Functions of paydesk_auth empty rows whose body is no longer kept. The runtime role still adds events and changes none.
create policy auth on paypal_event for all to paydesk_auth using (true) with check (true);
grant select, update (raw, body_at, digest) on paypal_event to paydesk_auth;
