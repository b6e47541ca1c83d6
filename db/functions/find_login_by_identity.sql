-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.find_login_by_identity(of_issuer text, of_subject text)
 RETURNS TABLE(company_id uuid, user_id uuid, demo boolean, identity_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.company_id, u.id, u.demo, i.id
  from identity i join app_user u on u.company_id = i.company_id and u.id = i.user_id join company c on c.id = u.company_id
  where i.issuer = of_issuer and i.subject = of_subject and can_sign_in(u, c)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
