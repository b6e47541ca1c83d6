-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.claim_notice_deliveries(most integer)
 RETURNS TABLE(company_id uuid, channel text, target_id uuid, batch_id uuid)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with due as materialized (
    select d.company_id, d.id, d.channel, d.target_id from notice_delivery d join company c on c.id = d.company_id
    where d.batch_id is null and d.due_at <= now() and company_is_here(c) and not is_quarantined() order by d.due_at limit most for update of d skip locked
  ), batch as materialized (
    select b.*, new_id() as batch_id from (select distinct company_id, channel, target_id from due) b
  ), marked as (
    update notice_delivery d set batch_id = b.batch_id from due join batch b using (company_id, channel, target_id)
    where d.company_id = due.company_id and d.id = due.id
  )
  select company_id, channel, target_id, batch_id from batch
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
