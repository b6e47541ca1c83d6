-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.follow_journals()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- Nearly every journal is later than every moment that was asked about.
  if not exists (
    select from (select company_id, account_id, min(effective_at) as first from added group by 1, 2) j
    where exists (select from balance_at b where b.company_id = j.company_id and b.account_id = j.account_id and b.as_of > j.first)
  ) then return null; end if;
  insert into balance_at as b (company_id, account_id, as_of, currency, paypal_minor, ledger_minor)
  select j.company_id, j.account_id, m.as_of, p.currency, 0, sum(p.amount_minor) from added j
  join posting p on p.company_id = j.company_id and p.journal_id = j.id and p.book in ('balance', 'withheld')
  join (select distinct company_id, account_id, as_of from balance_at) m on m.company_id = j.company_id and m.account_id = j.account_id and m.as_of > j.effective_at
  group by 1, 2, 3, 4 having sum(p.amount_minor) <> 0 order by 1, 2, 3, 4
  on conflict (company_id, account_id, as_of, currency) do update set ledger_minor = b.ledger_minor + excluded.ledger_minor;
  return null;
end $function$;
