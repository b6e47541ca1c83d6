-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.company_counts(of_companies uuid[])
 RETURNS TABLE(company_id uuid, user_count bigint, account_count bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.id, (select count(*) from app_user u where u.company_id = c.id), (select count(*) from paypal_account a where a.company_id = c.id)
  from company c where acting_as_super_admin() and c.id = any(of_companies) and company_is_here(c)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
