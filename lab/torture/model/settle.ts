import { confirmDue } from '../../../apps/api/src/intake/event/confirm.ts'
import { sweepAccount } from '../../../apps/api/src/intake/event/event.ts'
import { takeLook } from '../../../apps/api/src/intake/event/lease.ts'
import { LeaseLost } from '../../../apps/api/src/intake/reporting/lease.ts'
import { syncAccount } from '../../../apps/api/src/intake/reporting/sync.ts'
import { allJobs } from '../../../apps/api/src/jobs.ts'
import { inCompany } from '../../../apps/api/src/lib/db.ts'
import { quietLog } from '../../../apps/api/src/test/world/moneyWorld.ts'
import { Broken, type World } from './world.ts'

/**
 * A job that fails so often has used up its tries: it would be dead, and someone would have to
 * look.
 */
const maxTries = 12
const maxRounds = 60
/**
 * So often a call is looked up that nobody knows the end of. Then it waits for what PayPal tells
 * elsewhere, by an event or in its reporting.
 */
const maxLooks = 8

class Killed extends Error {}

type Waiting = { id: string; name: string; data: { companyId: string }; unknown: string | null }

/**
 * Does the background work of the sequence's company that waits, without the delays. A job and its
 * completion are one transaction, as in the worker, so a job that is killed is there again.
 */
export async function runJobs(w: World): Promise<void> {
  const { t, companyId } = w
  const tries = new Map<string, number>()
  const looks = new Map<string, number>()
  let last: Waiting[] = []
  for (let round = 0; round < maxRounds; round++) {
    const waiting = await w.query<Waiting>(
      `select j.id, j.name, j.data, o.id as unknown from pgboss.job j
       left join operation o on o.company_id = $1
         and o.id::text = j.data ->> 'operationId'
         and o.state = 'unknown'
       where j.state in ('created', 'retry')
         and j.data ->> 'companyId' = $1::text
         and j.name not in ('transaction.syncAccount')
       order by j.created_on, j.id`,
    )
    for (const { unknown } of waiting)
      if (unknown) looks.set(unknown, (looks.get(unknown) ?? 0) + 1)
    if (waiting.every(({ unknown }) => unknown && (looks.get(unknown) ?? 0) > maxLooks)) return
    last = waiting
    // What a killed worker had is free again after its lease.
    await w.query(
      `update operation
       set due_at = now()
       where company_id = $1 and state = 'running' and due_at > now()`,
    )
    for (const { id, name, data: given } of waiting) {
      const job = allJobs.find((one) => one.name === name)
      if (!job) throw new Broken(`No job ${name}`)
      const data = job.data.parse(given)
      const side = { data, jobs: t.jobs, log: quietLog, outside: t.outside }
      try {
        const prepared = await job.prepare?.({ ...side, pool: t.pool })
        await inCompany(t.pool, companyId, async (db) => {
          await job.handle({ ...side, db, prepared })
          if (w.killNext !== 'job') return
          w.killNext = undefined
          throw new Killed()
        })
        await t.owner('delete from pgboss.job where id = $1', [id])
      } catch (error) {
        if (error instanceof Killed) continue
        const tried = (tries.get(id) ?? 0) + 1
        tries.set(id, tried)
        if (tried >= maxTries)
          throw new Broken(`no job dead: ${name} failed ${tried} times: ${(error as Error).stack}`)
      }
    }
  }
  const open = await w.query(
    `select kind, state, outcome
     from operation
     where company_id = $1 and state not in ('done', 'refused')`,
  )
  throw new Broken(`no job dead: the jobs never end: ${JSON.stringify({ last, open })}`)
}

const side = ({ t }: World) => ({ pool: t.pool, jobs: t.jobs, outside: t.outside, log: quietLog })

/**
 * Looks at PayPal for the events that have come. Those that nothing bears out are asked about
 * again, and in the end PayPal's list decides.
 */
