-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.audit_hash(e audit_entry)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(e.prev_hash || convert_to(jsonb_build_array(
    e.company_id, e.seq, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.actor_id, e.actor_name, e.action,
    e.entity, e.entity_id, e.entity_label, e.before, e.after, e.address, e.device)::text, 'UTF8'))
$function$;
