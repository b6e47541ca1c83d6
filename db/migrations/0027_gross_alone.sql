-- Transactions by amount, without those that are shown within their payment: a kind of which all rows are (conversions, say) was read to its end
-- before the first page was full.
create index paypal_transaction_gross_alone on paypal_transaction (company_id, currency, gross_minor, id)
  include (account_id, class, status, match_state, occurred_at) where group_id is null;
