import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { migrate, readMigrations } from '../../apps/api/src/lib/migrate.ts'
import { testPostgres } from '../../apps/api/src/test/postgres.ts'
import { createDatabase } from '../../lab/ground/database.ts'
import { installed } from '../../lab/ground/installed.ts'
import { sortedMigrations } from './migrations.ts'

// The first test to ask waits until PostgreSQL is up.
beforeAll(testPostgres, 60_000)

test('a restored backup of the last release is in quarantine once it is migrated', async () => {
  const { ownerUrl } = await testPostgres()
  const name = `wanted_${randomBytes(4).toString('hex')}`
  await createDatabase(`${ownerUrl}postgres`, name)
  const url = ownerUrl + name
  const { released } = sortedMigrations()
  await migrate(url, [], readMigrations().slice(0, released.length))
  installed({ psql: 'postgresql-client' })
  const script = new URL('../../ops/backup/quarantine.sh', import.meta.url).pathname
  const said = execFileSync(script, ['2026-11-18 09:30:00+00', url, 'a test'], { encoding: 'utf8' })
  expect(said).toMatch(/Start NO process/)
  await migrate(url, [])
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select is_quarantined() as on, restored_to, why, to_regclass('quarantine_wanted') as word
     from installation`,
  )
  await client.end()
  expect(rows).toEqual([
    { on: true, restored_to: new Date('2026-11-18T09:30:00Z'), why: 'a test', word: null },
  ])
}, 60_000)
