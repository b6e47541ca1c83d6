/**
 * `npm run torture -- money --seed N [--rows 100000]`: plays weeks of several shops (payments,
 * refunds, conversions, holds, chargebacks, withdrawals) while PayPal's reporting lags, fails,
 * shifts its pages and changes rows, and workers are killed. Afterwards the books must equal
 * PayPal's to the cent, every row that pays a bill must be explained by it, and exactly the others
 * must be unexplained.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { verifyLedger } from '../../../apps/api/src/money/ledger/verify.ts'
import { differences as differencesOf } from '../../../apps/api/src/test/differential.ts'
import { dice } from '../../ground/dice.ts'
import { Client } from '../../stack/client.ts'
import { openStack } from '../../stack/openStack.ts'
import { underTorture } from '../../stack/options.ts'
import { compare, type Differences, ledgerOf } from '../../truth/money.ts'
import { labPassword } from '../../world/accounts.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seed: { type: 'string', default: '1' },
    rows: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '30' },
  },
})
const [seed, wanted, minutes] = [Number(values.seed), Number(values.rows), Number(values.minutes)]
const startedAt = Date.now()
const seconds = () => Math.round((Date.now() - startedAt) / 1000)
const say = (text: string) => console.log(`${String(seconds()).padStart(4)} s  ${text}`)

const reportingFaults = [
  { kind: 'errorBefore', operation: 'search.get', probability: 0.08 },
  { kind: 'errorAfter', operation: 'search.get', probability: 0.04 },
  { kind: 'dropAfter', operation: 'search.get', probability: 0.03 },
  { kind: 'rateLimit', operation: 'search.get', probability: 0.02, ms: 1000 },
  { kind: 'pageShift', operation: 'search.get', probability: 0.05 },
  { kind: 'errorBefore', operation: 'balances.get', probability: 0.1 },
]
const eventFaults = [
  { kind: 'duplicateWebhook', probability: 0.2 },
  { kind: 'dropWebhook', probability: 0.3 },
]
/**
 * From the second day on PayPal's clock is ahead of ours: its events would come from the future, be
 * refused, and be repeated for days.
 */
const noEvents = [{ kind: 'dropWebhook', probability: 1 }]
const days = 35
/**
 * A whole run leaves the workers a while of each day, so that they are killed in the
 * middle of reading.
 */
const restMs = wanted >= 20_000 ? 6000 : 0

