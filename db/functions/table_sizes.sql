-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.table_sizes()
 RETURNS TABLE(name text, months integer, rows bigint, table_bytes bigint, index_bytes bigint, dead_rows bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case n.nspname when 'public' then '' else n.nspname || '.' end || r.relname, count(*) filter (where c.relispartition)::integer,
    sum(greatest(c.reltuples, 0))::bigint, sum(pg_table_size(c.oid))::bigint, sum(pg_indexes_size(c.oid))::bigint,
    sum(pg_stat_get_dead_tuples(c.oid))::bigint
  from pg_class c join pg_class r on r.oid = coalesce(pg_partition_root(c.oid), c.oid) join pg_namespace n on n.oid = r.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'pgboss') group by n.nspname, r.relname
$function$;
