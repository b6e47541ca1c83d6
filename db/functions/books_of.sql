-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.books_of(status text, class text, match_state text, gross bigint, fee bigint, matched bigint)
 RETURNS TABLE(book text, amount_minor bigint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select b.book, b.amount_minor from (values
    ('balance', gross + fee),
    ('fees', -fee - case when class = 'fee' then gross else 0 end),
    (case class when 'hold' then 'withheld' when 'transfer' then 'transferredOut' else 'converted' end,
      case when class in ('hold', 'transfer', 'conversion') then -gross else 0 end),
    (case when match_state = 'ignored' then 'setAside' else 'unexplained' end,
      case when class in ('hold', 'transfer', 'conversion', 'fee') then 0 else matched - gross end),
    ('received', case when class in ('hold', 'transfer', 'conversion', 'fee') then 0 else -matched end)
  ) b (book, amount_minor)
  where status in ('S', 'V') and b.amount_minor <> 0
$function$;
