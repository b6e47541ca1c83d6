/**
 * `npm run torture -- deploy --seed N [--restarts 20] [--people 8]`: the last recorded release is
 * at work on its own database, two APIs behind the shipped proxy and two workers, with people,
 * payments and events. Its processes are replaced one by one; in the midst the database is migrated
 * to this release, and then each process is replaced by one of this release. No call may fail, no
 * job may be lost.
 */
import { type ChildProcess, execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { allJobs } from '../../../apps/api/src/jobs.ts'
import { migrate } from '../../../apps/api/src/lib/migrate.ts'
import { verifyLedger } from '../../../apps/api/src/money/ledger/verify.ts'
import { verifyAudit } from '../../../apps/api/src/office/audit/verify.ts'
import { installed } from '../../ground/installed.ts'
import { type Endings, privateDatabase } from '../../ground/openDatabase.ts'
import { endAll, waitFor } from '../../ground/processes.ts'
import { Client } from '../../stack/client.ts'
import { openStack } from '../../stack/openStack.ts'
import { seededSim } from '../../stack/options.ts'
import { labPassword } from '../../world/accounts.ts'
import { manyCalls } from '../../world/simulator.ts'
import { Fleet } from './fleet.ts'
import { LockWatch } from './locks.ts'
import { People } from './people.ts'
import { shippedProxy } from './proxy.ts'
import { lastRelease } from './release.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seed: { type: 'string', default: '1' },
    restarts: { type: 'string', default: '20' },
    people: { type: 'string', default: '8' },
  },
})
const [seed, restarts, crowd] = [
  Number(values.seed),
  Number(values.restarts),
  Number(values.people),
]
const startedAt = Date.now()
const seconds = () => Math.round((Date.now() - startedAt) / 1000)
const say = (text: string) => console.log(`${String(seconds()).padStart(4)} s  ${text}`)

