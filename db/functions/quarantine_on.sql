-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.quarantine_on(moment timestamp with time zone, reason text)
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  update public.installation set quarantined_at = date_trunc('milliseconds', clock_timestamp()), why = left(reason, 500), left_at = null, left_by = '',
    restored_to = least(moment, case when quarantined_at is not null and left_at is null then restored_to end, clock_timestamp())
  returning quarantined_at
$function$;
