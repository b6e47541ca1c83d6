/**
 * Measures whether one user can slow others: the bill list of company B, quiet and while a user of
 * company A fires 300 statements, exports and sums at once, again and again. Quiet and loud windows
 * alternate, because the machine has moods of its own. One API process, production mode. Options:
 * `--bills N --windows N --calls N --atOnce N`. `--short` takes half a minute, reports the times
 * and fails only when a call fails. The last line is one JSON object.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import type { Endings } from '../../ground/openDatabase.ts'
import { endAll } from '../../ground/processes.ts'
import { Client } from '../../stack/client.ts'
import { openStack } from '../../stack/openStack.ts'
import { fillDemo, labPassword } from '../../world/accounts.ts'

const short = process.argv.includes('--short')
const { values } = parseArgs({
  options: {
    short: { type: 'boolean' },
    bills: { type: 'string', default: short ? '1000' : '3000' },
    windows: { type: 'string', default: short ? '2' : '8' },
    calls: { type: 'string', default: short ? '30' : '60' },
    atOnce: { type: 'string', default: '300' },
  },
  allowPositionals: true,
})
const [bills, windows, calls] = [Number(values.bills), Number(values.windows), Number(values.calls)]
const bars = { p99Ratio: 2, failed: 0 }
const endings: Endings = []
let missed = true
try {
  const { api: base, customerId } = await openStack({
    name: 'bench-burst',
    apis: 1,
    workers: 0,
    settings: ['synchronous_commit=off', 'shared_buffers=512MB'],
    fill: async (given) => {
      await fillDemo(given)
      return { customerId: await load(given.owner) }
    },
    env: { WORK_SHARES: process.env.WORK_SHARES ?? '' },
    endings,
  })
  const [loud, other] = [new Client(base), new Client(base)]
  const token = await loud.signIn('finance', labPassword)
  const calm = await other.signIn('harbor-admin', labPassword)
  await loud.call('GET', '/api/currentUser')
  const month = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 7)
  const statement = `/api/export/statement/customer/${customerId}?month=${month}&language=zh-CN`
  const day = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const paths = [
    `${statement}&format=pdf`,
    '/api/export/payPalBill?format=csv',
    `/api/home/figures?from=${day(300)}&to=${day(0)}`,
    `${statement}&format=xlsx`,
    '/api/export/payPalBill?format=xlsx',
    '/api/paypalTransaction/totals',
  ]
  const alone: Record<string, number> = {}
  for (const path of paths) {
    const started = performance.now()
    const response = await fetch(base + path, { headers: { authorization: token } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path} ${response.status}`)
    alone[path.replace(customerId, ':id')] = Math.round(performance.now() - started)
  }
  console.log('each heavy call alone, ms:', alone)
  const attacker = fork(new URL('./attacker.ts', import.meta.url), [
    base,
    token,
    values.atOnce,
    ...paths,
  ])
  endings.push(() => attacker.kill())

  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let failed = 0
  const ask = () =>
    new Promise<number>((resolve) => {
      const started = performance.now()
      const end = (status: number | undefined) => {
        if (status !== 200) failed++
        resolve(performance.now() - started)
      }
      get(
        `${base}/api/payPalBill?current=1&pageSize=20`,
        { agent, headers: { authorization: calm } },
        (response) => {
          response.resume()
          response.on('end', () => end(response.statusCode))
        },
      ).on('error', () => end(undefined))
    })
  async function measure(into: number[]) {
    for (let call = 0; call < calls; call++) {
      into.push(await ask())
      await sleep(10)
    }
  }
  await measure([])
  const [quiet, burst]: [number[], number[]] = [[], []]
  const statuses: Record<string, number> = {}
  let waves = 0
  for (let window = 0; window < windows; window++) {
    await measure(quiet)
    attacker.send('go')
    await sleep(50)
    await measure(burst)
    attacker.send('stop')
    const [told] = (await once(attacker, 'message')) as [
      { statuses: Record<string, number>; waves: number },
    ]
    for (const [status, count] of Object.entries(told.statuses))
      statuses[status] = (statuses[status] ?? 0) + count
    waves += told.waves
    console.log(
      `window ${window + 1}: quiet p99 ${at(quiet, 0.99)}, burst p99 ${at(burst, 0.99)} ms so far; load ${loadavg()[0]}`,
    )
  }
  attacker.disconnect()
  const p99Ratio = Number((at(burst, 0.99) / at(quiet, 0.99)).toFixed(2))
  // Whoever asks for too much is told so, and nothing breaks.
  const odd = Object.keys(statuses).filter((status) => status !== '200' && status !== '429')
  const slow = !short && p99Ratio > bars.p99Ratio
  missed = slow || failed > bars.failed || odd.length > 0
  const spread = (all: number[]) => ({
    p50: at(all, 0.5),
    p95: at(all, 0.95),
    p99: at(all, 0.99),
    max: at(all, 1),
  })
  console.log(
    JSON.stringify({
      bench: 'burst',
      bills: 2 * bills,
      calls: burst.length,
      quietMs: spread(quiet),
      burstMs: spread(burst),
      p99Ratio,
      failed,
      attacker: { waves, statuses },
      bars,
      load: loadavg()[0],
      passed: !missed,
    }),
  )
} finally {
  await endAll(endings)
}
process.exit(missed ? 1 : 0)

function at(all: number[], share: number): number {
  const sorted = all.toSorted((a, b) => a - b)
  return Number(
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1),
  )
}

/**
 * Gives both companies some thousand bills of the last months, a third of company A's to the
 * customer whose statement is asked for.
 */
async function load(pool: pg.Pool): Promise<string> {
  // One connection: the setting is of the session.
  const owner = await pool.connect()
  await owner.query('set session_replication_role = replica')
  const { rows } = await owner.query<{ id: string }>(
    `select b.customer_id as id
     from bill b
     join company c on c.id = b.company_id
     where c.code = 'CX'
     limit 1`,
  )
  const customerId = rows[0]?.id as string
  await owner.query(
    `insert into bill (
       company_id, owner_id, number, title, customer_id, customer_name, currency, total_minor,
       due_minor, status, due_date, sent_at, created_at
     )
     select b.company_id, b.owner_id, c.code || '-X-' || i, b.title,
       case when i % 3 = 0 and c.code = 'CX' then $2 else b.customer_id end, b.customer_name,
       'USD', 1000 + i, 1000 + i, 'sent', current_date + i % 60, now() - i * interval '1 hour',
       now() - i * interval '1 hour'
     from company c,
       lateral (select * from bill where company_id = c.id order by number limit 1) b,
       generate_series(1, $1::integer) i`,
    [bills, customerId],
  )
  await owner.query('vacuum analyze')
  owner.release(true)
  return customerId
}
