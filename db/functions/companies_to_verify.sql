-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.companies_to_verify(of_verifier text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.id from public.company c left join public.verification v on v.company_id = c.id and v.verifier = of_verifier
  where c.status = 'active' and public.company_is_here(c) and (v.due_at is null or v.due_at <= now()) order by v.verified_at nulls first, c.id
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
