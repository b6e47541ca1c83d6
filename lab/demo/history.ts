/**
 * `node lab/demo/history.ts`: makes the demo's history in an empty, migrated database and in the
 * simulator's file, by letting people, customers and PayPal work for some months in a time of their
 * own (decision 66). `npm run dev` runs it as a process, because time stands elsewhere in it.
 */
import { parseArgs } from 'node:util'
import { promptConfig } from '../../apps/paypal-sim/src/world/config.ts'
import { hasCompanies } from '../ground/devDatabase.ts'
import { canTravel, isTravelling, realTime } from '../ground/travel.ts'
import { verifyDemo } from '../truth/books.ts'
import { demoPassword, seedCompanies, seedDemoPeople } from '../world/companies.ts'
import { playHarbor } from './harbor.ts'
import { keepReading, lookOnce } from './house.ts'
import { dayMs } from './plan.ts'
import { Stage } from './stage.ts'
import { playExporter } from './story.ts'
import { demoSwitches } from './switches.ts'
import { Timeline } from './timeline.ts'

const { values } = parseArgs({
  options: {
    owner: { type: 'string' },
    runtime: { type: 'string' },
    'sim-file': { type: 'string' },
    'sim-port': { type: 'string', default: '4010' },
    'sim-tls-port': { type: 'string', default: '4011' },
    'public-url': { type: 'string', default: 'http://localhost:5173' },
    days: { type: 'string', default: '120' },
    bills: { type: 'string', default: '345' },
    seed: { type: 'string', default: '1' },
    /**
     * How long it may take: on a slow machine ordinary bills are left out, so that it ends in time.
     * 0: as long as it takes.
     */
    seconds: { type: 'string', default: '0' },
    /**
     * Afterwards holds the books, the audit chain and all screens against each other;
     * fails if they differ.
     */
    verify: { type: 'boolean', default: false },
  },
})
// Everyone who reads the source knows the passwords of these people.
if ((process.env.NODE_ENV ?? 'production') === 'production')
  throw new Error('The demo is not for production: set NODE_ENV=development.')
if (!values.owner || !values.runtime || !process.env.PAYDESK_MASTER_KEYS)
  throw new Error('Set --owner, --runtime and PAYDESK_MASTER_KEYS.')

// Asked before anything is changed: this process puts back the clock of the whole database.
if (await isTravelling(values.owner))
  throw new Error('The making of a history was interrupted in this database. Give an empty one.')
if (!(await canTravel(values.owner))) throw new Error('The owner must be a superuser.')
if (await hasCompanies(values.owner)) throw new Error('The database is not empty.')

const [days, bills, seed] = [values.days, values.bills, values.seed].map(Number) as [
  number,
  number,
  number,
]
const now = Date.now()
const from = now - days * dayMs
const begun = performance.now()
const stage = await Stage.open({
  ownerUrl: values.owner,
  runtimeUrl: values.runtime,
  masterKeys: process.env.PAYDESK_MASTER_KEYS,
  at: from,
  sim: {
    ...promptConfig,
    ...demoSwitches,
    seed,
    ...(values['sim-file'] && { file: values['sim-file'] }),
    // The client counts the life of its token in real time, of which hardly any passes.
    tokenLifeSeconds: (days + 1) * 86_400,
    port: Number(values['sim-port']),
    tlsPort: Number(values['sim-tls-port']),
  },
})
await seedCompanies(stage.pool, { password: demoPassword, demo: true })
await seedDemoPeople(stage.pool)
const timeline = new Timeline(from, now, Number(values.seconds))
await playExporter(stage, timeline, { seed, bills })
await playHarbor(stage, timeline, { seed, bills: Math.round(bills / 10), days })
keepReading(stage, timeline, 8, days)
await timeline.play(stage)
await stage.until(realTime())
await lookOnce(stage)
await stage.end(values['public-url'])
const { user, system } = process.cpuUsage()
const [seconds, cpuSeconds] = [performance.now() - begun, (user + system) / 1000].map(
  (ms) => Math.round(ms / 100) / 10,
)
const report = values.verify ? await verifyDemo(values.owner) : undefined
console.log(
  JSON.stringify({ days, seed, leftOut: timeline.leftOut, seconds, cpuSeconds, ...report }),
)
process.exit(report && report.faults.length > 0 ? 1 : 0)
