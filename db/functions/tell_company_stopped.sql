-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.tell_company_stopped()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('paydesk_change', json_build_object('companyId', old.id, 'changes',
    json_build_array(json_build_object('entity', 'session', 'id', old.id)))::text);
  return null;
end
$function$;
