import { mkdirSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createPool } from '../../../apps/api/src/lib/pool.ts'
import { newMasterKey } from '../../../apps/api/src/lib/secret.ts'
import { createDatabase, prepareDatabase } from '../../ground/database.ts'
import { freePort } from '../../ground/postgres.ts'
import { Client } from '../../stack/client.ts'
import { addAccounts, torturePassword } from '../../stack/openStack.ts'
import { Product } from '../../stack/product.ts'
import { seedCompanies } from '../../world/companies.ts'
import { seedBills } from '../../world/seedBills.ts'
import { manyCalls, Simulator } from '../../world/simulator.ts'
import { CallBook, Caller } from './load/caller.ts'
import { Outsider } from './load/outsider.ts'
import { Payers } from './load/payers.ts'
import { People } from './load/people.ts'
import { Screen } from './load/screen.ts'
import { Times } from './load/times.ts'
import { Cluster, until } from './machine/cluster.ts'
import { Door } from './machine/door.ts'
import { Programs } from './machine/programs.ts'

const root = new URL('../../..', import.meta.url).pathname
const accounts = 4
const operators = ['wangfang', 'lilei', 'zhaomin']

export type Stage = Awaited<ReturnType<typeof openStage>>

/**
 * Starts cluster, simulator and product, each in processes of its own. What was started is ended by
 * `endings`, in reverse order.
 */
export async function openStage(
  seed: number,
  endings: (() => unknown)[],
  options: { ownDisks: boolean; say: (text: string) => void },
) {
  const dir = `${root}.tmp/cluster-${process.pid}`
  mkdirSync(`${root}.tmp`, { recursive: true })
  endings.push(() => rmSync(dir, { recursive: true, force: true }))
  const cluster = await Cluster.start(new Programs(dir), endings, options)
  options.say('the cluster is whole')
  await until('HAProxy knows the leader', () => leadsToPrimary(cluster.ownerUrl('postgres')))
  const ownerUrl = cluster.ownerUrl('paydesk')
  await createDatabase(cluster.ownerUrl('postgres'), 'paydesk')
  await createDatabase(cluster.ownerUrl('postgres'), 'outside')
  const { runtimeUrl } = await prepareDatabase(ownerUrl)
  const owner = new pg.Pool({
    connectionString: ownerUrl,
    max: 3,
    connectionTimeoutMillis: 5000,
    query_timeout: 60_000,
  })
  // A failure is told by whoever asks next; an idle connection that was lost has no one to tell.
  owner.on('error', () => {})
  endings.push(() => owner.end())
  const pool = createPool(runtimeUrl, 2, 'torture')
  pool.on('error', () => {})
  await seedCompanies(pool, { password: torturePassword, demo: false })
  await seedBills(pool)

  const sim = await Simulator.start([
    '--port',
    '0',
    '--tls-port',
    '0',
    '--memory',
    '--seed',
    String(seed),
  ])
  endings.push(() => sim.stop())
  for (const kind of ['dropWebhook', 'duplicateWebhook'])
    await sim.act('addFault', { kind, probability: 0.1, times: -1 })
  const door = await Door.open(cluster.port)
  endings.push(() => door.close())
  const ports: number[] = []
  while (ports.length < 6) ports.push(await freePort())
  const apis = ports.slice(0, 2).map((port) => `http://127.0.0.1:${port}`)
  const env = {
    NODE_ENV: 'production',
    PAYDESK_TRIAL: '1',
    DATABASE_URL: runtimeUrl.replace(`:${cluster.port}/`, `:${door.port}/`),
    PUBLIC_URL: apis[0] as string,
    PAYDESK_MASTER_KEYS: newMasterKey('cluster'),
    PAYPAL_SIMULATOR_URL: sim.url,
    ...manyCalls,
    PAYPAL_TIMEOUT_MS: '3000',
    PAYPAL_SWEEP_SECONDS: '20',
    PAYPAL_SYNC_SECONDS: '60',
    // A rest of seconds between two looks at an account would hide how long events were not looked
    // at.
    PAYPAL_LOOK_REST_MS: '500',
    LOG_LEVEL: 'warn',
    NODE_COMPILE_CACHE: `${root}.tmp/compile-cache`,
  }
  const { companyId, accountIds } = await addAccounts(pool, owner, sim, accounts, {
    env,
    deliverTo: apis,
  })
  await pool.end()
  const product = await Product.start(ports, env, `${root}.tmp/torture-cluster`)
  endings.push(() => product.stop())
  options.say('the product is ready')

  const times = new Times()
  const book = new CallBook(times)
  const signIn = (username: string) =>
    new Client(apis[0] as string).signIn(username, torturePassword)
  const people = await Promise.all(
    operators.map(async (username, index) => {
      // Operators see what is theirs.
      const { rows } = await owner.query<{ noteOn: string; customers: string[] }>(
        `select (
           select id from bill b where b.owner_id = u.id order by number limit 1
         ) as "noteOn",
           array(
             select id from customer c where c.owner_id = u.id and c.email is not null
           ) as customers
         from app_user u
         where username = $1`,
        [username],
      )
      const { noteOn, customers } = rows[0] as { noteOn: string; customers: string[] }
      return {
        caller: new Caller(apis, await signIn(username), book, index),
        noteOn,
        customers,
        waiting: { notes: 0, bills: 0 },
      }
    }),
  )
  const boss = await signIn('admin')
  const crowd = new People(people, new Caller(apis, boss, book, 0), accountIds, seed)
  const load = {
    people: crowd,
    payers: new Payers(sim, seed + 1, crowd.promises.unpaid),
    screens: [new Screen(apis, boss, times, 0), new Screen(apis, boss, times, 1)],
    outsider: new Outsider(ownerUrl, cluster.ownerUrl('outside'), times),
  }
  return { cluster, door, product, sim, owner, ownerUrl, companyId, times, book, load }
}

/** At first HAProxy takes all for primaries, until it has looked at each. */
async function leadsToPrimary(url: string): Promise<boolean> {
  for (let turn = 0; turn < 6; turn++) {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 1000,
      query_timeout: 1000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      if ((await client.query('select pg_is_in_recovery() as follows')).rows[0].follows)
        return false
    } finally {
      await client.end().catch(() => {})
    }
    await sleep(200)
  }
  return true
}
