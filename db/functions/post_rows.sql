-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.post_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    with entry as materialized (
      select n.*, new_id() as journal_id from after_rows n where n.status in ('S', 'V') and (n.gross_minor <> 0 or n.fee_minor <> 0)
    ), journals as (
      insert into journal (company_id, id, account_id, transaction_id, kind, effective_at)
      select company_id, journal_id, account_id, id, 'row', coalesce(moved_at, provider_updated_at) from entry
    ), lines as materialized (
      select e.company_id, e.account_id, e.journal_id, b.book, e.currency, b.amount_minor from entry e
      cross join lateral books_of(e.status, e.class, e.match_state, e.gross_minor, e.fee_minor, e.matched_minor) b
    ), posted as (
      insert into posting (company_id, journal_id, book, currency, amount_minor) select company_id, journal_id, book, currency, amount_minor from lines
    )
    insert into ledger_balance as l (company_id, account_id, currency, book, balance_minor)
    select company_id, account_id, currency, book, sum(amount_minor) from lines group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (company_id, account_id, currency, book) do update set balance_minor = l.balance_minor + excluded.balance_minor;
    insert into transaction_day as d (company_id, account_id, day, currency, class, row_count, gross_minor, fee_minor)
    select company_id, account_id, (occurred_at at time zone 'UTC')::date, currency, class, count(*), sum(gross_minor), sum(fee_minor)
    from after_rows where status in ('S', 'V') group by 1, 2, 3, 4, 5 order by 1, 3, 2, 4, 5
    on conflict (company_id, day, account_id, currency, class) do update set row_count = d.row_count + excluded.row_count,
      gross_minor = d.gross_minor + excluded.gross_minor, fee_minor = d.fee_minor + excluded.fee_minor;
    return null;
  end if;
  -- A release that did not know moved_at posted what was settled for the row's last date.
  if exists (select from after_rows n join before_rows o on o.company_id = n.company_id and o.id = n.id
    where o.status in ('S', 'V') and n.moved_at <> coalesce(o.moved_at, o.provider_updated_at)) then
    with redated as materialized (
      select n.company_id, n.account_id, n.id, coalesce(o.moved_at, o.provider_updated_at) as from_at, n.moved_at as to_at, new_id() as back_id,
        new_id() as again_id
      from after_rows n join before_rows o on o.company_id = n.company_id and o.id = n.id
      where o.status in ('S', 'V') and n.moved_at <> coalesce(o.moved_at, o.provider_updated_at)
    ), line as materialized (
      select r.company_id, r.id, r.back_id, r.again_id, p.book, p.currency, sum(p.amount_minor)::bigint as amount_minor from redated r
      join journal j on j.company_id = r.company_id and j.transaction_id = r.id and j.effective_at = r.from_at and j.kind in ('row', 'change')
      join posting p on p.company_id = j.company_id and p.journal_id = j.id
      group by 1, 2, 3, 4, 5, 6 having sum(p.amount_minor) <> 0
    ), journals as (
      insert into journal (company_id, id, account_id, transaction_id, kind, effective_at)
      select r.company_id, m.journal_id, r.account_id, r.id, 'change', m.at from redated r
      cross join lateral (values (r.back_id, r.from_at), (r.again_id, r.to_at)) m (journal_id, at)
      where exists (select from line l where l.id = r.id)
    )
    insert into posting (company_id, journal_id, book, currency, amount_minor)
    select company_id, back_id, book, currency, -amount_minor from line
    union all
    select company_id, again_id, book, currency, amount_minor from line;
  end if;
  with line as materialized (
    select company_id, account_id, id, book, currency, sum(amount_minor)::bigint as amount_minor from (
      select n.company_id, n.account_id, n.id, b.book, n.currency, b.amount_minor from after_rows n
      cross join lateral books_of(n.status, n.class, n.match_state, n.gross_minor, n.fee_minor, n.matched_minor) b
      union all
      select o.company_id, o.account_id, o.id, b.book, o.currency, -b.amount_minor from before_rows o
      cross join lateral books_of(o.status, o.class, o.match_state, o.gross_minor, o.fee_minor, o.matched_minor) b
    ) x group by 1, 2, 3, 4, 5 having sum(amount_minor) <> 0
  ), entry as materialized (
    -- What changes of money that had moved before changes when PayPal says that the row changed; so does what had moved, was taken back and
    -- moves again. `moved_at` is the moment of the first time.
    select n.company_id, n.account_id, n.id, new_id() as journal_id,
      case when o.status in ('S', 'V') or exists (
        select from journal j where j.company_id = n.company_id and j.transaction_id = n.id and j.kind in ('row', 'change')
      ) then n.provider_updated_at else coalesce(n.moved_at, n.provider_updated_at) end as at,
      exists (select from line l where l.id = n.id and l.book in ('balance', 'withheld')) as moved
    from after_rows n join before_rows o on o.company_id = n.company_id and o.id = n.id where exists (select from line l where l.id = n.id)
  ), journals as (
    insert into journal (company_id, id, account_id, transaction_id, kind, effective_at)
    select company_id, journal_id, account_id, id, case when moved then 'change' else 'match' end, case when moved then at else now() end
    from entry
  ), posted as (
    insert into posting (company_id, journal_id, book, currency, amount_minor)
    select l.company_id, e.journal_id, l.book, l.currency, l.amount_minor from line l join entry e on e.id = l.id
  )
  insert into ledger_balance as l (company_id, account_id, currency, book, balance_minor)
  select company_id, account_id, currency, book, sum(amount_minor) from line group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (company_id, account_id, currency, book) do update set balance_minor = l.balance_minor + excluded.balance_minor;
  insert into transaction_day as d (company_id, account_id, day, currency, class, row_count, gross_minor, fee_minor)
  select company_id, account_id, day, currency, class, sum(n), sum(gross_minor), sum(fee_minor) from (
    select company_id, account_id, (occurred_at at time zone 'UTC')::date as day, currency, class, 1 as n, gross_minor, fee_minor
    from after_rows where status in ('S', 'V')
    union all
    select company_id, account_id, (occurred_at at time zone 'UTC')::date, currency, class, -1, -gross_minor, -fee_minor
    from before_rows where status in ('S', 'V')
  ) x group by 1, 2, 3, 4, 5 having sum(n) <> 0 or sum(gross_minor) <> 0 or sum(fee_minor) <> 0 order by 1, 3, 2, 4, 5
  on conflict (company_id, day, account_id, currency, class) do update set row_count = d.row_count + excluded.row_count,
    gross_minor = d.gross_minor + excluded.gross_minor, fee_minor = d.fee_minor + excluded.fee_minor;
  return null;
end $function$;
