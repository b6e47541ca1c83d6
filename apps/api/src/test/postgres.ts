import { inject } from 'vitest'

/**
 * The server's address for the owner and for the runtime role, both without a database name, and
 * how the names of its databases begin.
 */
export type TestPostgres = {
  ownerUrl: string
  runtimeUrl: string
  template: string
  prefix: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test asks for PostgreSQL; lab/ground/testPostgres.ts answers there. */
    postgresUrl: string
  }
}

/** The PostgreSQL of this test run. The first test to ask waits the seconds in which it starts. */
export async function testPostgres(): Promise<TestPostgres> {
  const answer = await fetch(inject('postgresUrl'))
  if (!answer.ok) throw new Error(`The tests' PostgreSQL did not start: ${await answer.text()}`)
  return (await answer.json()) as TestPostgres
}
