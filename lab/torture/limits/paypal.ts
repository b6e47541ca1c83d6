import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../../stack/client.ts'
import { openStack } from '../../stack/openStack.ts'
import { underTorture } from '../../stack/options.ts'
import { labPassword } from '../../world/accounts.ts'
import { watchTransactions } from './open.ts'
import type { Story } from './story.ts'
import { afterwards } from './truth.ts'
import { Work } from './work.ts'

const slowSeconds = 60
/**
 * One account answers just in time, two only after the 30 s that the product waits: what became of
 * those calls is then unknown.
 */
const latencies = [29_000, 45_000, 60_000]

/** PayPal takes half a minute to a minute for everything, at every account. */
export const paypal: Story = async ({ seed, say }) => {
  const stack = await openStack(
    underTorture({
      name: 'torture-limits-paypal',
      accounts: latencies.length,
      workers: 2,
      seed,
      env: { PAYPAL_TIMEOUT_MS: '30000', PAYPAL_SYNC_SECONDS: '5' },
    }),
  )
  const { sim, simAccountIds, accountIds } = stack
  const transactions = watchTransactions(stack.owner)
  try {
    const admin = new Client(stack.api)
    const token = await admin.signIn('admin', labPassword)
    const work = await Work.start(stack, token, { seed })
    await sleep(20_000)
    for (const [index, accountId] of simAccountIds.entries())
      await sim.act('addFault', { kind: 'slow', accountId, times: -1, ms: latencies[index] })
    work.phase = 'slow'
    say('PayPal is slow')
    // A person has accounts looked at: these calls wait for PayPal and may keep nobody else
    // waiting.
    const looks = accountIds.map((id) => admin.call('POST', `/api/paypalAccount/${id}/check`, {}))
    await sleep(slowSeconds * 1000)
    await sim.act('removeFault')
    work.phase = 'after'
    say('PayPal answers again')
    const checked = (await Promise.all(looks)).map(({ status }) => status)
    await sleep(10_000)
    const [slowest] = simAccountIds
    await sim.act('addFault', { kind: 'slow', accountId: slowest, times: -1, ms: 60_000 })
    work.phase = 'one slow'
    const { rows: clock } = await stack.owner.query<{ now: string }>('select now()::text as now')
    say('PayPal is slow for one account')
    await sleep(slowSeconds * 1000)
    await sim.act('removeFault')
    work.phase = 'after'
    await sleep(10_000)
    await work.end()
    const { found, holds } = await afterwards(stack, work, 240)
    const { open, longestMs } = await transactions.end()
    const { rows: healthy } = await stack.owner.query<{ seconds: number }>(
      `select extract(
         epoch from percentile_disc(0.99) within group (
           order by coalesce(finished_at, now()) - created_at
         )
       )::float8 as seconds
       from operation
       where account_id <> $1
         and created_at between $2::timestamptz and $2::timestamptz + $3 * interval '1 second'`,
      [accountIds[0], clock[0]?.now, slowSeconds],
    )
    const healthySeconds = healthy[0]?.seconds
    const { rows } = await stack.owner.query<{ unknown: number }>(
      'select count(*) filter (where unknown_since is not null)::int as unknown from operation where company_id = $1',
      [stack.companyId],
    )
    return {
      figures: {
        latencies,
        p99: work.p99(['before', 'slow', 'one slow']),
        healthySeconds,
        longestIdleTransactionMs: longestMs,
        unknown: rows[0]?.unknown,
        checked,
        ...found,
      },
      bars: {
        'PayPal was slow for the product': (rows[0]?.unknown ?? 0) > 0,
        'other calls p99 < 300 ms, or < 2 times as before': work.undisturbedIn([
          'slow',
          'one slow',
        ]),
        'bills of the other accounts wait less than 5 s':
          (healthySeconds ?? Number.POSITIVE_INFINITY) < 5,
        'no transaction open during a call': open.length === 0,
        'nothing but success': work.seen.every(({ status }) => status === 200),
        'no process ends': stack.ended.length === 0,
        'nothing lost, doubled or wrong': holds,
      },
      wrong: [...work.wrong, ...stack.ended, ...open],
    }
  } finally {
    await transactions.end()
    await stack.stop()
  }
}
