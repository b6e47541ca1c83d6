-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.tell_session_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('paydesk_change', json_build_object('companyId', coalesce(old.acting_company_id, old.company_id), 'changes',
    json_build_array(json_build_object('entity', 'session', 'id', old.id)))::text);
  return null;
end
$function$;
