-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.search_grams(company uuid, lines text[])
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  found integer[] := '{}';
  line text;
  chars text[];
begin
  foreach line in array lines loop
    chars := string_to_array(line, null);
    for i in 1 .. cardinality(chars) - 1 loop
      if ascii(chars[i]) >= 11904 or ascii(chars[i + 1]) >= 11904 then
        found := found || hashtext(company::text || chars[i] || chars[i + 1]);
      elsif ascii(chars[i + 2]) < 11904 then
        found := found || hashtext(company::text || chars[i] || chars[i + 1] || chars[i + 2]);
      end if;
    end loop;
  end loop;
  return found;
end $function$;
