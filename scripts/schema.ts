/** `npm run schema` writes db/schema.sql and the Kysely types; with --check it fails when they differ from what is committed. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { allJobs } from '../apps/api/src/jobs.ts'
import { migrate } from '../apps/api/src/lib/migrate.ts'
import { startPrivatePostgres } from './postgres.ts'
import { dumpSchema, dumpTypes } from './schemaDump.ts'

const check = process.argv.includes('--check')
const dir = new URL('../.tmp/schema', import.meta.url).pathname
mkdirSync(dir, { recursive: true })
const server = await startPrivatePostgres(dir, { keep: false })
let stale = false
try {
  const url = server.ownerUrl('postgres')
  await migrate(url, allJobs)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  compare('../db/schema.sql', await dumpSchema(client))
  compare('../apps/api/src/lib/database.ts', format(await dumpTypes(client)))
  await client.end()
} finally {
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
}
process.exit(stale ? 1 : 0)

function compare(path: string, text: string) {
  const file = new URL(path, import.meta.url)
  if (!check) return writeFileSync(file, text)
  if (readFileSync(file, 'utf8') === text) return
  stale = true
  console.error(`${path.slice(3)} is not what the migrations make: run \`npm run schema\``)
}

function format(text: string): string {
  return execFileSync('biome', ['format', '--stdin-file-path=database.ts'], { input: text, encoding: 'utf8' })
}
