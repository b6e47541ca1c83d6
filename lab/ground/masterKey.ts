import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { newMasterKey } from '../../apps/api/src/lib/secret.ts'

/**
 * Returns PAYDESK_MASTER_KEYS or, for development, a key that is made once and kept beside the
 * data that it opens.
 */
export function masterKeys(dir: string): string {
  if (process.env.PAYDESK_MASTER_KEYS) return process.env.PAYDESK_MASTER_KEYS
  const file = `${dir}/master-keys`
  if (!existsSync(file)) {
    mkdirSync(dir, { recursive: true })
    writeFileSync(file, newMasterKey('dev'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}
