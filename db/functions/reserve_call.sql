-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.reserve_call(of_company uuid, of_account uuid, of_address text, of_kind text, account_limit integer, address_limit integer, patience interval, asked_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(allowed boolean, wait_ms double precision)
 LANGUAGE plpgsql
AS $function$
declare
  account paypal_account_allowance;
  address paypal_address_allowance;
  moment timestamptz;
  turn timestamptz;
begin
  -- In quarantine nothing leaves that would change anything at PayPal. It is no try; whoever asked comes back.
  if of_kind = 'act' and is_quarantined() then
    allowed := false;
    wait_ms := 60000;
    return next;
    return;
  end if;
  if of_account is not null then
    insert into paypal_account_allowance (company_id, account_id, kind, per_minute) values (of_company, of_account, of_kind, account_limit)
    on conflict do nothing;
    select * into strict account from paypal_account_allowance a
    where a.company_id = of_company and a.account_id = of_account and a.kind = of_kind for no key update;
  end if;
  insert into paypal_address_allowance (address, kind) values (of_address, of_kind) on conflict do nothing;
  select * into strict address from paypal_address_allowance a where a.address = of_address and a.kind = of_kind for no key update;
  moment := coalesce(asked_at, clock_timestamp());
  -- A burst is as many calls as fit between their turn and the time until which they use up the distances.
  turn := greatest(moment, account.held_until, address.held_until,
    account.busy_until - call_distance(account_limit) * (call_burst(account_limit) - 1),
    address.busy_until - call_distance(address_limit) * (call_burst(address_limit) - 1));
  allowed := turn <= moment + patience;
  wait_ms := extract(epoch from turn - moment) * 1000;
  if allowed then
    update paypal_address_allowance a set busy_until = greatest(a.busy_until, turn) + call_distance(address_limit)
    where a.address = of_address and a.kind = of_kind;
  end if;
  update paypal_account_allowance a set turn_at = turn, per_minute = account_limit,
    busy_until = case when allowed then greatest(a.busy_until, turn) + call_distance(account_limit) else a.busy_until end,
    turns = case when allowed then array(select t from unnest(a.turns) t where t > moment - interval '1 minute'
      order by t desc limit least(account_limit, 1000) - 1) || turn else a.turns end
  where a.company_id = of_company and a.account_id = of_account and a.kind = of_kind;
  return next;
end $function$;
-- grant paydesk_app execute
