/**
 * `npm run torture -- events --seed N [--events 100000] [--rate 200] [--kills 20]`: customers pay,
 * in full and in parts, and people change, cancel and refund on PayPal's site, at 16 accounts of 8
 * companies; the simulator signs and delivers the events. In the first half nothing is killed, and
 * it is measured how soon PayPal's records have confirmed each event. In the second half API and
 * worker are killed. Afterwards every event that was acknowledged has its outcome, and bills,
 * payments, rows and books are PayPal's, each payment once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { verifyLedger } from '../../../apps/api/src/money/ledger/verify.ts'
import { endAll } from '../../ground/processes.ts'
import { openStack } from '../../stack/openStack.ts'
import { atVolume, processorSeconds, type Volume as World } from '../../stack/options.ts'
import { type AccountDifferences, compareAccount, compareEvents } from '../../truth/events.ts'
import { addBills } from '../../world/manyCompanies.ts'
import { manyCalls } from '../../world/simulator.ts'
import { planOf } from './plan.ts'
import { Player } from './player.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seed: { type: 'string', default: '1' },
    events: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '200' },
    kills: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '30' },
  },
})
const [seed, events, rate, kills, minutes] = [
  values.seed,
  values.events,
  values.rate,
  values.kills,
  values.minutes,
].map(Number) as [number, number, number, number, number]
/**
 * A long run keeps to the usual allowance of calls, its calls are counted against its events, and
 * it has the machine to itself, so that its times count. In a short one the first calls of each
 * process and account would weigh too much, and waiting for turns would take minutes.
 */
const isLong = events >= 20_000
const bars = { differing: 0, ...(isLong && { p95Seconds: 10, eventsPerCall: 20 }) }
const startedAt = Date.now()
const deadline = startedAt + minutes * 60_000
const seconds = () => Math.round((Date.now() - startedAt) / 1000)
const say = (text: string) => console.log(`${String(seconds()).padStart(4)} s  ${text}`)
const endings: (() => unknown)[] = []
const missed: string[] = []
const bar = (name: string, met: boolean) => met || missed.push(name)
const found: Record<string, unknown> = {}

try {
  const world = await openStack({
    ...atVolume({
      name: 'torture-events',
      sim: ['--memory', '--seed', String(seed)],
      ...(!isLong && { env: manyCalls }),
    }),
    endings,
  })
  const { sim, owner, accounts } = world
  // A refund on PayPal's site is told here, so that the events of it are part of the stream.
  await sim.act('configure', { siteRefundFires: true })
  const plan = planOf(seed, events, accounts.length, Date.now())
  const ids = await makeInvoices(world, plan.invoices)
  await world.crew.start()
  await until(
    async () =>
      Number(
        (await one('select count(*) as n from account_sync where begins_at is not null')).n,
      ) === accounts.length,
  )
  say(
    `${plan.invoices.length} invoices at ${accounts.length} accounts, about ${events} events, seed ${seed}`,
  )

  const player = new Player(sim, plan, ids)
  // The first deliveries fetch certificates and compile code.
  const first = await player.play(Math.min(200, events / 10), rate / 2)
  await until(allDelivered)
  await until(nothingWaits)
  const { now } = await one('select now()::text as now')
  const callsBefore = await requests(sim.url)
  const cpuBefore = processorSeconds(world)
  const calm = await player.play(kills > 0 ? Math.ceil(events / 2) : events, rate)
  await until(allDelivered)
  await until(nothingWaits)
  const cpu = processorSeconds(world)
  const calmCalls = callsSince(callsBefore, await requests(sim.url), calm.events)
  found.calm = {
    ...calm,
    eventsPerCall: calmCalls.eventsPerCall,
    ...(await confirmation(now as string)),
    microsecondsPerEvent: Object.fromEntries(
      Object.entries(cpu).map(([who, used]) => [
        who,
        Math.round(((used - (cpuBefore[who] ?? 0)) * 1e6) / calm.events),
      ]),
    ),
  }
  say(`without kills: ${JSON.stringify(found.calm)}`)
  bar(
    'p95',
    Number((found.calm as { p95: number }).p95) <= (bars.p95Seconds ?? Number.POSITIVE_INFINITY),
  )

  if (kills > 0) {
    let over = false
    let killed = 0
    const killer = (async () => {
      const everyMs = (events / 2 / rate / kills) * 1000
      for (; killed < kills && !over; killed++) {
        await sleep(everyMs)
        await (killed % 2 === 0 ? world.killApi() : world.killWorker(0))
      }
    })()
    const stormy = await player.play(events, rate)
    over = true
    await killer
    await world.crew.apis[0]?.ready()
    bar('kills', killed === kills)
    say(`${killed} kills, ${stormy.events} events more`)
    Object.assign(found, { kills: killed })
  }

  const acknowledged = await redeliver()
  await until(nothingWaits)
  const lost = await compareEvents(owner, acknowledged)
  say(
    `${acknowledged.length} events acknowledged; ${lost.length} lost, waiting, unconfirmed or alarming`,
  )
  for (const line of lost.slice(0, 8)) console.log(line)
  const calls = callsSince(callsBefore, await requests(sim.url), acknowledged.length - first.events)
  Object.assign(found, { events: acknowledged.length, lost: lost.length, calls })
  say(`calls to PayPal: ${JSON.stringify(calls)}`)
  bar('nothing lost', lost.length === 0)
  if (bars.eventsPerCall) bar('calls', calls.eventsPerCall >= bars.eventsPerCall)

  // The comparison need not wait for turns.
  Object.assign(world.env, manyCalls)
  if (isLong) await world.killWorker(0)
  const differences = await settle(world)
  const { faults } = await verifyLedger(world.ownerUrl)
  for (const fault of faults.slice(0, 5)) console.log(JSON.stringify(fault))
  const differing = Object.values(differences).flat().length
  Object.assign(found, { differing, ledgerFaults: faults.length, ...(await outcomes()) })
  bar('nothing differs', differing === 0 && faults.length === 0)
  const deviations = await sim.deviations()
  Object.assign(found, { deviations })
  bar('conformance', deviations === 0)

  async function nothingWaits() {
    return Number((await one('select count(*) as n from paypal_event_todo')).n) === 0
  }

  async function deliveries() {
    return (await (await fetch(`${sim.url}/sim/deliveries`)).json()) as Record<
      'acknowledged' | 'open',
      string[]
    >
  }

  async function allDelivered() {
    return (await deliveries()).open.length === 0
  }

  async function one(text: string): Promise<Record<string, string>> {
    return (await owner.query(text)).rows[0]
  }

  /** Seconds from the door to the outcome. */
  async function confirmation(since: string) {
    const at = (share: number) =>
      `percentile_cont(${share}) within group (order by extract(epoch from o.at - e.received_at))`
    const row =
      await one(`select ${at(0.5)} as p50, ${at(0.95)} as p95, ${at(1)} as max from paypal_event e
      join paypal_event_outcome o on o.company_id = e.company_id
        and o.account_id = e.account_id
        and o.event_id = e.event_id
      where e.received_at > '${since}'`)
    return Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, Number(Number(value).toFixed(1))]),
    )
  }

  async function outcomes() {
    const { rows } = await owner.query<{ outcome: string; n: number }>(
      'select outcome, count(*)::int as n from paypal_event_outcome group by outcome',
    )
    return { outcomes: Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n])) }
  }

  /**
   * What nobody answered while the API was dead is delivered again, hours later by the
   * simulator's clock.
   */
  async function redeliver(): Promise<string[]> {
    for (;;) {
      const { acknowledged, open } = await deliveries()
      if (open.length === 0) return acknowledged
      if (Date.now() > deadline) throw new Error(`${open.length} events cannot be delivered`)
      say(`${open.length} deliveries are repeated`)
      await sim.act('advanceClock', { hours: 3 })
      await sleep(1000)
    }
  }

  async function until(met: () => Promise<boolean>): Promise<void> {
    while (!(await met()) && Date.now() < deadline) await sleep(500)
  }
} finally {
  await endAll(endings)
}
console.log(
  JSON.stringify({
    bench: 'torture events',
    seed,
    rate,
    ...found,
    bars,
    seconds: seconds(),
    missed,
    passed: missed.length === 0,
  }),
)
process.exit(missed.length === 0 ? 0 : 1)

