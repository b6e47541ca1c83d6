-- outside a transaction
-- locks: nobody; it waits for transactions that are under way. It reads paypal_event twice.
-- Bodies that lie in their events' rows, oldest first: they leave one by one (decision 74). Events with their bodies in months are not in it.
create index concurrently if not exists paypal_event_raw_left on paypal_event (company_id, received_at) where raw <> ''
