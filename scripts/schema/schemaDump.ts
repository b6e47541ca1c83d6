import type pg from 'pg'

const made = '-- Made by `npm run schema` from db/migrations. Do not edit.'

/**
 * The tables that the migrations made, as text in a fixed order: reviewed in every change, compared
 * in CI. (pg_dump must match the server's version; this need not.) Months of a table are left out:
 * which there are depends on the day.
 */
export async function dumpSchema(client: pg.Client): Promise<string> {
  const parts: string[] = [`${made} Functions stand in db/functions.`]
  const tables = await names(
    client,
    `select relname as name
       from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition order by relname`,
  )
  for (const table of tables) parts.push(await dumpTable(client, table))
  return `${parts.join('\n\n')}\n`
}

/**
 * Each function's present text by its name; functions of one name and several
 * signatures stand together.
 */
export async function dumpFunctions(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query(`
    select proname as name,
      pg_get_functiondef(oid) as text,
      pg_get_userbyid(proowner) = 'paydesk_auth' as by_auth,
      (
        select string_agg(
          grantee::regrole || ' ' || lower(privilege_type), ', ' order by grantee::regrole::text
        )
        from aclexplode(proacl)
        where grantee <> proowner and grantee <> 0
      ) as acl
    from pg_proc where pronamespace = 'public'::regnamespace order by proname, oid`)
  const texts = new Map<string, string>()
  for (const { name, text, by_auth, acl } of rows) {
    const whole = `${String(text).trimEnd()};${by_auth ? '\n-- owner paydesk_auth' : ''}${acl ? `\n-- grant ${acl}` : ''}\n`
    texts.set(name, `${texts.get(name) ?? `${made}\n`}\n${whole}`)
  }
  return texts
}

