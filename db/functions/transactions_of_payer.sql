-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.transactions_of_payer(of_company uuid, start text, most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  found uuid[];
begin
  if of_company is distinct from current_company() then return '{}'; end if;
  found := array(select t.id from paypal_transaction t where t.company_id = of_company and t.payer_email <> ''
    and lower(t.payer_email) ~>=~ start and lower(t.payer_email) ~<~ (start || chr(1114111)) limit most + 1);
  return case when cardinality(found) <= most then found end;
end $function$;
-- owner paydesk_auth
-- grant paydesk_app execute
