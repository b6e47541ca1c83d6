-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.early_sums(of_company uuid, of_account uuid, of_currency text, at timestamp with time zone)
 RETURNS bigint[]
 LANGUAGE sql
 STABLE
AS $function$
  with recursive early as (
    select t.class, t.gross_minor as minor, t.status in ('S', 'V') and (t.pending_at is null or t.pending_at < at) as is_undated
    from paypal_transaction t
    where t.company_id = of_company and t.account_id = of_account and t.currency = of_currency and t.class in ('transfer', 'refund') and t.gross_minor < 0
      and t.occurred_at >= at - interval '60 days' and t.occurred_at < at
      and (t.status = 'P' or coalesce(t.moved_at, t.provider_updated_at) >= at)
  ), undated as (
    select class, minor, row_number() over (partition by class) as n, count(*) over (partition by class) as many from early where is_undated
  ), sums (class, n, minor) as (
    select c.class, 0::bigint, 0::bigint from (values ('transfer'), ('refund')) c (class)
    union
    select s.class, u.n, s.minor + taken.minor from sums s join undated u on u.class = s.class and u.n = s.n + 1 and u.many <= 3
    cross join lateral (values (0), (u.minor)) taken (minor)
  ), may_lack (class, minor) as (
    select class, minor from sums union select class, sum(minor)::bigint from early group by class
  )
  select array_agg(distinct t.minor + r.minor) from may_lack t, may_lack r where t.class = 'transfer' and r.class = 'refund'
$function$;
