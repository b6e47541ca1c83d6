-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.pending_money(of_company uuid, of_account uuid, of_currency text, at timestamp with time zone, OUT transfers bigint, OUT refunds bigint)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(t.gross_minor) filter (where t.class = 'transfer'), 0)::bigint, coalesce(sum(t.gross_minor) filter (where t.class = 'refund'), 0)::bigint
  from paypal_transaction t
  where t.company_id = of_company and t.account_id = of_account and t.currency = of_currency and t.class in ('transfer', 'refund') and t.gross_minor < 0
    and t.occurred_at >= at - interval '60 days' and t.occurred_at < at
    and (t.status = 'P' or coalesce(t.moved_at, t.provider_updated_at) >= at)
$function$;
