-- Whoever looks at PayPal for an account says so first: two looks at once could both find no webhook lookup and both make one.
alter table paypal_account_health
  add checked_at timestamptz,
  add checking_until timestamptz;

alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check check (kind in ('newDevice', 'accountStopped'));
