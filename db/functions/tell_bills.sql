-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.tell_bills(of_company uuid, changed jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
  -- The form and the channel of the API's announcements (lib/change.ts). One notification takes 8,000 bytes.
  select pg_notify('paydesk_change', jsonb_build_object('companyId', of_company, 'changes', jsonb_agg(c.value))::text)
  from jsonb_array_elements(changed) with ordinality as c (value, n) group by (c.n - 1) / 50
$function$;
