import { sql } from 'kysely'
import { wantRecording } from '../../billing/reconciliation/reconciliation.ts'
import { type Db, inCompany } from '../../lib/db.ts'
import type { Jobs } from '../../lib/job.ts'
import { announce } from '../../lib/live/change.ts'
import { lockBooks } from '../../money/ledger/ledger.ts'
import { announceRows, matchTransactions, waitingOf } from '../../money/transaction/transaction.ts'
import { clientOf } from '../../paypal/paypalAccount/paypalAccount.ts'
import {
  endLease,
  inLease,
  keepLease,
  type Lease,
  LeaseLost,
  type Ref,
  takeLease,
} from './lease.ts'
import { proveDays } from './moment.ts'
import { openBooks } from './open.ts'
import { askPending } from './pending.ts'
import { proofIsDue, proveBalances } from './proof.ts'
import { firstReadable } from './readable.ts'
import { overlapMs, type Reading, type Side, writePage } from './reading.ts'
import { askReasons } from './reason.ts'
import { nextWanted, Run, ranLately, unfinishedRegular } from './run.ts'
import type { Understood } from './understand.ts'
import { Failed, failOn, maxSpanMs, NotAllowed, readWindow, secondMs } from './window.ts'

/**
 * This time is read again once a day, and when the books differ: for rows whose change shows in no
 * window by first date.
 */
const deepOverlapMs = 7 * 86_400_000
/** How long a payment can be pending: an eCheck takes days, a review three. */
const pendingMs = 20 * 86_400_000
/** A job must end within five minutes (lib/job.ts); the next job reads the rest. */
const jobBudgetMs = 60_000

/**
 * Reads what PayPal moved since the last time, outside of any transaction, and writes it page by
 * page. True: there is more to read at once.
 */
export async function syncAccount(
  side: Side & { jobs: Jobs },
  ref: Ref,
  budgetMs = jobBudgetMs,
): Promise<boolean> {
  const { pool, outside, log } = side
  const paypal = await inCompany(pool, ref.companyId, (db) => clientOf(db, outside, ref))
  const lease = paypal && (await takeLease(pool, ref, outside.paypalSyncSeconds))
  if (!paypal || !lease) return false
  const beating = keepLease(pool, lease)
  let more = false
  try {
    const read = await readAll({
      ...side,
      paypal,
      lease,
      patienceMs: budgetMs / 2,
      deadline: Date.now() + budgetMs,
    })
    more = read.more
    await endLease(pool, lease, { failure: '', ...read })
  } catch (error) {
    if (error instanceof LeaseLost) return false
    if (error instanceof NotAllowed) {
      await endLease(pool, lease, { notBeforeMs: error.retryAfterMs })
      return false
    }
    const failed = error instanceof Failed ? error : undefined
    if (!failed) log.error({ err: error, ...ref }, 'the account could not be read')
    await endLease(pool, lease, {
      failure: (error as Error).message.slice(0, 300),
      ...(failed?.holdMs !== undefined && { holdMs: failed.holdMs }),
    })
  } finally {
    clearInterval(beating)
  }
  await inCompany(pool, ref.companyId, (db) =>
    announce(db, ref.companyId, [{ entity: 'coverage', id: ref.accountId }]),
  )
  return more
}

/** `unproven`: all was read, and why the books could not be compared with PayPal's balance. */
async function readAll(reading: Reading): Promise<{ more: boolean; unproven: string }> {
  const { pool, paypal, lease } = reading
  const { companyId } = lease
  if (!lease.beginsAt) {
    const opened = await openBooks(pool, paypal, lease)
    if (!(opened instanceof Date)) failOn(opened)
    else lease.beginsAt = opened
  }
  // The wanted spans get at most half of the time, so that every job makes progress both with them
  // and with new movements.
  const asked = await readWanted({ ...reading, deadline: reading.deadline - reading.patienceMs })
  const { run, from } = await beginRegular(reading)
  if (await readSpan(reading, run, from)) return { more: true, unproven: '' }
  await askPending(reading)
  await askReasons(reading)
  await inLease(pool, lease, async (db) => {
    await lockBooks(db, [lease.accountId])
    await announceRows(
      db,
      companyId,
      await matchTransactions(db, companyId, await waitingOf(db, companyId, lease.accountId)),
    )
    await wantRecording(db, reading.jobs, { companyId, accountId: lease.accountId })
  })
  const unproven = (await proofIsDue(reading)) ? await proveBalances(reading) : ''
  await proveDays(reading)
  return { more: asked, unproven }
}

async function readWanted(reading: Reading): Promise<boolean> {
  const { pool, lease } = reading
  const earliest = earliestOf(lease)
  for (;;) {
    const wanted = await inCompany(pool, lease.companyId, (db) => nextWanted(db, lease))
    if (!wanted) return false
    const run = await Run.resume(pool, lease, wanted.id)
    if (await readSpan(reading, run, wanted.from < earliest ? earliest : wanted.from, wanted.to))
      return true
  }
}

