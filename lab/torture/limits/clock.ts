import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../../stack/client.ts'
import { openStack } from '../../stack/openStack.ts'
import { underTorture } from '../../stack/options.ts'
import { compare as compareBooks, ledgerOf } from '../../truth/money.ts'
import { labPassword } from '../../world/accounts.ts'
import type { Outcome, Story } from './story.ts'
import { afterwards } from './truth.ts'
import { Work } from './work.ts'

const workMs = 20_000
/** The longest lease that anything of ours takes (intake/reporting/lease.ts). */
const longestLeaseSeconds = 31
const booksMs = 90_000

/**
 * Debian's faketime, told by its own command where its library lies. Only the time of day is
 * shifted; distances are measured truly.
 */
function shifted(by: string): Record<string, string> {
  const library = execFileSync('faketime', ['-f', by, 'printenv', 'LD_PRELOAD'], {
    encoding: 'utf8',
  }).trim()
  return { LD_PRELOAD: library, FAKETIME: by, FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' }
}

const wrongClocks = [
  { who: 'api', by: '+1h' },
  { who: 'api', by: '-1h' },
  { who: 'worker', by: '+1h' },
  { who: 'worker', by: '-1h' },
] as const

/** The API's clock is wrong by an hour, then one of two workers' is, which ends up alone. */
export const clock: Story = async ({ seed, say }) => {
  const all: Outcome = { figures: {}, bars: {}, wrong: [] }
  for (const { who, by } of wrongClocks) {
    say(`${who} ${by}`)
    const { figures, bars, wrong } = await withClock(who, by, seed)
    Object.assign(all.figures, { [`${who} ${by}`]: figures })
    for (const [bar, held] of Object.entries(bars)) all.bars[`${who} ${by}: ${bar}`] = held
    all.wrong.push(...wrong)
  }
  return all
}

async function withClock(who: 'api' | 'worker', by: string, seed: number): Promise<Outcome> {
  const off = shifted(by)
  const stack = await openStack(
    underTorture({
      name: 'torture-limits-clock',
      accounts: 2,
      workers: 2,
      seed,
      env: { PAYPAL_SYNC_SECONDS: '2' },
      ...(who === 'api'
        ? { apiEnv: () => off }
        : { workerEnv: (index) => (index === 0 ? off : {}) }),
    }),
  )
  const { owner, sim, companyId, accountIds, simAccountIds } = stack
  let over = false
  let paying: Promise<unknown> = Promise.resolve()
  try {
    // The code is of the true time; a database's session and ticket are of the database's.
    const token = await new Client(stack.api).signIn('admin', labPassword)
    // Lost answers make operations wait and be looked up later.
    for (const kind of ['dropAfter', 'errorAfter'])
      await sim.act('addFault', { kind, times: -1, probability: 0.05 })
    let longestLease = 0
    const paid = new Set<string>()
    paying = (async () => {
      while (!over) {
        for (const { id } of await sim.invoices(20_000, 'payable')) {
          if (paid.has(id)) continue
          paid.add(id)
          await sim.act('payInvoice', { invoiceId: id })
        }
        const { rows } = await owner.query<{ seconds: number | null }>(
          `select extract(epoch from max(leased_until) - now())::float8 as seconds
           from account_sync
           where leased_until > now()`,
        )
        longestLease = Math.max(longestLease, rows[0]?.seconds ?? 0)
        await sleep(250)
      }
    })()
    const work = await Work.start(stack, token, { seed })
    await sleep(workMs)
    // Only the worker whose clock is wrong is left.
    await stack.stopWorker(1)
    work.phase = 'alone'
    await sleep(workMs)
    await sim.act('removeFault')
    await work.end()
    over = true
    await paying
    const { found, holds } = await afterwards(stack, work, 120)
    const numbers = new Set([...work.made.values()].map(({ number }) => number))
    const since = performance.now()
    let apart = ['not looked at']
    while (apart.length > 0 && performance.now() - since < booksMs) {
      await sleep(1000)
      // Which bill a row pays is told by the bills themselves, which are compared with
      // PayPal's invoices.
      const found = await Promise.all(
        accountIds.map(async (id, index) =>
          compareBooks(owner, id, await ledgerOf(sim.url, simAccountIds[index] as string), numbers),
        ),
      )
      apart = found.flatMap(({ rows, balances }) => [...rows, ...balances])
    }
    const { rows } = await owner.query<{
      sessions: boolean
      events: number
      alarms: number
      interrupted: number
      crons: number
      twice: number
      longest: number
    }>(
      `select (
         select bool_and(created_at <= now() and last_seen_at <= now() and expires_at > now())
         from session
         where company_id = $1
       ) as sessions,
         (select count(*)::int from paypal_event where company_id = $1) as events,
         (select count(*)::int from paypal_alarm where company_id = $1) as alarms,
         (
           select count(*)::int from sync_run where company_id = $1 and failure = 'interrupted'
         ) as interrupted,
         (
           select count(*)::int
           from pgboss.job j
           join pgboss.schedule s on s.name = j.name
           where j.state = 'completed'
         ) as crons,
         (
           select count(*)::int
           from (
             select
             from pgboss.job j
             join pgboss.schedule s on s.name = j.name
             where s.cron = '* * * * *'
             group by j.name, date_trunc('minute', j.created_on)
             having count(*) > 1
           ) x
         ) as twice,
         (
           select coalesce(max(extract(epoch from finished_at - unknown_since)), 0)::int
           from operation
           where company_id = $1
         ) as longest`,
      [companyId],
    )
    const { sessions, events, alarms, interrupted, crons, twice, longest } =
      rows[0] as (typeof rows)[number]
    return {
      figures: {
        paid: paid.size,
        events,
        alarms,
        longestLease: Math.round(longestLease),
        longestUnknownSeconds: longest,
        crons,
        differingBooks: apart.length,
        ...found,
      },
      bars: {
        'signing in and sessions go by the database’s time':
          sessions && work.seen.every(({ status }) => status === 200),
        'leases go by the database’s time':
          longestLease > 0 && longestLease <= longestLeaseSeconds && interrupted === 0,
        'events are taken in without an alarm': events > 0 && alarms === 0,
        'scheduled jobs run, once each': crons > 0 && twice === 0,
        'lost answers are found out in time': longest <= 120,
        'the books are PayPal’s': paid.size > 0 && apart.length === 0,
        'no process ends': stack.ended.length === 0,
        'nothing lost, doubled or wrong': holds,
      },
      wrong: [...work.wrong, ...stack.ended, ...apart.slice(0, 5)],
    }
  } finally {
    over = true
    await paying
    await stack.stop()
  }
}
