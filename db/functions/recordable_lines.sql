-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.recordable_lines(of_company uuid, bills uuid[])
 RETURNS TABLE(bill_id uuid, transaction_id uuid, row_id text, amount_minor bigint, moved_at timestamp with time zone, record text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
  with line as materialized (
    select l.bill_id, l.transaction_id, l.account_id, l.row_id, sum(l.amount_minor)::bigint as amount_minor, min(l.moved_at) as moved_at,
      bool_and(l.rule = 'number') as named, bool_or(l.rule = 'alias') as by_payer
    from elsewhere_lines(of_company, bills) l group by 1, 2, 3, 4
  )
  select l.bill_id, l.transaction_id, l.row_id, least(l.amount_minor, b.provider_due_minor), l.moved_at,
    case when o.asked then 'underWay' when l.by_payer then 'confirm' when not l.named then 'possible'
      -- What PayPal refused once is not asked again without a person; and where other rows took money from the bill, a person decides.
      when o.refused or l.amount_minor > b.elsewhere_minor then 'confirm'
      when l.amount_minor >= b.provider_due_minor or (b.allow_partial and l.amount_minor >= coalesce(b.minimum_due_minor, 0)) then 'byItself'
      else 'confirm' end
  from line l join bill b on b.company_id = of_company and b.id = l.bill_id
  join paypal_transaction t on t.company_id = of_company and t.id = l.transaction_id
  cross join lateral (
    select coalesce(bool_or(o.state <> 'refused'), false) as asked, count(*) > 0 as refused from operation o
    where o.company_id = of_company and o.bill_id = l.bill_id and o.kind = 'recordPayment' and o.request ->> 'note' = l.row_id) o
  where l.amount_minor > 0 and t.status = 'S' and b.covered_minor > 0 and b.status in ('sent', 'partiallyPaid')
    and b.provider_invoice_id is not null and b.other_currency is null
    and not exists (select from paypal_transaction k where k.company_id = of_company and k.account_id = l.account_id and k.reference_id = l.row_id
      and k.reference_id <> '' and k.gross_minor < 0 and k.status in ('S', 'V', 'P') and k.class not in ('fee', 'hold', 'conversion'))
$function$;
