-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.bill_figure_of(status text, total_minor bigint, due_minor bigint, due_date date)
 RETURNS TABLE(kind text, day date, amount_minor bigint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when status = 'sendFailed' then 'refused' when due_minor > 0 and status <> 'paymentPending' then 'owing' else 'settling' end,
    case when status <> 'sendFailed' and status <> 'paymentPending' and due_minor > 0 and due_date is not null then due_date else 'infinity'::date end,
    case when status = 'sendFailed' then total_minor else due_minor end
  where status in ('sent', 'paymentPending', 'partiallyPaid', 'sendFailed')
$function$;
