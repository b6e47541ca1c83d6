-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.find_tried_account(login_name text, of_phone text)
 RETURNS TABLE(company_id uuid, user_id uuid, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.company_id, u.id, u.name from app_user u join company c on c.id = u.company_id
  where (lower(u.username) = lower(login_name) or (u.phone = of_phone and u.phone_verified_at is not null)) and company_is_here(c)
  limit 1
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
