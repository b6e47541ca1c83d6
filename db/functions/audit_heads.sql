-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.audit_heads()
 RETURNS TABLE(company_id uuid, seq bigint, hash text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select h.company_id, h.seq, encode(h.hash, 'hex') from audit_head h join company c on c.id = h.company_id where company_is_here(c) $function$;
-- owner paydesk_auth
-- grant paydesk_app execute
