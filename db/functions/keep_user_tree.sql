-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.keep_user_tree()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('user tree ' || new.company_id, 0));
  if exists (
    with recursive above as (
      select u.id, u.parent_id from app_user u where u.company_id = new.company_id and u.id = new.parent_id
      union
      select u.id, u.parent_id from app_user u join above on u.id = above.parent_id where u.company_id = new.company_id
    ) select from above where id = new.id
  ) then
    raise exception using errcode = 'PD002', message = 'a circle in the user tree';
  end if;
  return new;
end
$function$;
