-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE PROCEDURE public.give_to_auth(IN of_function regprocedure, IN app_may_call boolean DEFAULT true)
 LANGUAGE plpgsql
AS $procedure$
begin
  grant create on schema public to paydesk_auth;
  execute format('alter function %s owner to paydesk_auth', of_function);
  revoke create on schema public from paydesk_auth;
  execute format('revoke all on function %s from public', of_function);
  if app_may_call then execute format('grant execute on function %s to paydesk_app', of_function); end if;
end $procedure$;
