-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.super_admin_count()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(*) from user_role ur join role r on r.id = ur.role_id join app_user u on u.company_id = ur.company_id and u.id = ur.user_id
    join company c on c.id = u.company_id
  where r.code = 'SuperAdmin' and u.status = 'active' and c.status = 'active' and company_is_here(c)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
