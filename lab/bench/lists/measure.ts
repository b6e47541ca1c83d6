import { existsSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import { type Actor, authenticateByToken, toActor } from '../../../apps/api/src/lib/actor.ts'
import { inTransaction } from '../../../apps/api/src/lib/db.ts'
import { named } from '../../../apps/api/src/lib/pool.ts'
import type { Ask, Class } from './ask.ts'
import type { World } from './load.ts'

type Statement = { text: string; values: unknown[] }
export type Spread = { p50: number; p95: number }
export type Figures = {
  http: Spread
  /** The same calls to an API with metrics and traces. */
  watched?: Spread
  bare: Spread
  bareCpu: Spread | null
  statements: number
  barMs: number
  allowedMs: number
  withinBar: boolean
  withinBare: boolean
}

// One connection to each API.
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function callHttp(base: string, ask: Ask): Promise<void> {
  const query = new URLSearchParams(
    Object.entries(ask.query).map(([key, value]): [string, string] => [key, String(value)]),
  )
  const path = ask.of.endpoint.path.replace(':id', ask.id ?? '')
  return new Promise((resolve, reject) => {
    get(`${base}${path}?${query}`, { agent, headers: { authorization: ask.token } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        if (response.statusCode === 200 && JSON.parse(text).success) resolve()
        else reject(new Error(`${response.statusCode} ${text.slice(0, 300)}`))
      })
    }).on('error', reject)
  })
}

/** The statements that the API sends for this question, without those that open the transaction. */
export async function capture(pool: pg.Pool, ask: Ask): Promise<Statement[]> {
  const query = ask.of.endpoint.query?.parse(ask.query)
  const sent: Statement[] = []
  const original = pg.Client.prototype.query
  await inTransaction(pool, [authenticateByToken(ask.token, false)], async (db, [session]) => {
    const actor = toActor(session, { ip: '127.0.0.1', headers: {} } as FastifyRequest) as Actor
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      sent.push(args[0] as Statement)
      return original.apply(this, args as never) as never
    } as typeof original
    try {
      await ask.of.run(db, actor, query as never, ask.id ?? '')
    } finally {
      pg.Client.prototype.query = original
    }
  })
  return sent
}

async function runBare(client: pg.Client, companyId: string, statements: Statement[]) {
  await Promise.all([
    client.query('begin'),
    client.query(named(`select set_config('app.company_id', $1, true)`, [companyId])),
  ])
  for (const { text, values } of statements) await client.query(named(text, values))
  await client.query('commit')
}

/**
 * CPU milliseconds that PostgreSQL has spent on this connection, which stay true when neighbours
 * take the cores. Linux only.
 */
async function cpuOf(client: pg.Client): Promise<() => number> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const file = `/proc/${rows[0].pid}/schedstat`
  return existsSync(file)
    ? () => Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6
    : () => Number.NaN
}

const spread = (times: number[]): Spread => {
  const sorted = times.toSorted((a, b) => a - b)
  const share = (part: number) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(2))
  return { p50: share(0.5), p95: share(0.95) }
}

/**
 * Measures the whole call and its bare statements in turn, so that other work of the machine
 * slows both alike.
 */
export async function measure(
  {
    base,
    watchedBase,
    pool,
    client,
    world,
  }: { base: string; watchedBase?: string; pool: pg.Pool; client: pg.Client; world: World },
  { barMs, ask }: Class,
  turns: number,
): Promise<Figures> {
  const http: number[] = []
  const bare: number[] = []
  const watched: number[] = []
  const cpu: number[] = []
  let statements = 0
  const spent = await cpuOf(client)
  const warmUp = Math.ceil(turns / 10)
  for (let turn = 0; turn < turns + warmUp; turn++) {
    const question = ask(world, turn)
    const sent = await capture(pool, question)
    if (sent.length === 0) throw new Error('The question sent no statement')
    statements = Math.max(statements, sent.length)
    const timed = async (work: () => Promise<void>) => {
      const start = performance.now()
      await work()
      return performance.now() - start
    }
    let used = 0
    const whole = () => callHttp(base, question)
    const sql = async () => {
      used = -spent()
      await runBare(client, world.companyId, sent)
      used += spent()
    }
    const works: [number[], () => Promise<void>][] = [
      [http, whole],
      [bare, sql],
      ...(watchedBase
        ? [[watched, () => callHttp(watchedBase, question)] as [number[], () => Promise<void>]]
        : []),
    ]
    // Each comes first as often as the others: whoever comes first finds colder caches. By
    // the golden ratio, because questions repeat by small numbers of turns, and each must be
    // asked in each order.
    const first = Math.floor(((turn * 0.6180339887) % 1) * works.length)
    const order = works.map((_, n) => works[(n + first) % works.length] as (typeof works)[number])
    for (const [times, work] of order) {
      const time = await timed(work)
      if (turn >= warmUp) times.push(time)
    }
    if (turn >= warmUp) cpu.push(used)
  }
  const [h, b] = [spread(http), spread(bare)]
  const allowedMs = Number((2 * b.p95 + 3).toFixed(2))
  return {
    http: h,
    ...(watchedBase && { watched: spread(watched) }),
    bare: b,
    bareCpu: Number.isNaN(cpu[0]) ? null : spread(cpu),
    statements,
    barMs,
    allowedMs,
    withinBar: h.p95 <= barMs,
    withinBare: h.p95 <= allowedMs,
  }
}
