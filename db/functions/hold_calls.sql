-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.hold_calls(of_company uuid, of_account uuid, of_address text, of_kind text, account_limit integer, pause interval, asked_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  until timestamptz := coalesce(asked_at, clock_timestamp()) + pause;
begin
  if of_kind = 'reporting' then
    insert into paypal_address_allowance as a (address, kind, held_until) values (of_address, of_kind, until)
    on conflict (address, kind) do update set held_until = greatest(a.held_until, excluded.held_until);
  elsif of_account is not null then
    insert into paypal_account_allowance as a (company_id, account_id, kind, held_until, per_minute)
    select of_company, of_account, k, until, account_limit from unnest(array['act', 'look', 'reporting']) k
    on conflict (company_id, account_id, kind) do update set held_until = greatest(a.held_until, excluded.held_until);
  end if;
end $function$;
-- grant paydesk_app execute
