/**
 * A PostgreSQL server for one test file, in its own process: what the test does to it must not
 * affect the shared server. `node ownPostgres.ts DIR [replica]` prints one line of JSON when the
 * server is ready, with a standby if `replica` is given, and another line after each order. Orders
 * are lines of its input. When the input closes, also because the test process has ended, the
 * servers are stopped.
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
import { createDatabase, prepareDatabase } from '../../../../../lab/ground/database.ts'
import { freePort, startPrivatePostgres } from '../../../../../lab/ground/postgres.ts'
import { seedCompanies } from '../../../../../lab/world/companies.ts'
import { createPool } from '../../lib/pool.ts'
import { OwnServer } from './ownServer.ts'

const [dir = '', kind] = process.argv.slice(2)
const [data, copy] = [`${dir}/data`, `${dir}/copy`]
// If the test process ends during the start, nobody reads the output. The closed input ends this.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
mkdirSync(dir, { recursive: true })
const { ownerUrl, runtimeUrl } = await makeDatabase()
const { port, username, password } = new URL(ownerUrl)
const copyPort = String(await freePort())
const primary = new OwnServer(data, port)
const replica = new OwnServer(copy, copyPort)
if (kind === 'replica') copyData()
await primary.start()
if (kind === 'replica') await replica.start()

const orders: Record<string, () => Promise<void>> = {
  /** The server comes back in recovery and rejects writes until it is promoted. */
  standby: async () => {
    writeFileSync(`${data}/standby.signal`, '')
    await primary.stop()
    await primary.start()
  },
  stopReplica: () => replica.stop(),
  startReplica: () => replica.start(),
}
const replicaUrl =
  kind === 'replica' ? Object.assign(new URL(runtimeUrl), { port: copyPort }).href : ''
const report = () =>
  process.stdout.write(`${JSON.stringify({ ownerUrl, runtimeUrl, replicaUrl })}\n`)
report()
for await (const order of createInterface({ input: process.stdin })) {
  await orders[order]?.()
  report()
}
await replica.stop()
await primary.stop()
rmSync(dir, { recursive: true, force: true })
process.exit()

/** Makes the data, and stops the server that made them: OwnServer takes over. */
async function makeDatabase() {
  const server = await startPrivatePostgres(dir, {
    keep: true,
    settings: ['fsync=off', 'max_connections=200'],
  })
  await createDatabase(server.ownerUrl('postgres'), 'paydesk')
  const ownerUrl = server.ownerUrl('paydesk')
  const { runtimeUrl } = await prepareDatabase(ownerUrl)
  const pool = createPool(runtimeUrl, 1, 'seed')
  // A connection may still be closing when the server stops.
  pool.on('error', () => {})
  await seedCompanies(pool, { password: 'not-asked-for-1', demo: false })
  await pool.end()
  await server.stop()
  return { ownerUrl, runtimeUrl }
}

/** Copies the data of the stopped server for a standby that follows it. */
function copyData() {
  const { uid, gid } = statSync(data)
  cpSync(data, copy, { recursive: true, preserveTimestamps: true })
  execFileSync('chown', ['-R', `${uid}:${gid}`, copy])
  chmodSync(copy, 0o700)
  writeFileSync(`${copy}/standby.signal`, '')
  appendFileSync(
    `${copy}/postgresql.auto.conf`,
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
  )
}
