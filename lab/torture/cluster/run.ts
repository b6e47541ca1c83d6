/**
 * `npm run torture -- cluster --seed N [--faults 30] [--minutes 60] [--short]`: two APIs and two
 * workers on a PostgreSQL cluster of three nodes (Patroni, etcd, HAProxy), with people, payments
 * and screens. Nodes, disks, connections and commits fail, in an order of chance. Nothing that was
 * acknowledged may be lost or doubled, nothing may get stuck, and everything must come back by
 * itself within its time.
 */
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { dice } from '../../ground/dice.ts'
import { endAll } from '../../ground/processes.ts'
import { type Card, draw, shortDeck } from './fault/deck.ts'
import { type Fault, strike } from './fault/storm.ts'
import { until } from './machine/cluster.ts'
import { bars, missedBy, missedByAll } from './result/bars.ts'
import { settle } from './result/settle.ts'
import { summarise } from './result/summary.ts'
import { openStage, type Stage } from './stage.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '30' },
    minutes: { type: 'string', default: '60' },
    short: { type: 'boolean', default: false },
  },
})
const [seed, wanted, minutes] = [Number(values.seed), Number(values.faults), Number(values.minutes)]
const startedAt = Date.now()
const seconds = () => Math.round((Date.now() - startedAt) / 1000)
const say = (text: string) => console.log(`${String(seconds()).padStart(4)} s  ${text}`)
/**
 * So many operations and events are done before the first fault: code that runs for the first time
 * is slower, and would look like a fault's doing.
 */
const warm = 20
const settleMs = 300_000
const shortSettleMs = 60_000

const endings: (() => unknown)[] = []
let ending: Promise<void> | undefined
/** A run that is told to stop must not be over before all that it started has ended. */
const end = () => {
  ending ??= endAll(endings)
  return ending
}
const breakOff = () => void end().finally(() => process.exit(1))
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  // The package of the embedded PostgreSQL, which is not used here, would end the process before
  // all else has ended.
  process.removeAllListeners(name)
  process.once(name, breakOff)
}
for (const name of ['unhandledRejection', 'uncaughtException'] as const)
  process.on(name, (error) => {
    // While all is being ended, whoever still calls it fails.
    if (ending) return
    console.error(error)
    breakOff()
  })
const ownDisks = !values.short && canMount()
const skipped = values.short || ownDisks ? [] : ['fullDisk: no disk can be mounted here']
const faults: Fault[] = []
const missed: string[] = []
let result: object = {}
try {
  const stage = await openStage(seed, endings, { ownDisks, say })
  const { load, book, product } = stage
  await load.outsider.start()
  for (const part of [load.people, load.payers, ...load.screens]) part.start()
  await until(
    'the product is at work',
    async () => Math.min(load.outsider.done.jobs, load.outsider.done.events) >= warm,
  )
  say('the product is at work')
  await play(stage).catch((error: Error) =>
    missed.push(`the faults could not all be played: ${error.message}`),
  )
  say('the load ends')
  book.endsAt = Date.now()
  await Promise.all(
    [load.people, load.payers, ...load.screens, load.outsider].map((part) => part.end()),
  )
  const settled = await settle(stage, values.short ? shortSettleMs : settleMs, say)
  missed.push(...missedByAll(settled, book))
  const { promises } = load.people
  const { lists, ended, ...rest } = settled
  result = {
    acknowledged: {
      bills: promises.bills.size,
      sent: promises.sent.size,
      cancelled: promises.cancelled.size,
      notes: promises.notes.size,
      payments: load.payers.paid,
    },
    ...Object.fromEntries(Object.entries(lists).map(([name, { length }]) => [name, length])),
    ...rest,
    statuses: Object.fromEntries(book.statuses),
    odd: Object.fromEntries(book.odd),
    gaveUp: book.gaveUp.length,
    processesKilled: product.kills,
    silenced: stage.door.silenced,
    ended: ended.length,
    endings: ended,
  }
} catch (error) {
  console.error(error)
  missed.push(`the run broke off: ${(error as Error).message}`)
} finally {
  await end()
}
console.log(
  JSON.stringify({
    bench: 'torture cluster',
    seed,
    ...result,
    kinds: summarise(faults),
    faults,
    skipped,
    network:
      'a node is cut off by TCP proxies on its ways to etcd, to the other nodes and to HAProxy',
    ...(ownDisks && { disks: 'each node writes to a tmpfs, where fsync costs nothing' }),
    bars,
    seconds: seconds(),
    missed,
    passed: missed.length === 0,
  }),
)
process.exit(missed.length === 0 ? 0 : 1)

async function play(stage: Stage) {
  const target = { cluster: stage.cluster, door: stage.door, random: dice(seed + 3) }
  const cards: Iterable<Card> = values.short
    ? shortDeck
    : draw(dice(seed + 2), ownDisks ? [] : ['fullDisk'])
  for (const card of cards) {
    if (!values.short && (faults.length >= wanted || seconds() > minutes * 60)) return
    const fault = await strike({ ...stage, target, startedAt }, card)
    faults.push(fault)
    const { kinds, killed, notes, writeGap, bareGap, readGap, jobs, events, screens, reads } = fault
    say(`${kinds.join(' + ')}${killed && `, ${killed} killed`}: ${notes.join('; ')}`)
    const again = Object.entries({ jobs, events, screens }).map(
      ([name, { afterFault, afterWrites }]) => `${name} ${afterFault} (+${afterWrites})`,
    )
    say(
      `  writes ${writeGap} (bare ${bareGap}), reads ${readGap} (${reads.live} of ${reads.begun} live), ${again.join(', ')}; load ${fault.machineLoad}; next after ${fault.seconds} s${fault.late > 0 ? `, ${fault.late} operations late` : ''}`,
    )
    for (const line of missedBy(fault)) {
      say(`  MISSED ${line}`)
      missed.push(`fault ${faults.length}, ${kinds.join(' + ')}: ${line}`)
    }
  }
}

/** Only root can give the nodes disks of their own, and not in every container. */
function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}
