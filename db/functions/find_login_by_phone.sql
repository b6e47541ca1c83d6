-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.find_login_by_phone(of_phone text)
 RETURNS TABLE(company_id uuid, user_id uuid, demo boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.company_id, u.id, u.demo from app_user u join company c on c.id = u.company_id
  where u.phone = of_phone and can_sign_in(u, c) and (u.phone_verified_at is not null
    or not exists (select from app_user o where o.phone = of_phone and o.phone_verified_at is not null))
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
