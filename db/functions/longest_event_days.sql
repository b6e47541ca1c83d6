-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.longest_event_days()
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(max(public.event_days(s.tabs)), 180) from public.company c left join public.company_setting s on s.company_id = c.id
$function$;
-- owner paydesk_auth
