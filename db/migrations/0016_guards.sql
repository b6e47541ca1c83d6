-- A PayPal merchant once per company and environment (decision 0055). Where it stands twice already, the older account keeps it; the next look
-- at the other one finds that out, stops it and says of which account it is the double.
update paypal_account a set merchant_id = null
where a.merchant_id is not null and a.state <> 'archived' and exists (
  select from paypal_account b where b.company_id = a.company_id and b.environment = a.environment and b.merchant_id = a.merchant_id
    and b.state <> 'archived' and (b.created_at, b.id) < (a.created_at, a.id));
create unique index paypal_account_merchant on paypal_account (company_id, environment, merchant_id)
  where merchant_id is not null and state <> 'archived';

-- The double of another account is not read: its rows are in the books already.
create or replace function accounts_to_sync() returns table (company_id uuid, account_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select a.company_id, a.id from public.paypal_account a join public.company c on c.id = a.company_id
  left join public.account_sync s on s.company_id = a.company_id and s.account_id = a.id
  where public.company_is_here(c) and a.client_id <> '' and a.secret_sealed is not null and a.state in ('active', 'paused', 'limited', 'disconnected')
    and a.state_reason <> 'merchantTwice'
    and (s.account_id is null or (s.due_at <= now() and coalesce(s.leased_until < now(), true)))
$$;
