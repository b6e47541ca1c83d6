/** `npm run dev`: starts everything from a clean clone. A second run finds the data of the first. */
import { existsSync, mkdirSync } from 'node:fs'
import { readConfig } from '../apps/api/src/lib/config.ts'
import { openOutside } from '../apps/api/src/lib/outside/outside.ts'
import { createPool } from '../apps/api/src/lib/pool.ts'
import { prepareDatabase } from './database.ts'
import { connectDemoAccount, demoPassword, demoUsers, seedDemo } from './demo.ts'
import { masterKeys } from './masterKey.ts'
import { startPrivatePostgres } from './postgres.ts'
import { Processes, waitFor } from './processes.ts'
import { Simulator } from './simulator.ts'

const root = new URL('..', import.meta.url).pathname
const dir = `${root}.dev`
const apiPort = Number(process.env.PORT ?? 3000)
const consolePort = Number(process.env.CONSOLE_PORT ?? 5173)

const processes = new Processes()
let ownerUrl = process.env.DATABASE_URL
if (!ownerUrl) {
  const fresh = !existsSync(`${dir}/data/PG_VERSION`)
  mkdirSync(dir, { recursive: true })
  console.log(fresh ? 'Making a private PostgreSQL in .dev …' : 'Starting the private PostgreSQL in .dev …')
  const server = await startPrivatePostgres(dir, { keep: true })
  processes.atEnd(() => server.stop())
  ownerUrl = server.ownerUrl('postgres')
}
const { runtimeUrl, applied } = await prepareDatabase(ownerUrl)
console.log(applied.length > 0 ? `Migrations: ${applied.join(', ')}` : 'Migrations: up to date')
const pool = createPool(runtimeUrl, 2, 'paydesk-dev')
console.log((await seedDemo(pool, { password: demoPassword, demo: true })) ? 'Demo data: made' : 'Demo data: already there')

const sim = await Simulator.start(['--port', '4010', '--tls-port', '4011', '--file', `${dir}/paypal-sim.db`])
processes.atEnd(() => sim.stop())
const env = {
  NODE_ENV: 'development',
  DATABASE_URL: runtimeUrl,
  PORT: String(apiPort),
  API_PORT: String(apiPort),
  PAYDESK_MASTER_KEYS: masterKeys(dir),
  // The host is a name, because passkeys belong to a name and never to an address.
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${consolePort}`,
  PAYPAL_SIMULATOR_URL: sim.url,
}
// Some money comes without a bill, so that there is something to reconcile.
if (await connectDemoAccount(pool, openOutside(readConfig(env), pool), sim, `http://127.0.0.1:${apiPort}`))
  await sim.act('addRows', { accountId: sim.accounts[0]?.id, count: 8 })
await pool.end()
const api = processes.start('api', ['node', '--watch', '--watch-preserve-output', 'apps/api/src/http.ts'], { cwd: root, env })
processes.start('worker', ['node', '--watch', '--watch-preserve-output', 'apps/api/src/worker.ts'], { cwd: root, env })
const vite = processes.start('console', ['vite', '--clearScreen', 'false', '--port', String(consolePort), '--strictPort'], {
  cwd: `${root}apps/console`,
  env,
})
await processes.orEnd(
  Promise.all([waitFor(`http://127.0.0.1:${apiPort}/api/health/ready`, api), waitFor(`http://127.0.0.1:${consolePort}/`, vite)]),
)

console.log(
  `\n  Paydesk 收款管理   http://localhost:${consolePort}/\n  API               http://127.0.0.1:${apiPort}/api/docs\n  PayPal simulator  ${sim.url}/\n`,
)
for (const { username, what } of demoUsers) console.log(`  ${username.padEnd(10)} ${demoPassword}   ${what}`)
console.log('\n  Ctrl+C stops everything; the data stays in .dev.\n')
