-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.month_ends(of_company uuid, of_account uuid, zone text)
 RETURNS TABLE(month text, ends_at timestamp with time zone, as_of timestamp with time zone, failure text)
 LANGUAGE sql
 STABLE
AS $function$
  select to_char(m.first, 'YYYY-MM'), m.ends_at, case when proves(s.company_id, s.account_id, d.as_of, d.ends_at) then d.as_of end, coalesce(d.failure, '')
  from account_sync s
  cross join lateral (
    select f as first, ((f + interval '1 month') at time zone zone) as ends_at
    from generate_series(date_trunc('month', s.begins_at at time zone zone), s.complete_through at time zone zone, interval '1 month') f
  ) m
  left join day_end d on d.company_id = s.company_id and d.account_id = s.account_id and d.ends_at = m.ends_at
  where s.company_id = of_company and s.account_id = of_account and m.ends_at > s.begins_at and m.ends_at <= s.complete_through
$function$;
