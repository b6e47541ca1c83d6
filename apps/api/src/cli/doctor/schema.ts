import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { readMigrations } from '../../lib/migrate.ts'
import { loginFacts } from '../../lib/runtimeRole.ts'
import { type Finding, fail, few, ok, warn } from './finding.ts'

const folder = new URL('../../../../../db', import.meta.url).pathname

/** Whether the login of the processes is bound by row-level security. */
export async function lookAtLogin(runtime: pg.Client): Promise<Finding[]> {
  const { name, unbound, owner, auth, member } = await loginFacts(runtime)
  const own = `
    create role … login password '…' in role paydesk_app, and give DATABASE_URL that login`
  return [
    unbound
      ? fail(
          'login: bound',
          `"${name}" is a superuser or has BYPASSRLS: every company would be shown to everyone`,
          own,
        )
      : ok('login: bound', name),
    owner
      ? fail('login: owns nothing', `"${name}" owns tables, or may become their owner`, own)
      : ok('login: owns nothing', name),
    auth
      ? fail(
          'login: not paydesk_auth',
          `"${name}" may become paydesk_auth, which sees all companies`,
          `revoke paydesk_auth from "${name}"`,
        )
      : ok('login: not paydesk_auth', name),
    member
      ? ok('login: paydesk_app', name)
      : fail(
          'login: paydesk_app',
          `"${name}" is no member of paydesk_app and can read nothing`,
          `grant paydesk_app to "${name}"`,
        ),
  ]
}

type Applied = { version: number; name: string; checksum: string }

export async function lookAtSchema(client: pg.Client): Promise<Finding[]> {
  const applied = await client
    .query<Applied>('select version, name, checksum from schema_migration order by version')
    .catch(() => undefined)
  const migrate = 'run `paydesk migrate` with DATABASE_OWNER_URL'
  if (!applied)
    return [fail('migrations', 'none was applied, or the login may not see them', migrate)]
  return [migrations(applied.rows, migrate), ...(await asWritten(client))]
}

function migrations(applied: Applied[], migrate: string): Finding {
  const ours = readMigrations()
  const missing = ours.filter(({ version }) => !applied.some((one) => one.version === version))
  if (missing.length > 0)
    return fail('migrations', `missing: ${few(missing.map(({ name }) => name))}`, migrate)
  const changed = ours.filter(({ version, checksum }) =>
    applied.some((one) => one.version === version && one.checksum !== checksum),
  )
  if (changed.length > 0)
    return fail(
      'migrations',
      `applied with another text: ${few(changed.map(({ name }) => name))}`,
      'this database was made by another program: install the version that it belongs to',
    )
  return applied.length > ours.length
    ? warn(
        'migrations',
        `the schema is at ${applied.at(-1)?.version}, this program knows ${ours.length}`,
        'install the newer version',
      )
    : ok('migrations', `all ${ours.length}`)
}

type Schema = {
  secured: string[]
  forced: string[]
  policies: string[]
  triggers: string[]
  functions: Map<string, string>
}

/** What the migrations make, as `npm run schema` wrote it down. */
function readSchema(): Schema | undefined {
  if (!existsSync(join(folder, 'schema.sql'))) return undefined
  const tables = readFileSync(join(folder, 'schema.sql'), 'utf8')
    .split(/^table (?=\w+ \()/m)
    .slice(1)
  const inside = (pattern: RegExp) =>
    tables.flatMap((text) =>
      [...text.matchAll(pattern)].map((match) => `${/^\w+/.exec(text)}.${match[1]}`),
    )
  const functions = globSync('functions/*.sql', { cwd: folder }).map((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return [
      basename(file, '.sql'),
      /\$function\$([\s\S]*?)\$function\$/.exec(text)?.[1] ?? '',
    ] as const
  })
  return {
    secured: inside(/^(row level security)/gm),
    forced: inside(/^row level security, (forced)/gm),
    policies: inside(/^policy (\w+)/gm),
    triggers: inside(/ TRIGGER (\w+)/g),
    functions: new Map(functions),
  }
}

/**
 * Compares names, and of functions the text: what was changed by hand holds no rule any
 * more, or another one.
 */
async function asWritten(client: pg.Client): Promise<Finding[]> {
  const schema = readSchema()
  if (!schema)
    return [
      warn(
        'schema',
        'not compared: db/schema.sql is not installed',
        'install the folder db as a whole',
      ),
    ]
  const names = async (text: string) =>
    new Set((await client.query<{ name: string }>(text)).rows.map(({ name }) => name))
  const tables = `from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`
  const secured = await names(
    `select relname || '.row level security' as name ${tables} and relrowsecurity`,
  )
  const forced = await names(
    `select relname || '.forced' as name ${tables} and relforcerowsecurity`,
  )
  const policies = await names(
    `select tablename || '.' || policyname as name from pg_policies where schemaname = 'public'`,
  )
  const triggers = await names(
    `select c.relname || '.' || t.tgname as name
     from pg_trigger t
     join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled <> 'D'`,
  )
  const missing = (expected: string[], found: Set<string>) =>
    expected
      .filter((name) => !found.has(name))
      .map((name) => name.replace(/\.(?:row level security|forced)$/, ''))
  const restore = 'somebody changed the database by hand: restore it as db/schema.sql has it'
  const compare = (check: string, lacking: string[], what: string, count: number) =>
    lacking.length > 0
      ? fail(check, `${what}: ${few(lacking)}`, restore)
      : ok(check, `all ${count}`)
  return [
    compare('row-level security', missing(schema.secured, secured), 'off', schema.secured.length),
    compare(
      'row-level security forced',
      missing(schema.forced, forced),
      'not forced, so the owner sees all',
      schema.forced.length,
    ),
    compare('policies', missing(schema.policies, policies), 'missing', schema.policies.length),
    compare(
      'triggers',
      missing(schema.triggers, triggers),
      'missing or disabled',
      schema.triggers.length,
    ),
    await functions(client, schema.functions, restore),
  ]
}

/**
 * Ids are made in another way by a server before version 18; schema.sql was written by a newer one.
 */
const isForOlderServers = ({ name, text }: { name: string; text: string }) =>
  name === 'new_id' && readFileSync(join(folder, 'migrations/0001_lib.sql'), 'utf8').includes(text)

async function functions(
  client: pg.Client,
  expected: Map<string, string>,
  restore: string,
): Promise<Finding> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `select proname::text as name, prosrc as text
     from pg_proc
     where pronamespace = 'public'::regnamespace`,
  )
  const wrong = [...expected].flatMap(([name, text]) => {
    const found = rows.filter((row) => row.name === name)
    if (found.length === 0) return [`${name} is missing`]
    // A body in the standard's form has no text of its own to compare.
    return text === '' || found.some((row) => row.text === text || isForOlderServers(row))
      ? []
      : [`${name} was changed`]
  })
  return wrong.length > 0
    ? fail('functions', few(wrong), restore)
    : ok('functions', `all ${expected.size}`)
}
