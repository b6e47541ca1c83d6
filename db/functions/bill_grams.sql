-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.bill_grams(of_company uuid, t text, ends boolean)
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  seed bigint := hashtextextended(of_company::text, 0);
  -- In every company's newest bills: a keyword of one of these is found without any look-up.
  usual text := 'abcdefghilmnoprstu0123456789 .@-';
  unusual text := translate(t, usual, '');
  -- In a longer keyword every character is in a pair or a three already, and single ones have the longest lists.
  singly boolean := ends or length(t) = 1;
  grams integer[] := '{}';
  c text;
  code integer;
  cjk boolean;
  b text := '';
  b_cjk boolean;
  a text := '';
  a_cjk boolean;
begin
  if translate(unusual, 'jkqvwxyz', '') = '' then
    return array(select (hashtextextended(substr(t, i, 3), seed) >> 32)::integer
      from generate_series(1, length(t) - case when ends then 1 else 2 end) i
      union all select (hashtextextended(substr(unusual, i, 1), seed) >> 32)::integer from generate_series(1, length(unusual)) i where singly);
  end if;
  -- Character by character, `a` and `b` being the two before it: 70 µs a field, a third of what set-wise substr takes.
  foreach c in array string_to_array(t, null) loop
    code := ascii(c);
    cjk := code >= 11904;
    if singly and strpos(usual, c) = 0 then grams := grams || (hashtextextended(c, seed) >> 32)::integer; end if;
    if b <> '' and (cjk or b_cjk) then
      grams := grams || (hashtextextended(b || c, seed) >> 32)::integer;
    end if;
    if a <> '' and not (a_cjk or b_cjk) then
      if not cjk then grams := grams || (hashtextextended(a || b || c, seed) >> 32)::integer; end if;
      if code not between 32 and 126 then grams := grams || (hashtextextended(a || b, seed) >> 32)::integer; end if;
    end if;
    a := b; a_cjk := b_cjk; b := c; b_cjk := cjk;
  end loop;
  if ends and a <> '' and not (a_cjk or b_cjk) then grams := grams || (hashtextextended(a || b, seed) >> 32)::integer; end if;
  return grams;
end
$function$;
-- grant paydesk_app execute, paydesk_auth execute
