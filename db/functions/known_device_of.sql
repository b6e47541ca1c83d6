-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.known_device_of(login_name text, of_phone text, hashes bytea[])
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select d.token_hash from app_user u join company c on c.id = u.company_id
  join known_device d on d.company_id = u.company_id and d.user_id = u.id
  where (lower(u.username) = lower(login_name) or (u.phone = of_phone and u.phone_verified_at is not null)) and company_is_here(c)
    and d.token_hash = any (hashes)
  limit 1
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
