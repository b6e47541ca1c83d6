-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.can_sign_in(u app_user, c company)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select u.status = 'active' and c.status = 'active' and public.company_is_here(c) $function$;
