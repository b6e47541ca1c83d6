-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.keep_a_super_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  was_one boolean;
begin
  if tg_table_name = 'user_role' then
    was_one := exists (select from role where id = old.role_id and code = 'SuperAdmin');
  elsif tg_table_name = 'app_user' then
    was_one := exists (select from user_role ur join role r on r.id = ur.role_id
      where ur.company_id = old.company_id and ur.user_id = old.id and r.code = 'SuperAdmin');
  else
    was_one := exists (select from user_role ur join role r on r.id = ur.role_id where ur.company_id = old.id and r.code = 'SuperAdmin');
  end if;
  if was_one then
    perform pg_advisory_xact_lock(hashtextextended('super admin', 0));
    if super_admin_count() = 0 then
      raise exception using errcode = 'PD001', message = 'the last active super admin';
    end if;
  end if;
  return null;
end
$function$;
-- owner paydesk_auth
