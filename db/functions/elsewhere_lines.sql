-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.elsewhere_lines(of_company uuid, bills uuid[])
 RETURNS TABLE(bill_id uuid, transaction_id uuid, account_id uuid, row_id text, rule text, amount_minor bigint, deduction_minor bigint, moved_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
  with recursive line as materialized (
    select l.bill_id, l.transaction_id, t.account_id, t.provider_transaction_id as row_id, l.rule, l.amount_minor, l.deduction_minor,
      coalesce(t.moved_at, t.provider_updated_at) as moved_at, t.reference_id
    from match_line l join paypal_transaction t on t.company_id = l.company_id and t.id = l.transaction_id
    where l.company_id = of_company and l.bill_id = any(bills) and t.status in ('S', 'V')
  ), outside as (
    -- Outside payments that name no row. A person may have recorded the very money whose row was matched by itself, so that a row of the same
    -- amount counts as one of them, once each; whoever matches it by hand says that it is other money.
    select p.bill_id, p.amount_minor, count(*) as times from bill_payment p where p.company_id = of_company and p.bill_id = any(bills)
      and p.source = 'external' and not exists (select from line l where l.bill_id = p.bill_id and l.row_id = p.note) group by 1, 2
  ), counted (bill_id, row_id) as (
    select bill_id, row_id from line where not is_from_elsewhere(rule)
    union select l.bill_id, l.row_id from outside o join (
      select l.bill_id, l.row_id, l.amount_minor, row_number() over (partition by l.bill_id, l.amount_minor order by l.moved_at, l.row_id) as place
      from line l where l.rule in ('number', 'alias') and not exists (
        select from bill_payment p where p.company_id = of_company and p.bill_id = l.bill_id and l.row_id in (p.provider_payment_id, p.note))
    ) l on l.bill_id = o.bill_id and l.amount_minor = o.amount_minor and l.place <= o.times
    union select p.bill_id, p.provider_payment_id from bill_payment p where p.company_id = of_company and p.bill_id = any(bills)
    -- A row that was recorded as an outside payment stands in that payment's note.
    union select p.bill_id, p.note from bill_payment p where p.company_id = of_company and p.bill_id = any(bills) and p.source = 'external' and p.note <> ''
    union select r.bill_id, r.provider_refund_id from bill_refund r where r.company_id = of_company and r.bill_id = any(bills)
    union select l.bill_id, l.row_id from counted c join line l on l.bill_id = c.bill_id and l.reference_id = c.row_id
  ), about (bill_id, first_id, row_id) as (
    -- Rows with a deduction, and all that refers to them.
    select bill_id, row_id, row_id from line where deduction_minor > 0
    union select a.bill_id, a.first_id, l.row_id from about a join line l on l.bill_id = a.bill_id and l.reference_id = a.row_id
  ), net as (
    select a.bill_id, a.first_id, sum(l.amount_minor) as minor from about a join line l on l.bill_id = a.bill_id and l.row_id = a.row_id group by 1, 2
  )
  -- What nobody will ask for stays so after the rest was recorded: PayPal's invoice knows nothing of it. It ends when all of the money that
  -- came with it went back.
  select bill_id, transaction_id, account_id, row_id, rule, case when c.known then 0 else amount_minor end, c.let_go_minor, moved_at
  from (
    select l.*, exists (select from counted c where c.bill_id = l.bill_id and c.row_id = l.row_id) as known, case when n.minor > 0 then l.deduction_minor else 0 end as let_go_minor
    from line l left join net n on n.bill_id = l.bill_id and n.first_id = l.row_id
  ) c where not c.known or c.let_go_minor > 0
$function$;
