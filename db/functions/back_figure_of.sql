-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.back_figure_of(kind text, amount_minor bigint, fee_minor bigint)
 RETURNS TABLE(kind text, amount_minor bigint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select f.kind, f.amount from (values ('refunded', amount_minor), ('fee', fee_minor)) f (kind, amount)
  where f.amount <> 0 or (f.kind = 'refunded' and back_figure_of.kind <> 'fee')
$function$;
