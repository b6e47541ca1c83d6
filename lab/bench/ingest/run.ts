/**
 * Measures how events come in: signed → verified → stored → confirmed by PayPal's own records, and
 * how the rows of the same payments are read and booked, with PostgreSQL, API, worker, sender and
 * the simulator on one machine. `sustained` sends as fast as the worker confirms, and alternates
 * with pgbench, which runs the same statements; `door` sends at a pace and measures how soon events
 * are acknowledged, once beside the worker only and once beside lists; `killed` kills API and
 * worker. `--short` takes about a minute, says nothing about speed and fails when an event is lost
 * or the statements of pgbench leave something else. `--bills N` is the size of a round, `--seconds
 * N` the length of the paced parts, `--only sustained,door,killed,watched` chooses parts,
 * `--profile` writes where the time goes into `.tmp/profile`. `watched` alternates rounds without
 * and with metrics and traces, and is measured only when it is asked for. The last line is one JSON
 * object.
 */
import { mkdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { endAll } from '../../ground/processes.ts'
import { openStack } from '../../stack/openStack.ts'
import { atVolume } from '../../stack/options.ts'
import { manyCalls } from '../../world/simulator.ts'
import { watching } from '../watched/watching.ts'
import { perLook, type Rates, runBare } from './bare.ts'
import { check } from './check.ts'
import { deliver } from './deliver.ts'
import { withLists } from './lists.ts'
import { askPattern } from './pattern.ts'
import { addPaid, type Lot } from './payments.ts'
import { largestStatements, updatesInPlace, watchStatements } from './profile.ts'

const short = process.argv.includes('--short')
const { values } = parseArgs({
  options: {
    short: { type: 'boolean' },
    bills: { type: 'string', default: short ? '1000' : '16000' },
    rounds: { type: 'string', default: short ? '1' : '3' },
    seconds: { type: 'string', default: short ? '4' : '20' },
    only: { type: 'string', default: short ? 'sustained,killed' : 'sustained,door,killed' },
    profile: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const [size, rounds, seconds] = [values.bills, values.rounds, values.seconds].map(Number) as [
  number,
  number,
  number,
]
const parts = new Set(values.only.split(','))
const bars = {
  watchedTimes: 1.1,
  ratio: 0.5,
  doorPerSecond: 800,
  doorP99Ms: 50,
  kills: short ? 2 : 20,
}
/** Processor time of API, worker and PostgreSQL together. */
const goals = { microsecondsPerEvent: 800 }
const root = new URL('../../..', import.meta.url).pathname
const startedAt = Date.now()
const say = (text: string) =>
  console.log(`[${Math.round((Date.now() - startedAt) / 1000)} s] ${text}`)
const endings: (() => unknown)[] = []
const found: Record<string, unknown> = {}
const missed: string[] = []
const bar = (name: string, met: boolean) => met || missed.push(name)
/** A speed says nothing at the sizes of the short form. */
const speedBar = (name: string, met: boolean) => short || bar(name, met)
const profileDir = `${root}.tmp/profile`
if (values.profile) mkdirSync(profileDir, { recursive: true })

try {
  const file = `${root}.tmp/bench-ingest-${process.pid}/sim.db`
  const world = await openStack({
    ...atVolume({
      name: 'bench-ingest',
      ...(short && { companies: 2 }),
      sim: ['--file', file],
      env: manyCalls,
      ...(values.profile && {
        settings: ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track=all'],
      }),
    }),
    endings,
  })
  const pattern = await askPattern(world.sim, file, world.env)
  const flags = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : []
  await world.crew.start({ flags })
  while (
    Number(
      (
        await world.owner.query(
          'select count(*) as n from account_sync where begins_at is not null',
        )
      ).rows[0].n,
    ) < world.accounts.length
  )
    await sleep(500)
  say('up')
  const createdBase = Date.now() - 86_400_000
  let bills = 0
  /** Whole looks of every account, so that pgbench can do the same. */
  const perRound = (perLook / 2) * world.accounts.length
  const nextLot = async (count: number): Promise<Lot> => {
    const from = bills
    bills += Math.ceil(count)
    // Reading goes back three hours each time; the rounds before are out of its way.
    await world.sim.act('advanceClock', { hours: 4 })
    return addPaid(world, from, bills, createdBase)
  }
  await deliver(world, pattern, await nextLot(size / 8))
  // Autovacuum does the same within a minute of a table's first rows.
  await world.owner.query('vacuum analyze')
  if (parts.has('sustained')) await sustained()
  if (parts.has('door')) await door()
  if (parts.has('killed')) await killed()
  if (parts.has('watched')) await watched()

  async function sustained() {
    const whole = Math.ceil(size / perRound) * perRound
    const all = []
    for (let round = 1; round <= rounds; round++) {
      const first = await nextLot(whole)
      if (values.profile) await watchStatements(world.owner)
      const ours = await deliver(world, pattern, first)
      if (values.profile)
        Object.assign(found, {
          statements: await largestStatements(world.owner, ours.events),
          updates: await updatesInPlace(world.owner),
        })
      const lot = await nextLot(whole)
      const bare = await world.crew.whilePaused(() => runBare(world, pattern, lot, say))
      const bareDiffers = await check(world, lot, 2 * whole)
      const differing = [...ours.differences, ...bareDiffers]
      const ratio = eventsPerSecond(ours) / eventsPerSecond(bare)
      say(
        `round ${round}: ${JSON.stringify({ ...ours, perSecond: eventsPerSecond(ours), bare, ratio })}`,
      )
      for (const line of bareDiffers) console.log(`by pgbench: ${line}`)
      all.push({ ratio, ours, bare, differing: differing.length })
    }
    const middle = all.sort((a, b) => a.ratio - b.ratio)[
      Math.floor(all.length / 2)
    ] as (typeof all)[number]
    const { api, worker, postgres } = middle.ours.cpu as Record<
      'api' | 'worker' | 'postgres',
      number
    >
    const speeds = {
      perSecond: eventsPerSecond(middle.ours),
      confirmedPerSecond: Math.round(middle.ours.confirmedPerSecond),
      bookedPerSecond: Math.round(middle.ours.bookedPerSecond),
      barePerSecond: eventsPerSecond(middle.bare),
      ratio: Number(middle.ratio.toFixed(2)),
      ratios: all.map(({ ratio }) => Number(ratio.toFixed(2))),
    }
    Object.assign(found, {
      events: all.reduce((sum, { ours }) => sum + ours.events, 0),
      // A short round is sent before its first events are confirmed.
      ...(!short && speeds),
      differing: all.reduce((sum, { differing }) => sum + differing, 0),
      microsecondsPerEvent: { ...middle.ours.cpu, ours: api + worker + postgres },
    })
    speedBar('ratio', middle.ratio >= bars.ratio)
    bar('nothing lost', found.differing === 0)
  }

  /**
   * What metrics and traces cost: rounds without and with them by turns, and the middle of each.
   */
  async function watched() {
    const watch = await watching()
    endings.push(() => watch.stop())
    const costs: Record<'off' | 'on', { cpu: number; perSecond: number }[]> = { off: [], on: [] }
    for (let round = 0; round < 2 * rounds; round++) {
      // Whoever comes second is not always the same.
      const side = (['off', 'on', 'on', 'off'] as const)[round % 4] as 'off' | 'on'
      await world.crew.end()
      for (const { part } of world.crew.places) part.env = side === 'on' ? await watch.env() : {}
      await world.crew.start({ flags })
      const ours = await deliver(world, pattern, await nextLot(size))
      const { api, worker, postgres } = ours.cpu as Record<'api' | 'worker' | 'postgres', number>
      costs[side].push({ cpu: api + worker + postgres, perSecond: eventsPerSecond(ours) })
      say(`watched ${side}: ${JSON.stringify(costs[side].at(-1))}`)
      bar(`watched ${side}: nothing lost`, ours.differences.length === 0)
    }
    const middle = (side: 'off' | 'on', of: 'cpu' | 'perSecond') =>
      costs[side].map((one) => one[of]).sort((a, b) => a - b)[Math.floor(rounds / 2)] as number
    const times = {
      cpu: middle('on', 'cpu') / middle('off', 'cpu'),
      slower: middle('off', 'perSecond') / middle('on', 'perSecond'),
    }
    Object.assign(found, { watched: { ...costs, ...watch.figures(), times } })
    speedBar('watched', times.slower <= bars.watchedTimes)
  }

  /**
   * How soon events are acknowledged while the worker works, and while people read lists besides.
   */
  async function door() {
    for (const name of ['door', 'doorWithLists']) {
      const lot = await nextLot((bars.doorPerSecond * seconds) / 2)
      const send = () => deliver(world, pattern, lot, { perSecond: bars.doorPerSecond })
      const { p99Ms, confirmedPerSecond, differences, ...rest } =
        name === 'door' ? await send() : await withLists(world, send)
      found[name] = {
        p99Ms,
        confirmedPerSecond: Math.round(confirmedPerSecond),
        differing: differences.length,
        ...('lists' in rest && { lists: rest.lists }),
      }
      say(`${name}: ${JSON.stringify(found[name])}`)
      for (const line of differences) console.log(line)
      speedBar(`${name} p99`, p99Ms <= bars.doorP99Ms)
      bar(`${name}: nothing lost`, differences.length === 0)
    }
  }

  async function killed() {
    let kills = 0
    const perSecond = short ? 200 : 500
    const time = 3 * seconds
    const { repeated, events, differences } = await deliver(
      world,
      pattern,
      await nextLot((perSecond * time) / 2),
      {
        perSecond,
        meanwhile: async () => {
          for (; kills < bars.kills; kills++) {
            await sleep((time * 1000) / bars.kills)
            await (kills % 2 === 0 ? world.killApi() : world.killWorker(0))
          }
        },
      },
    )
    Object.assign(found, { killed: { kills, events, repeated, differing: differences.length } })
    say(
      `killed ${kills} times: ${events} events, ${repeated} sent again, ${differences.length} differ`,
    )
    for (const line of differences) console.log(line)
    bar('killed', kills === bars.kills && differences.length === 0)
  }
} finally {
  await endAll(endings)
}
console.log(
  JSON.stringify({
    bench: 'ingest',
    ...found,
    bars,
    goals,
    load: loadavg()[0],
    missed,
    passed: missed.length === 0,
  }),
)
process.exit(missed.length === 0 ? 0 : 1)

/** A payment has two events and one row, and both are work of the same machine. */
function eventsPerSecond({ confirmedPerSecond, bookedPerSecond }: Rates): number {
  return Math.round(1 / (1 / confirmedPerSecond + 0.5 / bookedPerSecond))
}
