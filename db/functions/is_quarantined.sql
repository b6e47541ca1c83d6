-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.is_quarantined()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select exists (select from public.installation where quarantined_at is not null and left_at is null) $function$;
