-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.companies_with_plain_bots()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ select s.company_id from company_setting s where jsonb_path_exists(s.tabs, '$.notifications.webhooks[*].url') $function$;
-- owner paydesk_auth
-- grant paydesk_app execute
