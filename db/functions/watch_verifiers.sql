-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.watch_verifiers()
 RETURNS TABLE(name text, labels jsonb, value double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with state as materialized (
    select k.verifier, coalesce(v.faults, 0) as faults, coalesce(v.took_ms, 0) as took_ms, coalesce(v.verified_at, c.created_at) as at
    from (values ('ledger'), ('audit')) k (verifier)
    left join public.company c on c.status = 'active' and public.company_is_here(c)
    left join public.verification v on v.company_id = c.id and v.verifier = k.verifier
  )
  select f.name, jsonb_build_object('verifier', s.verifier), case f.name when 'verifier_faults' then count(*) filter (where s.faults > 0)::float8
    when 'verifier_seconds' then max(s.took_ms) / 1000.0::float8 else coalesce(extract(epoch from now() - min(s.at)), 0)::float8 end
  from state s cross join (values ('verifier_faults'), ('verifier_oldest_seconds'), ('verifier_seconds')) f (name) group by f.name, s.verifier
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
