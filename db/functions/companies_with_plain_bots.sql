-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.companies_with_plain_bots()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select c.id from company_setting s join company c on c.id = s.company_id
  where company_is_here(c) and jsonb_path_exists(s.tabs, '$.notifications.webhooks[*].url')
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
