import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { Client } from '../../stack/client.ts'
import { openStack, type Stack, unitRestartMs } from '../../stack/openStack.ts'
import { underTorture } from '../../stack/options.ts'
import { labPassword } from '../../world/accounts.ts'
import './poisonJobs.ts'
import type { Story } from './story.ts'
import { afterwards } from './truth.ts'
import { Work } from './work.ts'

/**
 * What differs from the queues of the product, so that a story ends within minutes: the distance
 * between tries (up to five minutes there), the longest run (300 s there), and the number of tries
 * of what ends a worker each time (20 there).
 */
const policies = {
  throws: { tries: 20, expire: 300 },
  waits: { tries: 20, expire: 5 },
  grows: { tries: 5, expire: 300 },
  spins: { tries: 5, expire: 300 },
}
const shortTries = 2
const parkedMs = 300_000
/**
 * So much memory a worker may take; by itself Node takes up to four gigabytes, which
 * only takes longer.
 */
const heapMegabytes = 400

type Parked = { reason: { message?: string; value?: { message?: string } } | null }

/** How long bills that were sent in this time waited for their worker and for PayPal. */
async function p99OfOperations(
  { owner, companyId }: Stack,
  from: Date,
  to: Date,
): Promise<number | null> {
  const { rows } = await owner.query<{ p99: number | null }>(
    `select round(
       extract(
         epoch from percentile_disc(0.99) within group (
           order by coalesce(finished_at, now()) - created_at
         )
       )::numeric,
       1
     )::float8 as p99
     from operation where company_id = $1 and created_at between $2 and $3`,
    [companyId, from, to],
  )
  return rows[0]?.p99 ?? null
}

/**
 * One job of each kind that can never succeed, while people work. Workers that end are started
 * again, as their units do.
 */
export const poison: Story = async ({ seed, short, say }) => {
  const preload = new URL('poisonJobs.ts', import.meta.url).href
  const stack = await openStack(
    underTorture({
      name: 'torture-limits-poison',
      accounts: 2,
      workers: 2,
      seed,
      againAfterMs: unitRestartMs,
      workerFlags: [`--import=${preload}`, `--max-old-space-size=${heapMegabytes}`],
    }),
  )
  const { owner } = stack
  const boss = new PgBoss({
    connectionString: stack.ownerUrl,
    max: 1,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  })
  try {
    for (const [name, { tries, expire }] of Object.entries(policies))
      await owner.query(
        'update pgboss.queue set retry_delay_max = 1, retry_limit = $2, expire_seconds = $3 where name = $1',
        [`poison.${name}`, short ? Math.min(tries, shortTries) : tries, expire],
      )
    await boss.start()
    const token = await new Client(stack.api).signIn('admin', labPassword)
    const work = await Work.start(stack, token, { seed })
    const spans: Record<string, { from: Date; to: Date }> = {}
    const span = async (phase: string, during: () => Promise<void>) => {
      work.phase = phase
      const from = new Date()
      await during()
      spans[phase] = { from, to: new Date() }
    }
    await span('before', () => sleep(20_000))
    const parked: Record<
      string,
      { seconds: number | null; reason: string | undefined; workersEnded: number }
    > = {}
    const names = Object.keys(policies)
    for (const name of names) {
      say(name)
      const [since, endedBefore] = [performance.now(), stack.ended.length]
      let found: Parked | undefined
      await span(name, async () => {
        await boss.send(`poison.${name}`, {})
        while (!found && performance.now() - since < parkedMs) {
          await sleep(500)
          const { rows } = await owner.query<Parked>(
            `select source_output as reason
             from pgboss.job
             where name = 'dead' and source_name = $1`,
            [`poison.${name}`],
          )
          found = rows[0]
        }
      })
      const reason = found?.reason?.message ?? found?.reason?.value?.message
      const workersEnded = stack.ended.length - endedBefore
      parked[name] = {
        seconds: found ? Math.round((performance.now() - since) / 1000) : null,
        reason,
        workersEnded,
      }
      await span(`after ${name}`, () => sleep(15_000))
    }
    await work.end()
    const { found, holds } = await afterwards(stack, work, 180)
    const operationSeconds: Record<string, number | null> = {}
    for (const [phase, { from, to }] of Object.entries(spans))
      operationSeconds[phase] = await p99OfOperations(stack, from, to)
    return {
      figures: { parked, p99: work.p99(['before', ...names]), operationSeconds, ...found },
      bars: {
        'parked with its reason': names.every((name) => parked[name]?.reason !== undefined),
        'other calls p99 < 2 times as before':
          work.seen.every(({ status }) => status === 200) && work.undisturbedIn(names),
        'nothing lost, doubled or wrong': holds,
      },
      wrong: [...work.wrong, ...stack.ended],
    }
  } finally {
    await boss.stop({ graceful: false })
    await stack.stop()
  }
}
