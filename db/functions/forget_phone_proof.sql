-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.forget_phone_proof()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.phone_verified_at := null;
  return new;
end
$function$;