/** Resumes the last regular run where it stopped, or starts a new one with its overlap. */
async function beginRegular({ pool, lease }: Reading): Promise<{ run: Run; from: Date }> {
  const unfinished = await inCompany(pool, lease.companyId, (db) =>
    unfinishedRegular(db, lease, overlapMs),
  )
  if (unfinished)
    return { run: await Run.resume(pool, lease, unfinished.id), from: unfinished.from }
  const from = await inCompany(pool, lease.companyId, (db) => regularStart(db, lease))
  return { run: await Run.start(pool, lease, 'regular', from, from), from }
}

/**
 * Reading starts before the books begin: a row that was pending then moves money later, and may be
 * listed by its first date.
 */
const earliestOf = ({ beginsAt }: Lease) => new Date((beginsAt as Date).getTime() - pendingMs)

async function regularStart(db: Db, lease: Lease): Promise<Date> {
  const { companyId, accountId } = lease
  const earliest = earliestOf(lease)
  const known = lease.completeThrough?.getTime()
  if (known === undefined) return earliest
  const { rows } = await sql`select
    from balance_proof
    where company_id = ${companyId} and account_id = ${accountId}
    and difference_minor <> 0 limit 1`.execute(db)
  const deep = !(await ranLately(
    db,
    lease,
    'regular',
    deepOverlapMs,
    rows.length > 0 ? 3600 : 86_400,
  ))
  return new Date(Math.max(earliest.getTime(), known - (deep ? deepOverlapMs : overlapMs)))
}

/**
 * Reads in windows as large as PayPal allows and answers, up to `to` or as far as its data is
 * complete. True: the time was up before the end.
 */
async function readSpan(reading: Reading, run: Run, start: Date, to?: Date): Promise<boolean> {
  const { lease, deadline } = reading
  const write = (page: Understood) => writePage(reading, run, page)
  const reader = {
    ...reading,
    accountId: lease.accountId,
    onPage: write,
    onCall: () => run.countCall(),
  }
  let from = start
  let span = maxSpanMs
  let most = maxSpanMs
  // Our own clock only says up to where to ask; PayPal says how far its data reaches.
  let end =
    to ??
    new Date(
      Math.max(
        wholeSecond(Date.now()),
        Math.max(start.getTime(), lease.completeThrough?.getTime() ?? 0) + secondMs,
      ),
    )
  try {
    while (from < end) {
      // At least one window is read each time, so that the run advances whatever else
      // the job had to do.
      if (from > start && Date.now() > deadline) {
        await run.end('wanted')
        return true
      }
      const window = { from, to: new Date(Math.min(end.getTime(), from.getTime() + span)) }
      const read = await readWindow(reader, window)
      if (read.outcome === 'failed') failOn(read.failure)
      if (read.outcome === 'nothing') {
        const readable = await firstReadable(reading.paypal, from, () => run.countCall())
        if (!readable) break
        // The account did not exist before: there is nothing to read.
        await cover(reading, run, from, readable.first)
        from = readable.first
        if (!to && readable.refreshed > end) end = readable.refreshed
        continue
      }
      if (read.outcome === 'again') {
        const length = window.to.getTime() - from.getTime()
        if (length <= secondMs)
          throw new Failed(`One second from ${from.toISOString()} on cannot be read: ${read.why}`)
        span = Math.max(secondMs, wholeSecond(length / read.parts))
        if (read.why === 'slow') most = span
        continue
      }
      await cover(reading, run, from, read.through)
      if (!to && read.refreshed && read.refreshed > end) end = read.refreshed
      const reachedEnd = read.through < window.to
      from = read.through > from ? read.through : from
      if (reachedEnd) break
      span = Math.min(most, span * 2)
    }
  } catch (error) {
    // A run that has read nothing yet leaves nothing to resume.
    if (error instanceof NotAllowed)
      await (run.resumed || from > start ? run.end('wanted') : run.end('done', { to: start }))
    else if (!(error instanceof LeaseLost))
      await run.end('failed', { failure: (error as Error).message.slice(0, 300) })
    throw error
  }
  await run.end('done', to ? {} : { to: from })
  return false
}

const wholeSecond = (ms: number) => Math.floor(ms / secondMs) * secondMs

/**
 * Marks the time as covered. The account is complete up to where coverage ends without a gap from
 * the beginning of the books.
 */
async function cover({ pool, lease }: Reading, run: Run, from: Date, through: Date): Promise<void> {
  if (through <= from) return
  const { companyId, accountId, beginsAt } = lease
  lease.completeThrough = await inLease(pool, lease, async (db) => {
    const { rows } = await sql<{ completeThrough: string | null }>`
      update account_sync s
      set covered = c.covered,
        complete_through = greatest(
          s.complete_through,
          (select upper(r) from unnest(c.covered) r where r @> ${beginsAt}::timestamptz)
        )
      from (
        select covered + tstzmultirange(tstzrange(${from}, ${through})) as covered
        from account_sync
        where company_id = ${companyId} and account_id = ${accountId}
      ) c
      where s.company_id = ${companyId} and s.account_id = ${accountId}
      returning s.complete_through`.execute(db)
    await run.readTo(db, through)
    const complete = rows[0]?.completeThrough
    return complete ? new Date(complete) : null
  })
}