const stack = await openStack(
  underTorture({
    name: 'torture-money',
    accounts: 4,
    workers: 2,
    seed,
    env: { PAYPAL_SYNC_SECONDS: '1' },
  }),
)
let failed = true
let kills = 0
let over = false
try {
  const { api, sim, owner, companyId, accountIds, simAccountIds, killWorker } = stack
  const finance = new Client(api)
  await finance.signIn('admin', labPassword)
  for (const id of simAccountIds)
    await sim.act('changeAccount', {
      accountId: id,
      held: ['USD', 'EUR', 'JPY'],
      refundFromBank: true,
    })
  const plague = async (faults: object[]) => {
    await sim.act('removeFault')
    for (const fault of faults) await sim.act('addFault', { ...fault, times: -1 })
  }
  await plague([...reportingFaults, ...eventFaults])
  const perAccount = Math.ceil(wanted / accountIds.length)
  const bills = await addBills(perAccount)
  say(`about ${wanted} movements at ${accountIds.length} accounts over ${days} days, seed ${seed}`)

  const killer = (async () => {
    const when = dice(seed + 1)
    while (!over) {
      await sleep(3000 + when() * 5000)
      if (over) return
      await killWorker(Math.floor(when() * 2))
      kills++
    }
  })()
  const made: Record<string, number> = {}
  const left = new Map([...bills].map(([id, list]) => [id, [...list]]))
  for (let day = 0; day < days; day++) {
    for (const [index, accountId] of simAccountIds.entries()) {
      const count = Math.ceil(perAccount / days)
      const mine = left.get(accountId) ?? []
      const done = (await sim.act('doBusiness', {
        accountId,
        count,
        seed: seed * 100_000 + day * 10 + index,
        bills: mine.splice(0, count),
        throughApp: 2,
      })) as { made: Record<string, number> }
      for (const [what, n] of Object.entries(done.made)) made[what] = (made[what] ?? 0) + n
    }
    if (day === 0) await plague([...reportingFaults, ...noEvents])
    await sim.act('advanceClock', { hours: 24 })
    await hurry()
    await sleep(restMs)
    if ((day + 1) % 7 === 0) say(`${day + 1} days`)
  }
  say(`business is over: ${JSON.stringify(made)}`)
  // In this time payments clear and disputes end, and reporting sees all of it.
  await sim.act('advanceClock', { hours: 40 * 24 })
  over = true
  await killer
  await sim.act('removeFault')
  await sim.act('advanceClock', { hours: 4 })

  const known = new Map(
    [...bills].map(([id, list]) => [id, new Set(list.map(({ number }) => number))]),
  )
  const deadline = startedAt + minutes * 60_000
  let differences: Differences = { rows: ['not looked at'], balances: [], matches: [] }
  let rows = 0
  const verify = async () => (await verifyLedger(stack.ownerUrl)).faults
  let faulty = await verify()
  const total = () =>
    differences.rows.length + differences.balances.length + differences.matches.length
  const endedAt = new Date()
  let proofs = await provenSoFar()
  const unproven = () => proofs.accounts < accountIds.length || proofs.differing > 0
  // A month's end differs until the moment is found at which each of its rows moved. PayPal's
  // balance proves an account once all was read.
  while ((total() > 0 || faulty.length > 0 || unproven()) && Date.now() < deadline) {
    await hurry()
    await sleep(5000)
    differences = { rows: [], balances: [], matches: [] }
    rows = 0
    for (const [index, accountId] of accountIds.entries()) {
      const simId = simAccountIds[index] as string
      const truth = await ledgerOf(sim.url, simId)
      rows += truth.rows.length
      const found = await compare(owner, accountId, truth, known.get(simId) as Set<string>)
      for (const part of ['rows', 'balances', 'matches'] as const)
        differences[part].push(...found[part])
    }
    if (total() > 0)
      say(
        `${differences.rows.length} rows, ${differences.balances.length} balances, ${differences.matches.length} matches differ`,
      )
    else {
      faulty = await verify()
      proofs = await provenSoFar()
      say(
        `all rows are there; ${faulty.length} faults in the books, ${proofs.accounts} accounts proven, ${proofs.differing} balances differ`,
      )
    }
  }
  for (const line of [...differences.balances, ...differences.matches, ...differences.rows].slice(
    0,
    12,
  ))
    console.log(line)
  // Rows that still differ must not keep a fault of the books from being seen.
  if (total() > 0) [faulty, proofs] = [await verify(), await provenSoFar()]
  for (const fault of faulty.slice(0, 5)) console.log(JSON.stringify(fault))
  const apart = await differencesOf(owner, companyId)
  for (const difference of apart.slice(0, 5)) console.log(JSON.stringify(difference))
  const deviations = await sim.deviations()
  failed =
    deviations > 0 ||
    total() > 0 ||
    faulty.length > 0 ||
    unproven() ||
    apart.length > 0 ||
    rows < wanted
  console.log(
    JSON.stringify({
      bench: 'torture money',
      seed,
      ...(await figures()),
      rows,
      made,
      differing: total(),
      ledgerFaults: faulty.length,
      proofs: proofs.balances,
      accountsProven: proofs.accounts,
      proofsDiffering: proofs.differing,
      screensDiffering: apart.length,
      deviations,
      workersKilled: kills,
      seconds: seconds(),
      passed: !failed,
    }),
  )

  /** Asks for a sync, like a person who does not want to wait for the next turn. */
  async function hurry() {
    for (const accountId of accountIds) {
      const at = Date.now() - 60 * 86_400_000
      await finance.call('POST', '/api/paypalTransaction/resync', {
        accountId,
        from: new Date(at).toISOString(),
        to: new Date(at + 1000).toISOString(),
      })
    }
  }

  async function figures() {
    const { rows } = await owner.query(
      `select (select count(*)::int from journal where company_id = $1) as journals,
         (select count(*)::int from posting where company_id = $1) as postings,
         (
           select count(*)::int
           from paypal_transaction
           where company_id = $1 and first_seen_via = 'event'
         ) as "toldByEvents",
         (
           select count(*)::int
           from paypal_transaction
           where company_id = $1 and match_state = 'unmatched' and status in ('S', 'V')
         ) as unmatched,
         (
           select count(*)::int from sync_run where company_id = $1 and state = 'failed'
         ) as "runsFailed"`,
      [companyId],
    )
    return rows[0] as object
  }

  /**
   * What PayPal's own balances have said about the books since the business was over: an earlier
   * proof knows nothing of the last rows.
   */
  async function provenSoFar() {
    const { rows } = await owner.query<{ balances: number; accounts: number; differing: number }>(
      `select count(*)::int as balances, count(distinct account_id)::int as accounts,
         (count(*) filter (where difference_minor <> 0))::int as differing
       from balance_proof where company_id = $1 and checked_at > $2`,
      [companyId, endedAt],
    )
    return rows[0] as (typeof rows)[number]
  }

  /** Adds bills as if they had been sent, because this run tests the money and not sending. */
  async function addBills(
    perAccount: number,
  ): Promise<Map<string, { number: string; currency: string }[]>> {
    const made = new Map<string, { number: string; currency: string }[]>()
    for (const [index, accountId] of accountIds.entries()) {
      const { rows } = await owner.query<{ number: string; currency: string }>(
        `insert into bill (
           company_id, owner_id, customer_id, customer_name, number, title, currency, total_minor,
           due_minor, status, account_id, sent_at
         )
         select $1, u.id, c.id, c.name, 'TM' || $3::int || '-' || lpad(i::text, 7, '0'), 'Torture',
           ('{USD,USD,USD,EUR,JPY,PLN}'::text[])[1 + i % 6], 1000, 1000, 'sent', $2, now()
         from generate_series(1, $4::int) i,
           lateral (select id from app_user where company_id = $1 order by id limit 1) u,
           lateral (select id, name from customer where company_id = $1 order by id limit 1) c
         returning number, currency`,
        [companyId, accountId, index, perAccount],
      )
      made.set(simAccountIds[index] as string, rows)
    }
    return made
  }
} finally {
  over = true
  await stack.stop()
}
process.exit(failed ? 1 : 0)
