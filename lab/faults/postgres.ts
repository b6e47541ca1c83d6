import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { createDatabase, prepareDatabase } from '../ground/database.ts'
import { startOnDemand } from '../ground/onDemand.ts'
import { startPrivatePostgres } from '../ground/postgres.ts'
import { testSettings } from '../ground/testPostgres.ts'
import type { Fault } from './fault.ts'
import { isSql, planted, root } from './faults.ts'

const template = 'paydesk_template'

/** One PostgreSQL for all faults. It starts when the first test asks for it. */
export async function sharedPostgres(dir: string) {
  let started: ReturnType<typeof start> | undefined
  async function start() {
    mkdirSync(dir, { recursive: true })
    const server = await startPrivatePostgres(dir, { keep: false, settings: testSettings })
    await createDatabase(server.ownerUrl('postgres'), template)
    const { runtimeUrl } = await prepareDatabase(server.ownerUrl(template))
    return { server, runtimeUrl }
  }
  const shared = () => {
    started ??= start()
    return started
  }

  /**
   * Where the tests of one fault ask. `name` begins the names of their databases, which are
   * dropped afterwards.
   */
  async function forFault(name: string, fault: Fault | undefined) {
    let asked = false
    const onDemand = await startOnDemand(async () => {
      const { server, runtimeUrl } = await shared()
      asked = true
      const withoutName = (url: string) => url.replace(/\/[^/]*$/, '/')
      const own = fault && isSql(fault) ? `${name}_template` : template
      if (fault && own !== template) {
        await createDatabase(server.ownerUrl('postgres'), own, `template ${template}`)
        await run(
          server.ownerUrl(own),
          planted(fault, readFileSync(join(root, fault.file), 'utf8')),
        )
      }
      return {
        ownerUrl: withoutName(server.ownerUrl('postgres')),
        runtimeUrl: withoutName(runtimeUrl),
        template: own,
        prefix: name,
      }
    })
    return {
      url: onDemand.url,
      close: async () => {
        await onDemand.close()
        if (!asked) return
        const { server } = await shared()
        await dropDatabases(server.ownerUrl('postgres'), name)
      },
    }
  }

  return {
    forFault,
    stop: async () => {
      await (await started?.catch(() => undefined))?.server.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function run(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

async function dropDatabases(url: string, prefix: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select datname from pg_database where starts_with(datname, $1 || '_')`,
      [prefix],
    )
    for (const { datname } of rows)
      await client.query(`drop database if exists ${datname} with (force)`)
  } finally {
    await client.end()
  }
}
