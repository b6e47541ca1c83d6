/**
 * `npm run dev [-- --whole]`: starts everything from a clean clone. A second run finds the data of
 * the first. With --whole nothing of the demo is left out, however slow the machine.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { makeHistory, simulatorFile } from '../lab/demo/demo.ts'
import { demoSwitches } from '../lab/demo/switches.ts'
import { prepareDatabase } from '../lab/ground/database.ts'
import { devDatabase, hasCompanies, privateSettings } from '../lab/ground/devDatabase.ts'
import { masterKeys } from '../lab/ground/masterKey.ts'
import { disableEmbeddedSignalHandlers, startPrivatePostgres } from '../lab/ground/postgres.ts'
import { Processes, waitFor } from '../lab/ground/processes.ts'
import { isTravelling } from '../lab/ground/travel.ts'
import { entries } from '../lab/stack/crew.ts'
import { openStack } from '../lab/stack/openStack.ts'
import {
  demoPassword,
  demoUsers,
  newCompanyUsers,
  otherCompanyUsers,
} from '../lab/world/companies.ts'
import { Simulator } from '../lab/world/simulator.ts'

const root = new URL('..', import.meta.url).pathname
const dir = `${root}.dev`
const apiPort = Number(process.env.PORT ?? 3000)
const consolePort = Number(process.env.CONSOLE_PORT ?? 5173)

const simPort = Number(process.env.PAYPAL_SIM_PORT ?? 4010)
const simTlsPort = Number(process.env.PAYPAL_SIM_TLS_PORT ?? 4011)
// The host is a name, because passkeys belong to a name and never to an address.
const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${consolePort}`

// What the making of the demo has read and compiled, API and worker need not compile again, now and
// at the next start.
process.env.NODE_COMPILE_CACHE ??= `${dir}/compiled`
disableEmbeddedSignalHandlers()
const processes = new Processes()
const env = { API_PORT: String(apiPort) }
// It takes as long to start as the database, and neither needs the other.
const vite = processes.start(
  'console',
  ['vite', '--clearScreen', 'false', '--port', String(consolePort), '--strictPort'],
  {
    cwd: `${root}apps/console`,
    env,
  },
)
const sim = await processes.orEnd(start())
await processes.orEnd(waitFor(`http://127.0.0.1:${consolePort}/`, vite))

async function start() {
  const { ownerUrl, bySocket } = process.env.DATABASE_URL
    ? { ownerUrl: process.env.DATABASE_URL, bySocket: (url: string) => url }
    : await privateDatabase()
  const simFile = simulatorFile(dir, process.env.DATABASE_URL)
  // An interrupted history leaves the clock of the database in the past.
  if (await isTravelling(ownerUrl))
    throw new Error('The making of the demo was interrupted in this database. Give an empty one.')
  const { runtimeUrl, applied } = await prepareDatabase(ownerUrl)
  console.log(applied.length > 0 ? `Migrations: ${applied.join(', ')}` : 'Migrations: up to date')
  const keys = masterKeys(dir)
  if (await hasCompanies(ownerUrl)) console.log('Demo data: already there')
  else {
    console.log('Demo data: 120 days of work through the product and the simulator, once …')
    await makeHistory({
      ownerUrl: bySocket(ownerUrl),
      runtimeUrl: bySocket(runtimeUrl),
      masterKeys: keys,
      simFile,
      publicUrl,
      simPort,
      simTlsPort,
      whole: process.argv.includes('--whole'),
    })
  }
  const switches = `${dir}/paypal-sim-switches.json`
  writeFileSync(switches, JSON.stringify(demoSwitches))
  const sim = await Simulator.start([
    ...['--port', String(simPort), '--tls-port', String(simTlsPort), '--file', simFile],
    ...['--switches', switches],
  ])
  processes.atEnd(() => sim.stop())
  const stack = await openStack({
    name: 'dev',
    apis: 1,
    workers: 1,
    port: apiPort,
    database: async () => ({ ownerUrl, runtimeUrl }),
    sim,
    env: {
      ...env,
      NODE_ENV: 'development',
      PAYDESK_TRIAL: '0',
      PAYDESK_MASTER_KEYS: keys,
      PUBLIC_URL: publicUrl,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    },
    run: ({ kind }, env) =>
      processes.start(
        kind,
        ['node', '--watch', '--watch-preserve-output', `apps/api/src/${entries[kind]}`],
        {
          cwd: root,
          env,
        },
      ),
  })
  processes.atEnd(() => stack.stop())
  return sim
}

async function privateDatabase() {
  const fresh = !existsSync(`${dir}/data/PG_VERSION`)
  mkdirSync(dir, { recursive: true })
  console.log(
    fresh ? 'Making a private PostgreSQL in .dev …' : 'Starting the private PostgreSQL in .dev …',
  )
  const server = await startPrivatePostgres(dir, { keep: true, settings: privateSettings })
  processes.atEnd(() => server.stop())
  return { ownerUrl: await devDatabase(server.ownerUrl), bySocket: server.bySocket }
}

console.log(
  `\n  Paydesk 收款管理   http://localhost:${consolePort}/\n  API               http://127.0.0.1:${apiPort}/api/docs\n  PayPal simulator  ${sim.url}/\n`,
)
for (const { username, what } of [...demoUsers, ...otherCompanyUsers, ...newCompanyUsers])
  console.log(`  ${username.padEnd(13)} ${demoPassword}   ${what}`)
console.log('\n  Ctrl+C stops everything; the data stays in .dev.\n')
