-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.month_proofs(of_company uuid, of_account uuid, zone text)
 RETURNS TABLE(month text, ends_at timestamp with time zone, state text, failure text, differences jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  select m.month, m.ends_at, case when m.as_of is null then 'unasked' when x.differing > 0 then 'differs' else 'proven' end, m.failure, x.differences
  from month_ends(of_company, of_account, zone) m
  cross join lateral (
    select count(*) filter (where d.difference_minor <> 0) as differing,
      coalesce(jsonb_agg(jsonb_build_object('currency', b.currency, 'differenceMinor', d.difference_minor, 'pendingMinor', d.pending_minor) order by b.currency)
        filter (where d.difference_minor <> 0 or d.pending_minor <> 0), '[]') as differences
    from balance_at b cross join lateral balance_difference(b) d
    where b.company_id = of_company and b.account_id = of_account and b.as_of = m.as_of
  ) x
$function$;
