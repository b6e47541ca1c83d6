/**
 * Measures how events come in: signed → verified → stored → applied to bill, transaction and ledger, with PostgreSQL, API, worker and
 * sender on one machine. It reports how many events are applied a second, how soon paced events are acknowledged, what is missing after
 * API and worker were killed, and the share of what pgbench reaches with the same statements. `--seconds N` shortens it,
 * `--only sustained,paced,killed,bare` chooses parts. The last line is one JSON object.
 */
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { endAll } from '../scripts/processes.ts'
import { runBare } from './ingest/bare.ts'
import { check } from './ingest/check.ts'
import { killAndReplace, processorSeconds, type Running, startBoth, stopBoth } from './ingest/processes.ts'
import { Senders } from './ingest/senders.ts'
import { addBills, openWorld, type World } from './ingest/world.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, only: { type: 'string' } },
  allowPositionals: true,
})
const seconds = Number(values.seconds)
const parts = new Set((values.only ?? 'sustained,paced,killed,bare').split(','))
const bars = { perSecond: 4000, ratio: 0.5, pacedPerSecond: 1660, pacedP99Ms: 50, kills: 20 }
const root = new URL('..', import.meta.url).pathname
const startedAt = Date.now()
const say = (text: string) => console.log(`[${Math.round((Date.now() - startedAt) / 1000)} s] ${text}`)
const endings: (() => unknown)[] = []
const found: Record<string, unknown> = {}
const missed: string[] = []
const bar = (name: string, met: boolean) => met || missed.push(name)
let bills = 0

try {
  const world = await openWorld(root, endings)
  const running = await startBoth(root, world, endings)
  say('up')
  // The machine's speed at this moment decides how many bills must be prepared.
  const first = await deliver(world, running, { seconds: 8, bills: 10_000 })
  // Autovacuum does the same within a minute of a table's first rows.
  await world.owner.query('vacuum analyze')
  const second = await deliver(world, running, { seconds: 8, bills: 20_000 })
  say(`about ${first.perSecond}, then ${second.perSecond} a second`)
  if (parts.has('sustained')) await sustained(world, running, second.perSecond)
  if (parts.has('paced')) await paced(world, running)
  if (parts.has('killed')) await killed(world, running)
  if (parts.has('bare')) {
    await stopBoth(running)
    const [from, to] = await addMoreBills(world, 20_000)
    const { perSecond } = await runBare(world, from, to, say)
    found.barePerSecond = perSecond
    const ratio = Number(found.perSecond) / perSecond
    found.ratio = Number(ratio.toFixed(2))
    bar('ratio', ratio >= bars.ratio)
  }
} finally {
  await endAll(endings)
}
console.log(JSON.stringify({ bench: 'ingest', seconds, ...found, bars, load: loadavg()[0], missed, passed: missed.length === 0 }))
process.exit(missed.length === 0 ? 0 : 1)

async function addMoreBills(world: World, count: number): Promise<[number, number]> {
  const from = bills
  bills += count
  await addBills(world, from, bills)
  return [from, bills]
}

type Delivered = { perSecond: number; p99Ms: number; repeated: number; events: number; differences: string[]; cpu: Record<string, number> }

/** Sends the events of the given number of new bills, never faster than the worker can apply them, and checks the result. */
async function deliver(
  world: World,
  running: Running,
  options: { seconds: number; bills: number; perSecond?: number; meanwhile?: () => Promise<void> },
): Promise<Delivered> {
  const [from, to] = await addMoreBills(world, options.bills)
  const senders = await Senders.prepare(world, from, to)
  const before = processorSeconds(world, running)
  const begun = performance.now()
  const sending = senders.run(options)
  const waitingNow = async () => Number((await world.owner.query('select count(*) as n from paypal_event_todo')).rows[0].n)
  let measured = 0
  let cpu: Record<string, number> = {}
  const watching = (async () => {
    while (performance.now() - begun < options.seconds * 1000) {
      senders.allow(await waitingNow())
      await sleep(100)
    }
    measured = ((senders.acknowledged - (await waitingNow())) * 1000) / (performance.now() - begun)
    const after = processorSeconds(world, running)
    const events = senders.acknowledged
    cpu = Object.fromEntries(Object.entries(after).map(([who, used]) => [who, Math.round(((used - (before[who] ?? 0)) * 1e6) / events)]))
  })()
  const meanwhile = options.meanwhile?.()
  const { latenciesMs, repeated } = await sending
  await Promise.all([watching, meanwhile])
  const until = Date.now() + 60_000
  while ((await waitingNow()) > 0 && Date.now() < until) await sleep(200)
  latenciesMs.sort()
  return {
    perSecond: Math.round(measured),
    p99Ms: Number((latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? Number.NaN).toFixed(1)),
    repeated,
    events: senders.acknowledged,
    differences: await check(world, from, to, senders.acknowledged),
    cpu,
  }
}

async function sustained(world: World, running: Running, expected: number) {
  const { perSecond, events, p99Ms, differences, cpu } = await deliver(world, running, {
    seconds,
    bills: Math.ceil((expected * seconds * 1.25) / 2),
  })
  Object.assign(found, { perSecond, events, p99Ms, differing: differences.length, microsecondsPerEvent: cpu })
  say(`${perSecond} a second, ${events} events, ${differences.length} differ; µs of processor per event: ${JSON.stringify(cpu)}`)
  for (const line of differences.slice(0, 5)) console.log(line)
  bar('perSecond', perSecond >= bars.perSecond)
  bar('nothing lost', differences.length === 0)
}

async function paced(world: World, running: Running) {
  const time = Math.min(30, seconds)
  const { perSecond, p99Ms, differences } = await deliver(world, running, {
    seconds: time,
    bills: Math.ceil((bars.pacedPerSecond * time) / 2),
    perSecond: bars.pacedPerSecond,
  })
  Object.assign(found, { paced: { perSecond, p99Ms, differing: differences.length } })
  say(`paced at ${bars.pacedPerSecond}: ${perSecond} a second, acknowledged within ${p99Ms} ms (p99)`)
  bar('paced p99', p99Ms <= bars.pacedP99Ms)
  bar('paced: nothing lost', differences.length === 0)
}

async function killed(world: World, running: Running) {
  let kills = 0
  const perSecond = 500
  const { repeated, events, differences } = await deliver(world, running, {
    seconds,
    bills: Math.ceil((perSecond * seconds) / 2),
    perSecond,
    meanwhile: async () => {
      for (; kills < bars.kills; kills++) {
        await sleep((seconds * 1000) / bars.kills)
        await killAndReplace(root, world, running, kills % 2 === 0 ? 'api' : 'worker')
      }
    },
  })
  Object.assign(found, { killed: { kills, events, repeated, differing: differences.length } })
  say(`killed ${kills} times: ${events} events, ${repeated} sent again, ${differences.length} differ`)
  for (const line of differences.slice(0, 5)) console.log(line)
  bar('killed', kills === bars.kills && differences.length === 0)
}
