import pg from 'pg'
import { outsideMark } from '../../apps/api/src/lib/migrate.ts'
import type { MigrationText } from './migrationRules.ts'

/** Modes in which nobody else can write, or do anything. */
const strong = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']

/**
 * Runs the migrations after the last release on an empty database that has that release's tables,
 * and looks at what they did: a table or index that was rewritten lies in another file than before,
 * whichever statement, block or function did it; and what stops writers must be named by the
 * migration's own line `-- locks: …`. One sentence for each fault.
 */
export async function lockFaults(
  ownerUrl: string,
  released: MigrationText[],
  added: MigrationText[],
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    for (const { sql } of released)
      await client.query(sql.startsWith(outsideMark) ? sql : `begin; ${sql}\n; commit`)
    const before = await filesOf(client)
    const faults: string[] = []
    for (const { name, sql } of added) {
      const stops = await run(client, sql)
      const said = sql.split('\n').find((line) => line.startsWith('-- locks: ')) ?? ''
      for (const table of stops)
        if (before.has(table) && !said.split(/\W+/).includes(table))
          faults.push(`${name}: it stops the writers of ${table}, and does not say so`)
      const after = await filesOf(client)
      for (const [relation, file] of before)
        if (after.has(relation) && after.get(relation) !== file) {
          faults.push(`${name}: ${relation} is rewritten`)
          before.set(relation, after.get(relation) as string)
        }
    }
    return faults
  } finally {
    await client.end()
  }
}

/** Returns the tables that it locked against writers. */
async function run(client: pg.Client, sql: string): Promise<string[]> {
  if (sql.startsWith(outsideMark)) {
    await client.query(sql)
    return []
  }
  await client.query('begin')
  await client.query(sql)
  const { rows } = await client.query<{ name: string }>(
    `select distinct c.relname as name from pg_locks l join pg_class c on c.oid = l.relation
     where l.pid = pg_backend_pid()
       and l.granted
       and l.mode = any($1)
       and c.relkind in ('r', 'p')
       and c.relnamespace = 'public'::regnamespace
     order by 1`,
    [strong],
  )
  await client.query('commit')
  return rows.map(({ name }) => name)
}

/** In which file each table and index lies. */
async function filesOf(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; file: string }>(
    `select relname as name, relfilenode::text as file
     from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'i', 'm')`,
  )
  return new Map(rows.map(({ name, file }) => [name, file]))
}
