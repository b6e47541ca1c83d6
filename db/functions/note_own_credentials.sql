-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.note_own_credentials()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.password_hash, new.email, new.phone) is distinct from (old.password_hash, old.email, old.phone) then
    new.credentials_changed_at := now();
  end if;
  return new;
end $function$;
