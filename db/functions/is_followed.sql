-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.is_followed(of_company uuid, of_account uuid, row_id text, reference text, row_class text, gross bigint, settled timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from paypal_transaction r where r.company_id = of_company and r.account_id = of_account and r.reference_id = row_id and r.reference_id <> ''
      and follows(r.class) and settled in (r.occurred_at, r.settled_at)
  ) or (reference <> '' and follows(row_class) and exists (
    select from paypal_transaction r where r.company_id = of_company and r.account_id = of_account and r.reference_id = reference and r.reference_id <> ''
      and r.class = row_class and sign(r.gross_minor) = -sign(gross) and settled in (r.occurred_at, r.settled_at)
  ))
$function$;