export async function lookAtEvents(w: World): Promise<void> {
  const ref = { companyId: w.companyId, accountId: w.accountId }
  for (let round = 0; round < 6; round++) {
    const due = await w.query(
      `update paypal_event_todo set due_at = now() where company_id = $1 returning 1 as n`,
    )
    if (due.length === 0) return
    await w.query(
      `update event_look
       set leased_until = '-infinity', rest_until = '-infinity'
       where company_id = $1`,
    )
    if (await takeLook(w.t.pool, ref)) await confirmDue(side(w), ref)
  }
}

/**
 * Reads the account as a worker would, as if its turn had come and a day had passed since the
 * last deep reading.
 */
export async function readAccount(w: World): Promise<void> {
  const ref = { companyId: w.companyId, accountId: w.accountId }
  for (let again = 0; again < 5; again++) {
    await w.query(
      `update balance_proof set checked_at = checked_at - interval '1 day' where company_id = $1`,
    )
    await w.query(
      `update sync_run set started_at = started_at - interval '2 days' where company_id = $1`,
    )
    await w.query(
      `update account_sync set due_at = now(), leased_until = null where company_id = $1`,
    )
    const reading = w.killNext === 'reading'
    const done = syncAccount(side(w), ref)
    if (reading) {
      w.killNext = undefined
      // Another worker takes the account over: whatever this one has not written yet
      // must not be written.
      await w.query(`update account_sync set lease_id = new_id() where company_id = $1`)
    }
    const more = await done.catch((error: unknown) => {
      if (error instanceof LeaseLost) return true
      throw error
    })
    if (!more && !reading) return
  }
}

async function ask(w: World, name: string, data: object = {}): Promise<void> {
  const kind = allJobs.find((one) => one.name === name)
  if (!kind) throw new Error(`No job ${name}`)
  await inCompany(w.t.pool, w.companyId, (db) =>
    w.t.jobs.enqueue(db, kind, { companyId: w.companyId, accountId: w.accountId, ...data }),
  )
}

/** What waits for an outside event or for a person may stay; nothing else may. */
async function isQuiet(w: World): Promise<boolean> {
  const [left] = await w.query<{ n: number }>(
    `select (select count(*) from paypal_event_todo where company_id = $1)
       + (
         select count(*) from operation where company_id = $1 and state not in ('done', 'refused')
       ) as n`,
  )
  return Number(left?.n) === 0
}

/**
 * Something may have happened by itself while time passed, such as the end of a review: reporting
 * must have seen it as well.
 */
function isReported({ sim: { world }, account }: World): boolean {
  const seen = world.clock.now() - world.config.reportingLagMs - 60_000
  const rows = [
    ...world.ledger.visible(
      account.id,
      { from: 0, to: Number.MAX_SAFE_INTEGER },
      Number.MAX_SAFE_INTEGER,
    ),
  ]
  return rows.every(({ version }) => version.at <= seen)
}

/**
 * Events are delivered, reporting catches up, the work is done and the account is read, until
 * nothing moves any more.
 */
export async function settle(w: World): Promise<void> {
  const { sim } = w
  sim.world.faults.remove()
  w.killNext = undefined
  sim.world.lastRefreshedAt = undefined
  for (let round = 0; round < 6; round++) {
    await w.pass(sim.world.config.reportingLagMs + 125_000)
    // An event that nothing bears out is given up after some time of ours, which a
    // sequence does not take.
    if (round > 2)
      await w.query(
        `update paypal_event
         set received_at = received_at - interval '1 hour'
         where company_id = $1`,
      )
    await lookAtEvents(w)
    await runJobs(w)
    await ask(w, sweepAccount.name, { all: true })
    await ask(w, 'dispute.sync')
    await ask(w, 'refund.sweepAccount')
    await runJobs(w)
    await readAccount(w)
    await runJobs(w)
    if (round > 0 && isReported(w) && (await isQuiet(w))) return
  }
}
