import { inject } from 'vitest'

/** Owner's address of the server, and the runtime role's, both without a database name. */
export type TestPostgres = { ownerUrl: string; runtimeUrl: string; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test asks for PostgreSQL; scripts/testPostgres.ts answers there. */
    postgresUrl: string
  }
}

/** The run's PostgreSQL. Whoever asks first waits the seconds in which it starts. */
export async function testPostgres(): Promise<TestPostgres> {
  const answer = await fetch(inject('postgresUrl'))
  if (!answer.ok) throw new Error(`The tests' PostgreSQL did not start: ${await answer.text()}`)
  return (await answer.json()) as TestPostgres
}