async function dumpTable(client: pg.Client, table: string): Promise<string> {
  const on = [`public.${table}`]
  const columns = await names(
    client,
    `select '  ' || quote_ident(attname) || ' ' || format_type(atttypid, atttypmod) || case
       when attnotnull then ' not null'
       else ''
     end
       || coalesce(' default ' || pg_get_expr(adbin, adrelid), '') as name
     from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    on,
  )
  // contype 'n' (not null) exists from PostgreSQL 18 on and is said by the columns already.
  const constraints = await names(
    client,
    `select '  constraint ' || conname || ' ' || pg_get_constraintdef(oid) as name
     from pg_constraint
     where conrelid = $1::regclass and contype <> 'n' order by contype, conname`,
    on,
  )
  const rest = await names(
    client,
    `select pg_get_indexdef(indexrelid) || ';' as name from pg_index
     where indrelid = $1::regclass
       and not exists (
         select from pg_constraint where conindid = indexrelid and contype in ('p', 'u')
       )
     order by name`,
    on,
  )
  rest.push(
    ...(await names(
      client,
      `select pg_get_triggerdef(oid) || ';' as name
       from pg_trigger
       where tgrelid = $1::regclass and not tgisinternal
       order by tgname`,
      on,
    )),
    ...(await names(
      client,
      `select 'row level security' || case
         when relforcerowsecurity then ', forced'
         else ''
       end || ';' as name
       from pg_class where oid = $1::regclass and relrowsecurity`,
      on,
    )),
    ...(await names(
      client,
      `select 'policy ' || polname || ' for ' || case polcmd
         when '*' then 'all'
         when 'r' then 'select'
         when 'a' then 'insert'
         when 'w' then 'update'
         else 'delete'
       end
         || ' to ' || (select string_agg(r::regrole::text, ', ') from unnest(polroles) r)
         || coalesce(' using ' || pg_get_expr(polqual, polrelid), '') || coalesce(
           ' with check ' || pg_get_expr(polwithcheck, polrelid), ''
         ) || ';' as name
       from pg_policy where polrelid = $1::regclass order by polname`,
      on,
    )),
    ...(await names(
      client,
      `select 'grant ' || string_agg(
         lower(privilege_type), ', ' order by privilege_type
       ) || ' to ' || grantee::regrole || ';' as name
       from pg_class, aclexplode(relacl)
       where oid = $1::regclass and grantee <> relowner
       group by grantee
       order by grantee::regrole::text`,
      on,
    )),
    ...(await names(
      client,
      `select 'grant ' || lower(privilege_type) || ' (' || string_agg(
         quote_ident(attname), ', ' order by attnum
       ) || ') to ' || grantee::regrole || ';' as name
       from pg_attribute, aclexplode(attacl)
       where attrelid = $1::regclass and not attisdropped
       group by grantee, privilege_type
       order by grantee::regrole::text, privilege_type`,
      on,
    )),
  )
  const [key] = await names(
    client,
    `select ' partition by ' || pg_get_partkeydef($1::regclass) as name
     where pg_get_partkeydef($1::regclass) is not null`,
    on,
  )
  return [
    `table ${table} (\n${[...columns, ...constraints].join(',\n')}\n)${key ?? ''};`,
    ...rest,
  ].join('\n')
}

const names = async (client: pg.Client, query: string, values: unknown[] = []): Promise<string[]> =>
  (await client.query(query, values)).rows.map((row) => row.name as string)

const typeNames: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  date: 'string',
  timestamptz: 'string',
  tstzmultirange: 'string',
  numeric: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  bool: 'boolean',
  bytea: 'Buffer',
  jsonb: 'unknown',
}

/**
 * The tables as TypeScript, for Kysely: camelCase, `Generated` where the database has a default,
 * unions from `check (x in (…))`, ids that know whose they are from keys and foreign keys.
 */
export async function dumpTypes(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`
    select c.relname as table, a.attname as column, t.typname as type, a.attnotnull as required,
      d.adbin is not null as defaulted,
      (
        select pg_get_constraintdef(k.oid)
        from pg_constraint k
        where k.conrelid = c.oid
          and k.contype = 'c'
          and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%'
        limit 1
      ) as oneof,
      case
        when a.attname = 'id' then c.relname
        else (
          select far.relname
          from pg_constraint k
          cross join lateral unnest(k.conkey, k.confkey) as pair (own, theirs)
          join pg_class far on far.oid = k.confrelid
          join pg_attribute f on f.attrelid = far.oid and f.attnum = pair.theirs
          where k.conrelid = c.oid and k.contype = 'f' and pair.own = a.attnum and f.attname = 'id'
          limit 1
        )
      end as id_of
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p')
      and not c.relispartition
      and a.attnum > 0
      and not a.attisdropped
    order by c.relname, a.attnum`)
  const tables = Map.groupBy(rows, (row) => row.table as string)
  const body = [...tables].map(
    ([table, columns]) => `  ${camel(table)}: {\n${columns.map(dumpColumn).join('\n')}\n  }`,
  )
  return `// Made by \`npm run schema\` from db/migrations. Do not edit.
import type { Id } from '@paydesk/contract/lib/id'
import type { Generated } from 'kysely'

export type Database = {\n${body.join('\n')}\n}\n`
}

type Column = {
  column: string
  type: string
  required: boolean
  defaulted: boolean
  oneof: string | null
  id_of: string | null
}

function dumpColumn({ column, type, required, defaulted, oneof, id_of }: Column): string {
  const union =
    oneof && [...oneof.matchAll(/'([^']*)'::text/g)].map(([, value]) => `'${value}'`).join(' | ')
  const element = type.startsWith('_') ? typeNames[type.slice(1)] : undefined
  const id = type === 'uuid' && id_of ? `Id<'${recordOf(id_of)}'>` : undefined
  const base = union || (element ? `${element}[]` : (id ?? typeNames[type]))
  if (!base) throw new Error(`No TypeScript type for ${type} (${column})`)
  const full = required || base === 'unknown' ? base : `${base} | null`
  return `    ${camel(column)}: ${defaulted ? `Generated<${full}>` : full}`
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** What the product calls the record of a table. */
const recordNames: Record<string, string> = { app_user: 'user', paypal_transaction: 'transaction' }
const recordOf = (table: string) => recordNames[table] ?? camel(table)
