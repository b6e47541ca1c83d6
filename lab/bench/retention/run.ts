/**
 * Measures what the end of a month's events costs those that come in: past months are filled with
 * events (`--rows N` each, `--months N`), the load of `bench -- ingest` runs at a pace (`--pace N`
 * events a second), and in the middle retention drops the months, by the same code as the worker's
 * job. Statement times are PostgreSQL's own (pg_stat_statements), in windows of `--seconds N`
 * before, during and after; how long anybody waited for the table is sampled every two
 * milliseconds. `--short` reports the times and fails when a month is not dropped or an event is
 * lost. The last line is one JSON object.
 */
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { retainEvents } from '../../../apps/api/src/intake/event/retain.ts'
import { createLog } from '../../../apps/api/src/lib/log.ts'
import { createPool } from '../../../apps/api/src/lib/pool.ts'
import { endAll } from '../../ground/processes.ts'
import { openStack } from '../../stack/openStack.ts'
import { atVolume } from '../../stack/options.ts'
import { manyCalls } from '../../world/simulator.ts'
import { deliver } from '../ingest/deliver.ts'
import { askPattern } from '../ingest/pattern.ts'
import { addPaid } from '../ingest/payments.ts'
import { fillMonths } from './fill.ts'
import { type Statement, statementsOf, Waits } from './statements.ts'

const short = process.argv.includes('--short')
const { values } = parseArgs({
  options: {
    short: { type: 'boolean' },
    rows: { type: 'string', default: short ? '20000' : '300000' },
    months: { type: 'string', default: '2' },
    pace: { type: 'string', default: short ? '100' : '300' },
    seconds: { type: 'string', default: short ? '4' : '12' },
  },
  allowPositionals: true,
})
const [rows, months, pace, seconds] = [values.rows, values.months, values.pace, values.seconds].map(
  Number,
) as [number, number, number, number]
const bars = { statementMs: 100, waitMs: 100 }
const root = new URL('../../..', import.meta.url).pathname
const startedAt = Date.now()
const say = (text: string) =>
  console.log(`[${Math.round((Date.now() - startedAt) / 1000)} s] ${text}`)
const endings: (() => unknown)[] = []
const found: Record<string, unknown> = {}
const missed: string[] = []

try {
  const file = `${root}.tmp/bench-retention-${process.pid}/sim.db`
  const world = await openStack({
    ...atVolume({
      name: 'bench-retention',
      ...(short && { companies: 2 }),
      sim: ['--file', file],
      env: manyCalls,
      settings: ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track=top'],
    }),
    endings,
  })
  const { owner } = world
  await owner.query('create extension if not exists pg_stat_statements')
  const bytes = await fillMonths(owner, months, rows)
  say(`${months} months with ${rows} events each, ${Math.round(bytes / 1e6)} MB`)
  const pattern = await askPattern(world.sim, file, world.env)
  await world.crew.start()
  while (
    Number(
      (await owner.query('select count(*) as n from account_sync where begins_at is not null'))
        .rows[0].n,
    ) < world.accounts.length
  )
    await sleep(500)
  const createdBase = Date.now() - 86_400_000
  const warm = Math.ceil(pace * 2)
  await deliver(world, pattern, await addPaid(world, 0, warm, createdBase))
  await owner.query('vacuum analyze')
  await world.sim.act('advanceClock', { hours: 4 })
  const lot = await addPaid(world, warm, warm + Math.ceil((pace * seconds * 4) / 2), createdBase)
  const pool = createPool(world.runtimeUrl, 2, 'bench')
  endings.push(() => pool.end())
  const waits = new Waits(world.ownerUrl)
  endings.push(() => waits.end())
  const windows: Record<string, Statement[]> = {}
  const { events, p99Ms, differences } = await deliver(world, pattern, lot, {
    perSecond: pace,
    meanwhile: async () => {
      await sleep(2000)
      for (const window of ['before', 'during', 'after']) {
        await owner.query('select pg_stat_statements_reset()')
        waits.begin(window)
        const until = performance.now() + seconds * 1000
        if (window === 'during') {
          await sleep(1000)
          const began = performance.now()
          const { dropped } = await retainEvents(pool, createLog({ logLevel: 'silent' }, 'worker'))
          Object.assign(found, {
            dropped: dropped.length,
            retainMs: Math.round(performance.now() - began),
          })
        }
        await sleep(Math.max(0, until - performance.now()))
        windows[window] = await statementsOf(owner)
      }
      waits.begin('over')
    },
  })
  for (const window of ['before', 'during', 'after']) {
    const all = windows[window] as Statement[]
    const [first] = all
    found[window] = {
      ofEventsMs: all.find(({ body }) => body)?.ms,
      anyMs: first?.ms,
      any: first?.text,
      waitMs: waits.longest(window),
    }
    say(`${window}: ${JSON.stringify(found[window])}`)
  }
  // Only statements that use the table can wait for it. What is slow in the other windows too is
  // slow for another reason.
  const slow = (window: string) =>
    (windows[window] as Statement[]).filter(({ body, ms }) => body && ms > bars.statementMs)
  const usual = new Set([...slow('before'), ...slow('after')].map(({ id }) => id))
  const because = slow('during').filter(({ id }) => !usual.has(id))
  for (const { ms, text } of because) say(`${ms} ms: ${text}`)
  Object.assign(found, {
    rows: rows * months,
    megabytes: Math.round(bytes / 1e6),
    events,
    p99Ms,
    differing: differences.length,
    overBar: because.length,
  })
  for (const line of differences) console.log(line)
  if (found.dropped !== months) missed.push('dropped')
  if (!short && because.length > 0) missed.push('statement')
  if (!short && waits.longest('during') > bars.waitMs) missed.push('wait')
  if (differences.length > 0) missed.push('nothing lost')
} finally {
  await endAll(endings)
}
console.log(
  JSON.stringify({
    bench: 'retention',
    ...found,
    bars,
    load: loadavg()[0],
    missed,
    passed: missed.length === 0,
  }),
)
process.exit(missed.length === 0 ? 0 : 1)
