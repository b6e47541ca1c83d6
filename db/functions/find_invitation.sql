-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.find_invitation(hash bytea)
 RETURNS TABLE(company_id uuid, user_id uuid, invitation_id uuid, company_name text, username text, name text, email text, expires_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.company_id, u.id, i.id, c.name, u.username, u.name, u.email, i.expires_at
  from invitation i join app_user u on u.company_id = i.company_id and u.id = i.user_id join company c on c.id = u.company_id
  where i.token_hash = hash and i.accepted_at is null and i.expires_at > now() and u.status = 'invited' and c.status = 'active'
    and company_is_here(c)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
