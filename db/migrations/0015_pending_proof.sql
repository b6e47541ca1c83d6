-- A proof keeps what PayPal said. Pending withdrawals and refunds that PayPal has already taken from its balance, and the books not yet, stand
-- beside it. (One row per account and currency: to write them anew costs nothing.)
alter table balance_proof drop column difference_minor;
alter table balance_proof add column pending_minor bigint not null default 0;
alter table balance_proof add column difference_minor bigint generated always as (ledger_minor + pending_minor - paypal_minor) stored not null;
