import { mkdirSync } from 'node:fs'
import { prepareDatabase } from './database.ts'
import { devDatabase, privateSettings } from './devDatabase.ts'
import { masterKeys } from './masterKey.ts'
import { disableEmbeddedSignalHandlers, startPrivatePostgres } from './postgres.ts'

/**
 * Development's database and key, for `npm start` without one of its own. A module by itself,
 * because it needs development packages. The caller handles signals and stops the server.
 */
export async function privateDatabase(dir: string) {
  mkdirSync(dir, { recursive: true })
  disableEmbeddedSignalHandlers()
  const server = await startPrivatePostgres(dir, { keep: true, settings: privateSettings })
  const { runtimeUrl } = await prepareDatabase(await devDatabase(server.ownerUrl))
  return { server, DATABASE_URL: runtimeUrl, PAYDESK_MASTER_KEYS: masterKeys(dir) }
}
