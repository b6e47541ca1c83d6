import { setTimeout as sleep } from 'node:timers/promises'
import { processorSeconds, type Volume as World } from '../../stack/options.ts'
import type { Rates } from './bare.ts'
import { check } from './check.ts'
import type { Pattern } from './pattern.ts'
import { captureOf, type Lot } from './payments.ts'
import { Senders } from './senders.ts'

export type Delivered = Rates & {
  events: number
  p99Ms: number
  repeated: number
  differences: string[]
  /** Microseconds of processor time per event. */
  cpu: Record<string, number>
}

/**
 * Sends a lot's events, never faster than the worker can confirm them. When all are confirmed,
 * PayPal's reporting goes on, and the worker reads the rows of the same payments. Then
 * everything is checked.
 */
export async function deliver(
  world: World,
  pattern: Pattern,
  lot: Lot,
  options: { perSecond?: number; meanwhile?: () => Promise<void> } = {},
): Promise<Delivered> {
  const senders = await Senders.prepare(world, pattern, lot)
  const before = processorSeconds(world)
  const waitingNow = async () =>
    Number((await world.owner.query('select count(*) as n from paypal_event_todo')).rows[0].n)
  const begun = performance.now()
  let over = false
  const watching = (async () => {
    while (!over) {
      senders.allow(await waitingNow())
      await sleep(100)
    }
  })()
  const [{ latenciesMs, repeated }] = await Promise.all([
    senders.run(options),
    options.meanwhile?.(),
  ])
  const confirmedPerSecond =
    ((senders.acknowledged - (await waitingNow())) * 1000) / (performance.now() - begun)
  over = true
  await watching
  const until = Date.now() + 120_000
  while ((await waitingNow()) > 0 && Date.now() < until) await sleep(200)
  const bookedPerSecond = await book(world, lot)
  const after = processorSeconds(world)
  latenciesMs.sort()
  return {
    confirmedPerSecond,
    bookedPerSecond,
    p99Ms: Number((latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? Number.NaN).toFixed(1)),
    repeated,
    events: senders.acknowledged,
    differences: await check(world, lot, senders.acknowledged),
    cpu: Object.fromEntries(
      Object.entries(after).map(([who, used]) => [
        who,
        Math.round(((used - (before[who] ?? 0)) * 1e6) / senders.acknowledged),
      ]),
    ),
  }
}

/**
 * Has the accounts read until all rows of the lot are there. Says how many were written a second.
 */
async function book({ owner, sim }: World, { from, to }: Lot): Promise<number> {
  await sim.act('freezeReporting', { frozen: false })
  const { rows } = await owner.query<{ now: string }>(
    'with due as (update account_sync set due_at = now() where failures = 0) select now()::text as now',
  )
  const until = Date.now() + 120_000
  const there = async () =>
    Number(
      (
        await owner.query(
          'select count(*) as n from paypal_transaction where provider_transaction_id >= $1 and provider_transaction_id < $2',
          [captureOf(from), captureOf(to)],
        )
      ).rows[0].n,
    )
  while ((await there()) < to - from && Date.now() < until) await sleep(250)
  const taken = await owner.query<{ seconds: number }>(
    'select extract(epoch from clock_timestamp() - min(started_at))::float as seconds from sync_run where started_at >= $1',
    [rows[0]?.now],
  )
  return (await there()) / (taken.rows[0]?.seconds ?? Number.NaN)
}
