-- A bill whose payment is on its way at PayPal is not overdue: nobody is asked for it again. It owes, and it settles: what it owes has no day.
create or replace function bill_figure_of(status text, total_minor bigint, due_minor bigint, due_date date)
returns table (kind text, day date, amount_minor bigint)
language sql immutable parallel safe
as $$
  select case when status = 'sendFailed' then 'refused' when due_minor > 0 and status <> 'paymentPending' then 'owing' else 'settling' end,
    case when status <> 'sendFailed' and status <> 'paymentPending' and due_minor > 0 and due_date is not null then due_date else 'infinity'::date end,
    case when status = 'sendFailed' then total_minor else due_minor end
  where status in ('sent', 'paymentPending', 'partiallyPaid', 'sendFailed')
$$;
do $$ begin
  perform refill_bill_figures();
end $$;
