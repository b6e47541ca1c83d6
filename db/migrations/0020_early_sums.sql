-- What PayPal's balance may lack at one moment while the books have it, and neither is wrong. Withdrawals and refunds that were pending then: PayPal
-- had taken all of a class or none (decision 0051). And those that are settled and bear a later date: each may have been settled before, and PayPal has
-- only touched it since (decision 0053). More than three of these are not told apart.
create function early_sums(of_company uuid, of_account uuid, of_currency text, at timestamptz)
returns bigint[]
language sql stable
as $$
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
$$;

create or replace function balance_difference(b balance_at, out pending_minor bigint, out difference_minor bigint)
language plpgsql stable
as $$
begin
  pending_minor := 0;
  difference_minor := b.ledger_minor - b.paypal_minor;
  if difference_minor = 0 then return; end if;
  if -difference_minor = any (early_sums(b.company_id, b.account_id, b.currency, b.as_of)) then
    pending_minor := -difference_minor;
    difference_minor := 0;
  end if;
end $$;

drop function pending_money;
