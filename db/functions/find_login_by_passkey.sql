-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.find_login_by_passkey(credential bytea)
 RETURNS TABLE(company_id uuid, user_id uuid, demo boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.company_id, u.id, u.demo
  from passkey p join app_user u on u.company_id = p.company_id and u.id = p.user_id join company c on c.id = u.company_id
  where p.credential_id = credential and can_sign_in(u, c)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