const root = new URL('../../..', import.meta.url).pathname
installed({ caddy: 'caddy' })
const old = await lastRelease()
const endings: Endings = []
let failed = true
try {
  const stack = await openStack({
    name: 'torture-deploy',
    apis: 2,
    workers: 2,
    database: privateDatabase({
      settings: ['max_connections=200'],
      prepare: old.database.prepareDatabase,
    }),
    sim: seededSim(seed),
    front: shippedProxy,
    // What the old release works with, its own code has made.
    fill: async ({ sim, env }) => {
      const pool = old.pool.createPool(String(env.DATABASE_URL), 2, 'torture')
      await old.companies.seedCompanies(pool, { password: labPassword, demo: false })
      await old.seedBills.seedBills(pool)
      await old.seedBills.connectFirstAccount(
        pool,
        old.outside.openOutside(old.config.readConfig(env), pool),
        sim as never,
        String(env.PUBLIC_URL),
      )
      await pool.end()
      say(`${old.version} is prepared`)
      return {}
    },
    env: {
      TRUST_PROXY: '127.0.0.1',
      ...manyCalls,
      PAYPAL_SYNC_SECONDS: '5',
      SHUTDOWN_DRAIN_MS: '3000',
      LOG_LEVEL: 'warn',
    },
    from: old.dir,
    endings,
  })
  const { owner, ownerUrl, sim, url } = stack
  await waitFor(`${url}/api/health/ready`, stack.crew.places[0]?.child as ChildProcess)
  const fleet = new Fleet(stack.crew)

  const seen = await owner
    .query<{ accounts: string[]; customers: string[] }>(
      `select array(
         select id from paypal_account a where a.company_id = c.id and a.webhook_id is not null
       ) as accounts,
         array(
           select id from customer u where u.company_id = c.id and u.email is not null
         ) as customers
       from company c where code = 'CX'`,
    )
    .then(({ rows }) => rows[0] as { accounts: string[]; customers: string[] })
  const people = new People(url, await new Client(url).signIn('admin', labPassword), seen)
  people.start(crowd, seed)
  let buying = true
  const buyers = (async () => {
    while (buying) {
      // Half of the bills are paid at once; PayPal tells of each by events, through the same proxy.
      for (const { id, totalMinor } of await sim.invoices(20_000, 'payable'))
        if (totalMinor % 2 === 0) await sim.act('payInvoice', { invoiceId: id }).catch(() => {})
      await sleep(500)
    }
  })()

  // Each place is replaced by its own release at least once, and after the migration by the new
  // one; half of what is more than that comes on either side.
  const replace = async (count: number, from: string) => {
    for (let turn = 0; turn < count; turn++) await fleet.replace(turn, from)
  }
  const before = Math.max(fleet.size, Math.floor((restarts - fleet.size) / 2))
  await sleep(3000)
  await replace(before, old.dir)
  say(
    `${before} restarts of ${old.version}; ${people.requests} calls, ${people.failures.length} failed`,
  )
  const locks = new LockWatch(owner)
  const migratedAt = performance.now()
  const applied = await migrate(ownerUrl, allJobs)
  const migrationMs = Math.round(performance.now() - migratedAt)
  await sleep(2000)
  await locks.end()
  say(`${applied.length} migrations in ${migrationMs} ms, longest wait ${locks.longestWaitMs} ms`)
  await sleep(5000)
  await replace(Math.max(fleet.size, restarts - before), root)
  say(`all restarts done; ${people.requests} calls, ${people.failures.length} failed`)
  await sleep(3000)
  await people.end()
  buying = false
  await buyers

  const left = () =>
    owner
      .query<{ operations: number; events: number; jobs: number; dead: number }>(
        `select (
           select count(*)::int from operation where state not in ('done', 'refused')
         ) as operations,
           (select count(*)::int from paypal_event_todo) as events,
           (
             select count(*)::int
             from pgboss.job
             where name = 'operation.perform' and state < 'completed'
           ) as jobs,
           (select count(*)::int from pgboss.job where name = 'dead') as dead`,
      )
      .then(
        ({ rows }) => rows[0] as { operations: number; events: number; jobs: number; dead: number },
      )
  const deadline = Date.now() + 120_000
  let open = await left()
  while (open.operations + open.events + open.jobs > 0 && Date.now() < deadline) {
    await sleep(2000)
    open = await left()
  }
  const invoices = new Map((await sim.invoices(50_000)).map((invoice) => [invoice.number, invoice]))
  const unsent = people.sent.filter(
    (number) => !invoices.has(number) || invoices.get(number)?.status === 'DRAFT',
  )
  const { rows: paidHere } = await owner.query<{ number: string }>(
    `select number from bill where title = 'Torture' and status = 'paid'`,
  )
  const known = new Set(paidHere.map(({ number }) => number))
  const untold = [...invoices.values()].filter(
    ({ status, number }) => status === 'PAID' && !known.has(number),
  )
  const twice = (await sim.invoices(50_000)).length - invoices.size
  const ledger = await verifyLedger(ownerUrl)
  const audit = await verifyAudit(ownerUrl, [])
  for (const failure of people.failures.slice(0, 10)) console.log(failure)
  for (const fault of [...ledger.faults, ...audit.faults].slice(0, 5))
    console.log(JSON.stringify(fault))
  const done = fleet.stopMs.length
  const at = (list: number[], share: number) =>
    Math.round(list[Math.floor(list.length * share)] ?? 0)
  const passed =
    done >= restarts &&
    people.failures.length === 0 &&
    unsent.length +
      untold.length +
      twice +
      open.operations +
      open.events +
      open.jobs +
      open.dead ===
      0 &&
    ledger.faults.length + audit.faults.length === 0
  console.log(
    JSON.stringify({
      bench: 'torture deploy',
      seed,
      from: old.version,
      to: execFileSync('git', ['-C', root, 'rev-parse', '--short=7', 'HEAD'], {
        encoding: 'utf8',
      }).trim(),
      restarts: done,
      requests: people.requests,
      failed: people.failures.length,
      callMs: {
        p50: at(people.slowMs, 0.5),
        p99: at(people.slowMs, 0.99),
        most: Math.round(people.slowMs.at(-1) ?? 0),
      },
      billsSent: people.sent.length,
      jobsLost: unsent.length + untold.length + open.operations + open.jobs,
      eventsLeft: open.events,
      deadJobs: open.dead,
      invoicesTwice: twice,
      paid: paidHere.length,
      migrations: applied.length,
      migrationMs,
      longestLockWaitMs: locks.longestWaitMs,
      waited: Object.fromEntries(locks.waited),
      stopMs: { most: Math.max(...fleet.stopMs) },
      startMs: { most: Math.max(...fleet.startMs) },
      ledgerFaults: ledger.faults.length,
      auditFaults: audit.faults.length,
      seconds: seconds(),
      passed,
    }),
  )
  failed = !passed
} finally {
  await endAll(endings)
}
process.exit(failed ? 1 : 0)
