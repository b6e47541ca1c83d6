-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.is_quarantined()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from public.installation i where (i.quarantined_at is not null and i.left_at is null)
    or i.system_identifier <> (select c.system_identifier::text from pg_control_system() c))
$function$;
