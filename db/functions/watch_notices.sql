-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.watch_notices(of_jobs jsonb)
 RETURNS TABLE(name text, labels jsonb, value double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with job as materialized (select j."companyId", j."messageId", j."batchId" from jsonb_to_recordset(of_jobs) as j ("companyId" uuid, "messageId" uuid, "batchId" uuid)),
  late as materialized (
    select case d.channel when 'chat' then 'chat' else 'mail' end as channel, d.due_at as since from public.notice_delivery d
    where d.batch_id is null and d.due_at <= now()
    union all
    select case d.channel when 'chat' then 'chat' else 'mail' end, d.due_at from job j
    join public.notice_delivery d on d.company_id = j."companyId" and d.batch_id = j."batchId" where d.sent_at is null
    union all
    select m.channel, m.created_at from job j join public.message m on m.company_id = j."companyId" and m.id = j."messageId" where m.sent_at is null
  )
  select 'notices_undelivered', jsonb_build_object('channel', k.channel), (select count(*) from late l where l.channel = k.channel)::float8
  from (values ('mail'), ('sms'), ('chat')) k (channel)
  union all
  select 'notices_undelivered_oldest_seconds', jsonb_build_object('channel', k.channel),
    coalesce((select extract(epoch from now() - min(l.since)) from late l where l.channel = k.channel), 0)::float8
  from (values ('mail'), ('sms'), ('chat')) k (channel)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute
