-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.index_bills(of_company uuid, ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into bill_search (company_id, bill_id, text, grams)
  select of_company, b.id, concat_ws(chr(1), w.number, w.title, w.name, w.email),
    bill_grams(of_company, w.number, true) || bill_grams(of_company, w.title, true)
      || bill_grams(of_company, w.name, true) || bill_grams(of_company, w.email, true)
  from bill b
  join customer c on c.company_id = of_company and c.id = b.customer_id
  left join bill_content t on t.company_id = of_company and t.bill_id = b.id
  -- Cut to what fits an index entry; the contract allows no more.
  cross join lateral (select lower(b.number), lower(left(b.title, 200)), lower(left(b.customer_name, 200)),
    lower(left(coalesce(t.recipient ->> 'email', c.email, ''), 254))) as w (number, title, name, email)
  where b.company_id = of_company and b.id = any(ids)
  on conflict (company_id, bill_id) do update set text = excluded.text, grams = excluded.grams where bill_search.text <> excluded.text
$function$;
-- grant paydesk_app execute
