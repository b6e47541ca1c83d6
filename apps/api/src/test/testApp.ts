import { afterAll, beforeAll } from 'vitest'
import { TestApp } from './appInProcess.ts'
import { testPostgres } from './postgres.ts'

export type { Answer } from './appInProcess.ts'
export { TestApp, testMasterKeys } from './appInProcess.ts'

/**
 * `environment` is read when the app starts, after the servers that a test file starts before it.
 */
export function testApp({
  production = false,
  environment = () => ({}) as Record<string, string>,
} = {}): TestApp {
  const app = new TestApp(production, environment)
  beforeAll(async () => app.start(await testPostgres()))
  afterAll(() => app.stop())
  return app
}
