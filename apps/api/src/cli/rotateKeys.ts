import { readSettings } from '../lib/config.ts'
import { rotateSecrets } from '../lib/secret.ts'
import { readOptions } from './options.ts'
import { print } from './output.ts'

/**
 * Put the new key first, restart API and workers, run this, and only then take the old key away
 * (docs/operations.md).
 */
export async function run(args: string[]): Promise<number> {
  readOptions({ args, options: {} })
  const given = readSettings(process.env, ['DATABASE_OWNER_URL', 'PAYDESK_MASTER_KEYS'])
  print(JSON.stringify(await rotateSecrets(given.DATABASE_OWNER_URL, given.PAYDESK_MASTER_KEYS)))
  return 0
}
