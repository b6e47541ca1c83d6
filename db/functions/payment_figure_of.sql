-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.payment_figure_of(pending boolean, amount_minor bigint, fee_minor bigint)
 RETURNS TABLE(kind text, amount_minor bigint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select f.kind, f.amount from (values ('collected', amount_minor), ('fee', fee_minor)) f (kind, amount) where not pending and f.amount is not null
$function$;
