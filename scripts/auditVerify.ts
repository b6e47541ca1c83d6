/**
 * `npm run audit:verify [-- --heads worker.log]`: recomputes every company's chain and names the first bad entry.
 * With --heads it also checks each head hash that was once written to that log. Of which database: owner.ts.
 */
import { readFileSync } from 'node:fs'
import { type Head, verifyAudit } from '../apps/api/src/office/audit/verify.ts'
import { withOwner } from './owner.ts'

function readHeads(path: string): Head[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => (line.includes('"auditHead"') ? [JSON.parse(line.slice(line.indexOf('{'))).auditHead as Head] : []))
}

const at = process.argv.indexOf('--heads')
const heads = at > 0 ? readHeads(process.argv[at + 1] as string) : []
const result = await withOwner((url) => verifyAudit(url, heads))
console.log(JSON.stringify(result))
process.exit(result.faults.length > 0 ? 1 : 0)
