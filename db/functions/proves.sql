-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.proves(of_company uuid, of_account uuid, as_of timestamp with time zone, ends_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select not exists (select from journal j where j.company_id = of_company and j.account_id = of_account and j.kind <> 'match'
    and j.effective_at >= least(as_of, ends_at) and j.effective_at < greatest(as_of + interval '1 second', ends_at))
$function$;
