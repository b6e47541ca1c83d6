-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.notice_cluster()
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  here text := (select system_identifier::text from pg_control_system());
  known public.installation;
begin
  select * into strict known from public.installation for update;
  if known.system_identifier = here then return false; end if;
  perform public.quarantine_on(known.beat_at, 'another cluster');
  update public.installation set system_identifier = here;
  return true;
end $function$;
