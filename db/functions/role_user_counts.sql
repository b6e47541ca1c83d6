-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.role_user_counts()
 RETURNS TABLE(role_id uuid, user_count bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select ur.role_id, count(*) from user_role ur join company c on c.id = ur.company_id
  where company_is_here(c) and (acting_as_super_admin() or c.id = current_company()) group by ur.role_id
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
