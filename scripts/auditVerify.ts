/**
 * `npm run audit:verify [-- --heads worker.log]`: recomputes every company's chain and names the first bad entry.
 * With --heads it also checks each head hash that was once written to that log.
 */
import { readFileSync } from 'node:fs'
import { type Head, verifyAudit } from '../apps/api/src/office/audit/verify.ts'

function readHeads(path: string): Head[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => (line.includes('"auditHead"') ? [JSON.parse(line.slice(line.indexOf('{'))).auditHead as Head] : []))
}

const url = process.env.DATABASE_OWNER_URL
if (!url) throw new Error('Set DATABASE_OWNER_URL to a login that may read every company.')
const at = process.argv.indexOf('--heads')
const result = await verifyAudit(url, at > 0 ? readHeads(process.argv[at + 1] as string) : [])
console.log(JSON.stringify(result))
process.exit(result.faults.length > 0 ? 1 : 0)
