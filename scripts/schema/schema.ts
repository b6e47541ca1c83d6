/**
 * `npm run schema` writes db/schema.sql, db/functions and the Kysely types; with --check it fails
 * when they differ from what is committed.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import pg from 'pg'
import { allJobs } from '../../apps/api/src/jobs.ts'
import { migrate } from '../../apps/api/src/lib/migrate.ts'
import { startPrivatePostgres } from '../../lab/ground/postgres.ts'
import { dumpFunctions, dumpSchema, dumpTypes } from './schemaDump.ts'
import { type Files, staleFiles, writeFiles } from './schemaFiles.ts'

const root = new URL('../..', import.meta.url).pathname
const functionsFolder = 'db/functions'
const files = await whatMigrationsMake()
if (process.argv.includes('--check')) {
  const stale = staleFiles(root, files, functionsFolder)
  for (const sentence of stale) console.error(`${sentence}: run \`npm run schema\``)
  process.exit(stale.length > 0 ? 1 : 0)
}
writeFiles(root, files, functionsFolder)
process.exit(0)

async function whatMigrationsMake(): Promise<Files> {
  const dir = new URL('../../.tmp/schema', import.meta.url).pathname
  mkdirSync(dir, { recursive: true })
  const server = await startPrivatePostgres(dir, { keep: false })
  try {
    const url = server.ownerUrl('postgres')
    await migrate(url, allJobs)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const made: Files = new Map([
      ['db/schema.sql', await dumpSchema(client)],
      ['apps/api/src/lib/database.ts', format(await dumpTypes(client))],
    ])
    for (const [name, text] of await dumpFunctions(client))
      made.set(`${functionsFolder}/${name}.sql`, text)
    await client.end()
    return made
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

function format(text: string): string {
  return execFileSync('biome', ['format', '--stdin-file-path=database.ts'], {
    input: text,
    encoding: 'utf8',
  })
}
