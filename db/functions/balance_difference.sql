-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.balance_difference(b balance_at, OUT pending_minor bigint, OUT difference_minor bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  pending_minor := 0;
  difference_minor := b.ledger_minor - b.paypal_minor;
  if difference_minor = 0 then return; end if;
  if -difference_minor = any (early_sums(b.company_id, b.account_id, b.currency, b.as_of)) then
    pending_minor := -difference_minor;
    difference_minor := 0;
  end if;
end $function$;
