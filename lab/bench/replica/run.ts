/**
 * `npm run bench -- replica [--pairs 10000]`: writes by one API and reads by another, both with a
 * standby to read from: no answer may be older than the question. Then the same list by turns from
 * an API that reads at the standby and from one that does not. `--short` writes 500 pairs and only
 * reports the times.
 */
import { parseArgs } from 'node:util'
import pg from 'pg'
import { House } from '../../../apps/api/src/test/server/house.ts'
import { pooled } from '../../ground/dice.ts'
import type { Endings } from '../../ground/openDatabase.ts'
import { endAll } from '../../ground/processes.ts'
import { openStack } from '../../stack/openStack.ts'

const short = process.argv.includes('--short')
const { values } = parseArgs({
  options: {
    short: { type: 'boolean' },
    pairs: { type: 'string', default: short ? '500' : '10000' },
    turns: { type: 'string', default: short ? '40' : '400' },
  },
  allowPositionals: true,
})
const [pairs, turns] = [Number(values.pairs), Number(values.turns)]
const started = performance.now()
const width = 6
/** What the 95th of a hundred lists may take by the standby, which asks the primary first. */
const barMs = 100

const house = await House.open('bench-replica-database', 'replica')
const endings: Endings = [() => house.close()]
let failed = true
try {
  const { token } = await house.signIn()
  const { runtimeUrl, replicaUrl, ownerUrl } = house.addresses
  const env = {
    LOG_LEVEL: 'info',
    WORK_SHARES: 'userPercent=100,companyPercent=100',
  }
  const stack = await openStack({
    name: 'bench-replica',
    apis: 3,
    workers: 0,
    database: async () => ({ ownerUrl, runtimeUrl }),
    env,
    apiEnv: (index): Record<string, string> =>
      index === 1 ? { DATABASE_REPLICA_URL: replicaUrl } : {},
    endings,
  })
  const [writer, reader, plain] = stack.apis as [string, string, string]
  const standby = new pg.Pool({
    connectionString: Object.assign(new URL(ownerUrl), { port: new URL(replicaUrl).port }).href,
    max: 1,
  })
  const readByStandby = async () =>
    (
      await standby.query(
        'select xact_commit::int as n from pg_stat_database where datname = current_database()',
      )
    ).rows[0].n as number
  const call = async <T>(api: string, method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(api + path, {
      method,
      headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
    return ((await response.json()) as { data: T }).data
  }
  type Page = { list: { name: string }[] }

  let stale = 0
  const before = await readByStandby()
  await pooled(Array.from({ length: pairs }), width, async (_, index) => {
    const name = `pair ${index}.`
    await call(writer, 'POST', '/api/customer', { name })
    const { list } = await call<Page>(
      reader,
      'GET',
      `/api/customer?current=1&pageSize=5&keyword=${encodeURIComponent(name)}`,
    )
    if (list[0]?.name !== name) stale++
  })
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const answeredByStandby = (await readByStandby()) - before

  const ms: Record<'replica' | 'primary', number[]> = { replica: [], primary: [] }
  for (let turn = 0; turn < turns; turn++)
    for (const [name, api] of [
      ['replica', reader],
      ['primary', plain],
    ] as const) {
      const begun = performance.now()
      await call(api, 'GET', `/api/customer?current=${1 + (turn % 50)}&pageSize=20`)
      ms[name].push(performance.now() - begun)
    }
  const at = (list: number[], share: number) =>
    Number([...list].sort((a, b) => a - b)[Math.floor(list.length * share)]?.toFixed(1))
  const lists = Object.fromEntries(
    Object.entries(ms).map(([name, all]) => [name, { p50: at(all, 0.5), p95: at(all, 0.95) }]),
  )
  const overhead = Number((at(ms.replica, 0.5) / at(ms.primary, 0.5)).toFixed(2))
  const slow = !short && at(ms.replica, 0.95) > barMs
  failed = stale > 0 || answeredByStandby < pairs / 2 || slow
  await standby.end()
  console.log(
    JSON.stringify({
      bench: 'replica',
      pairs,
      stale,
      answeredByStandby,
      rows: pairs,
      lists,
      overhead,
      barMs,
      seconds: Math.round((performance.now() - started) / 1000),
      passed: !failed,
    }),
  )
} finally {
  await endAll(endings)
}
process.exit(failed ? 1 : 0)
