-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.note_credentials()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update app_user set credentials_changed_at = now()
  where company_id = coalesce(new.company_id, old.company_id) and id = coalesce(new.user_id, old.user_id);
  return null;
end $function$;
