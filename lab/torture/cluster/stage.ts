import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase, prepareDatabase } from '../../ground/database.ts'
import type { OpenDatabase } from '../../ground/openDatabase.ts'
import { Client } from '../../stack/client.ts'
import { openStack } from '../../stack/openStack.ts'
import { seededSim } from '../../stack/options.ts'
import { addAccounts, fillDemo, labPassword } from '../../world/accounts.ts'
import { manyCalls } from '../../world/simulator.ts'
import { CallBook, Caller } from './load/caller.ts'
import { Outsider } from './load/outsider.ts'
import { Payers } from './load/payers.ts'
import { People } from './load/people.ts'
import { Screen } from './load/screen.ts'
import { Times } from './load/times.ts'
import { Cluster, until } from './machine/cluster.ts'
import { Door } from './machine/door.ts'
import { Programs } from './machine/programs.ts'

const accounts = 4
/** Soon, so that a run has time for many faults. */
const restartMs = 500
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
  let cluster: Cluster | undefined
  let door: Door | undefined
  const openCluster: OpenDatabase = async (dir) => {
    const started = await Cluster.start(new Programs(dir), endings, options)
    cluster = started
    options.say('the cluster is whole')
    await until('HAProxy knows the leader', () => leadsToPrimary(started.ownerUrl('postgres')))
    for (const name of ['paydesk', 'outside'])
      await createDatabase(started.ownerUrl('postgres'), name)
    const ownerUrl = started.ownerUrl('paydesk')
    return { ownerUrl, runtimeUrl: (await prepareDatabase(ownerUrl)).runtimeUrl }
  }
  const stack = await openStack({
    name: 'cluster',
    apis: 2,
    workers: 2,
    watched: true,
    againAfterMs: restartMs,
    database: openCluster,
    owner: { max: 3, connectionTimeoutMillis: 5000, query_timeout: 60_000 },
    sim: seededSim(seed),
    fill: async (given) => {
      await fillDemo(given)
      for (const kind of ['dropWebhook', 'duplicateWebhook'])
        await given.sim.act('addFault', { kind, probability: 0.1, times: -1 })
      return addAccounts(given, accounts)
    },
    betweenDatabase: async (url) => {
      const { port } = new URL(url)
      const opened = await Door.open(Number(port))
      door = opened
      endings.push(() => opened.close())
      return url.replace(`:${port}/`, `:${opened.port}/`)
    },
    env: {
      ...manyCalls,
      PAYPAL_TIMEOUT_MS: '3000',
      PAYPAL_SWEEP_SECONDS: '20',
      PAYPAL_SYNC_SECONDS: '60',
      // A rest of seconds between two looks at an account would hide how long events were not
      // looked at.
      PAYPAL_LOOK_REST_MS: '500',
      LOG_LEVEL: 'warn',
    },
    endings,
  })
  if (!cluster || !door) throw new Error('The stack was opened without its cluster')
  const { sim, owner, ownerUrl, companyId, accountIds, apis, crew: product } = stack
  options.say('the product is ready')

  const times = new Times()
  const book = new CallBook(times)
  const signIn = (username: string) => new Client(apis[0] as string).signIn(username, labPassword)
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
