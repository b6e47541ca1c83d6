-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.events_go_by_month()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select begins_at <= now() and to_regclass('public.' || public.month_of('paypal_event_body', now())) is not null from public.paypal_event_body_since $function$;
