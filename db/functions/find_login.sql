-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.find_login(login_name text)
 RETURNS TABLE(company_id uuid, user_id uuid, password_hash text, demo boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.company_id, u.id, u.password_hash, u.demo
  from app_user u join company c on c.id = u.company_id
  where lower(u.username) = lower(login_name) and can_sign_in(u, c)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
