-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.authenticate_request(hash bytea, at_home boolean)
 RETURNS TABLE(session_id uuid, user_id uuid, company_id uuid, home_company_id uuid, username text, name text, avatar text, roles text[], permissions text[], company_name text, company_timezone text, home_company_name text, previous_login_at timestamp with time zone, previous_login_ip text, shown text, has_factor boolean, has_new_credentials boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  s session;
  is_super boolean;
  acting uuid;
begin
  select * into s from session
  where token_hash = hash and ended_at is null and expires_at > now()
    and last_seen_at > now() - make_interval(secs => idle_seconds)
    -- A restore forgets who signed out and whose access was taken away since: whoever signed in before it does so again (decision 73).
    and not exists (select from installation i where session.created_at < i.quarantined_at);
  if not found then return; end if;

  -- At most one write a minute per session, and never a wait: another request of the same session may hold the row.
  if s.last_seen_at < now() - interval '1 minute' then
    begin
      update session t set last_seen_at = now()
      from (select x.company_id, x.id from session x where x.company_id = s.company_id and x.id = s.id for update skip locked) free
      where t.company_id = free.company_id and t.id = free.id;
    -- Nobody is shut out because the disk is full or the server takes no writes for a moment: the next call notes it.
    exception when insufficient_resources or read_only_sql_transaction then null;
    end;
  end if;

  is_super := exists (select from user_role ur join role r on r.id = ur.role_id
    where ur.company_id = s.company_id and ur.user_id = s.user_id and r.code = 'SuperAdmin');
  acting := case when is_super and not at_home then coalesce(s.acting_company_id, s.company_id) else s.company_id end;

  return query
  select s.id, u.id, c.id, u.company_id, u.username, u.name, u.avatar,
    coalesce((select array_agg(r.code order by r.code) from user_role ur join role r on r.id = ur.role_id
              where ur.company_id = u.company_id and ur.user_id = u.id), '{}'),
    coalesce((select array_agg(distinct p.name order by p.name) from user_role ur
              join role_permission rp on rp.role_id = ur.role_id join permission p on p.id = rp.permission_id
              where ur.company_id = u.company_id and ur.user_id = u.id and p.platform_id = 1), '{}'),
    c.name, c.timezone, home.name, s.previous_login_at, s.previous_login_ip,
    case when s.factor_at > now() - interval '10 minutes' then 'factor'
         when s.reauthenticated_at > now() - interval '10 minutes' then 'password' end,
    exists (select from second_factor f where f.company_id = u.company_id and f.user_id = u.id and f.enabled_at is not null)
      or exists (select from passkey k where k.company_id = u.company_id and k.user_id = u.id),
    coalesce(u.credentials_changed_at > now() - interval '24 hours', false)
  from app_user u join company home on home.id = u.company_id join company c on c.id = acting
  where u.company_id = s.company_id and u.id = s.user_id and can_sign_in(u, home) and company_is_here(c);
  if found then
    perform set_config('app.company_id', acting::text, true), set_config('app.super_admin', case when is_super then 'on' else '' end, true);
  end if;
end
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
