import { setTimeout as sleep } from 'node:timers/promises'
import { dice } from '../../ground/dice.ts'
import { Client } from '../../stack/client.ts'
import { openStack } from '../../stack/openStack.ts'
import { underTorture } from '../../stack/options.ts'
import { labPassword } from '../../world/accounts.ts'
import type { Story } from './story.ts'
import { afterwards } from './truth.ts'
import { Work } from './work.ts'

const writers = 6
const recoveredSeconds = 60
const workers = 2

/**
 * The API is killed in the middle of requests, and workers in the middle of calls to PayPal, which
 * loses answers besides.
 */
export const kills: Story = async ({ seed, kills: count, say }) => {
  const stack = await openStack(
    underTorture({
      name: 'torture-limits-kills',
      accounts: 4,
      workers,
      seed,
      settings: ['synchronous_commit=on'],
    }),
  )
  const { owner, sim, companyId } = stack
  try {
    const token = await new Client(stack.api).signIn('admin', labPassword)
    const work = await Work.start(stack, token, { seed, readers: 0, writers })
    // A call takes a while, so that a worker is caught in it; some answers are lost on the way.
    await sim.act('addFault', { kind: 'slow', times: -1, probability: 0.5, ms: 300 })
    await sim.act('addFault', { kind: 'dropAfter', times: -1, probability: 0.05 })
    const random = dice(seed)
    for (let n = 0; n < count; n++) {
      const ready = performance.now()
      await work.untilGood('write', ready, 60_000)
      await sleep(random() * 700)
      // Both at once is the worst: nobody is left who knows what was under way.
      await Promise.all([stack.killApi(), stack.killWorker(Math.floor(random() * workers))])
      if ((n + 1) % Math.ceil(count / 5) === 0) say(`${n + 1} kills`)
    }
    await work.untilGood('write', performance.now(), 60_000)
    await sim.act('removeFault')
    await work.end()
    const { found, holds } = await afterwards(stack, work, 120)
    const { rows } = await owner.query<{ number: string; at: string }>(
      `select number, created_at as at
       from bill
       where company_id = $1 and title = 'Torture limits'`,
      [companyId],
    )
    const madeAt = new Map(rows.map(({ number, at }) => [number, new Date(at)]))
    const madeBefore = [...work.made.values()].filter(
      ({ number, askedAt }) => (madeAt.get(number) ?? askedAt) < askedAt,
    ).length
    const { rows: operations } = await owner.query<{
      runs: number
      operations: number
      longest: number
      unknown: number
    }>(
      `select sum(calls)::int as runs, count(*)::int as operations,
         max(extract(epoch from finished_at - created_at))::int as longest,
         (count(*) filter (where unknown_since is not null))::int as unknown
       from operation
       where company_id = $1`,
      [companyId],
    )
    const { longest = 0 } = operations[0] ?? {}
    return {
      figures: {
        kills: count,
        answeredByTheKey: madeBefore,
        ...operations[0],
        writes: work.statuses('write', 'before'),
        ...found,
      },
      bars: {
        'some were killed between the commit and the answer': count < 20 || madeBefore > 0,
        'nothing but success, 503 and broken connections': work.wrong.length === 0,
        'recovered within 60 s': longest <= recoveredSeconds,
        'nothing lost, doubled or wrong': holds,
      },
      wrong: [...work.wrong, ...stack.ended],
    }
  } finally {
    await stack.stop()
  }
}
