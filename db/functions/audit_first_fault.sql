-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.audit_first_fault(of_company uuid)
 RETURNS TABLE(seq bigint, fault text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with linked as (
    select e, e.seq as n, lag(e.hash, 1, sha256(convert_to(of_company::text, 'UTF8'))) over w as expected_prev,
      lag(e.seq, 1, 0) over w + 1 as expected_seq
    from audit_entry e where e.company_id = of_company window w as (order by e.seq)
  ), faults as (
    select n as seq, case when n <> expected_seq then 'missing entry ' || expected_seq
      when (e).prev_hash <> expected_prev then 'does not follow its predecessor' else 'changed' end as fault
    from linked where n <> expected_seq or (e).prev_hash <> expected_prev or (e).hash <> audit_hash(e)
    union all
    select h.seq, 'the chain ends before its head' from audit_head h
    where h.company_id = of_company
      and not exists (select from audit_entry l where l.company_id = of_company and l.seq = h.seq and l.hash = h.hash)
  )
  select * from faults order by seq limit 1
$function$;
-- owner paydesk_auth
