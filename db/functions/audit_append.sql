-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.audit_append()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  head audit_head;
begin
  insert into audit_head values (new.company_id, 0, sha256(convert_to(new.company_id::text, 'UTF8'))) on conflict do nothing;
  select * into head from audit_head where company_id = new.company_id for update;
  new.seq := head.seq + 1;
  new.prev_hash := head.hash;
  new.at := clock_timestamp();
  new.hash := audit_hash(new);
  update audit_head set seq = new.seq, hash = new.hash where company_id = new.company_id;
  return new;
end
$function$;
-- owner paydesk_auth