/**
 * Makes the invoices at the simulator and the bills of ours, as if they had been sent
 * in the last weeks.
 */
async function makeInvoices(
  world: World,
  invoices: ReturnType<typeof planOf>['invoices'],
): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < invoices.length; from += 5000) {
    const some = invoices.slice(from, from + 5000)
    const made = await world.sim.act<{ invoices: { id: string }[] }>('addInvoices', {
      invoices: some.map(({ account, number, totalMinor, createdAt }) => ({
        accountId: world.accounts[account]?.simId,
        number,
        totalMinor,
        createdAt,
      })),
    })
    ids.push(...made.invoices.map(({ id }) => id))
  }
  const bills = invoices.flatMap((invoice, n) =>
    invoice.ours ? [{ ...invoice, invoiceId: ids[n] as string }] : [],
  )
  for (let from = 0; from < bills.length; from += 20_000)
    await addBills(world, bills.slice(from, from + 20_000))
  await world.owner.query('analyze')
  return ids
}

async function requests(simUrl: string): Promise<Record<string, number>> {
  const state = (await (await fetch(`${simUrl}/sim/state`)).json()) as {
    requests: Record<string, number>
  }
  return state.requests
}

function callsSince(before: Record<string, number>, after: Record<string, number>, events: number) {
  const byOperation = Object.fromEntries(
    Object.entries(after).map(([name, n]) => [name, n - (before[name] ?? 0)]),
  )
  const all = Object.values(byOperation).reduce((sum, n) => sum + n, 0)
  const reporting = (byOperation['search.get'] ?? 0) + (byOperation['balances.get'] ?? 0)
  const tokens = byOperation.token ?? 0
  const eventsPerCall = Number((events / all).toFixed(1))
  return { all, looks: all - reporting - tokens, reporting, tokens, eventsPerCall, byOperation }
}

/** Has all accounts read until nothing differs any more. */
async function settle({ owner, sim, accounts }: World): Promise<AccountDifferences> {
  for (;;) {
    await owner.query('update account_sync set due_at = now() where failures = 0')
    await sleep(4000)
    const all: AccountDifferences = { bills: [], rows: [], balances: [], matches: [] }
    for (const account of accounts) {
      const differences = await compareAccount(owner, sim.url, account)
      for (const part of ['bills', 'rows', 'balances', 'matches'] as const)
        all[part].push(...differences[part])
    }
    const counts = Object.entries(all).map(([part, list]) => `${list.length} ${part}`)
    if (Object.values(all).flat().length === 0) return all
    say(`differing: ${counts.join(', ')}`)
    if (Date.now() < deadline) continue
    for (const list of Object.values(all)) for (const line of list.slice(0, 5)) console.log(line)
    return all
  }
}
