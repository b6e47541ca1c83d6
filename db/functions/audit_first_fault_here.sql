-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.audit_first_fault_here()
 RETURNS TABLE(seq bigint, fault text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select f.seq, f.fault from public.audit_first_fault(public.current_company()) f $function$;
-- owner paydesk_auth
-- grant paydesk_app execute
