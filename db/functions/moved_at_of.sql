-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.moved_at_of(status text, occurred timestamp with time zone, settled timestamp with time zone, pending timestamp with time zone, found timestamp with time zone, followed boolean)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when status not in ('S', 'V') or settled is null then null
    when found between occurred and settled and found >= coalesce(pending, found) then found
    when pending is null and followed then occurred
    else greatest(occurred, settled)
  end
$function$;
