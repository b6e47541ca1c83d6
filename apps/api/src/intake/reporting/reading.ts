import type { PayPal } from '@paydesk/paypal/client'
import type pg from 'pg'
import { fillFees, recountRows, wantRefresh } from '../../billing/bill/bill.ts'
import { fromTransaction, refundsSeen } from '../../billing/refund/refund.ts'
import type { Jobs } from '../../lib/job.ts'
import type { Log } from '../../lib/log.ts'
import type { Outside } from '../../lib/outside/outside.ts'
import { postOpeningRows } from '../../money/ledger/ledger.ts'
import { applyRows, latest } from '../../money/transaction/transaction.ts'
import { setAside } from './aside.ts'
import { inLeaseByBatch, type Lease } from './lease.ts'
import { sortByOpening } from './opening.ts'
import type { Run } from './run.ts'
import type { Understood } from './understand.ts'

export type Side = { pool: pg.Pool; outside: Outside; log: Log }
/**
 * One account that this worker reads until `deadline`. A window that would take longer than
 * `patienceMs` is read in parts.
 */
export type Reading = Side & {
  jobs: Jobs
  paypal: PayPal
  lease: Lease
  patienceMs: number
  deadline: number
}

/** This time is read again on every run, for rows that came late into PayPal's reporting. */
export const overlapMs = 3 * 3_600_000

/**
 * Writes a page in a transaction of its own: what was read stays, even if the rest of
 * the window fails.
 */
export async function writePage(
  reading: Reading,
  run: Run,
  { rows, aside }: Understood,
): Promise<void> {
  const { pool, jobs, lease } = reading
  const { companyId, accountId } = lease
  const { ours, opening, stopped } = await sortByOpening(reading, rows)
  const { newIds, changedIds } = await inLeaseByBatch(pool, lease, async (db) => {
    await postOpeningRows(db, lease, opening)
    const applied = await applyRows(db, companyId, ours, 'sync')
    const pendingBillIds = await fillFees(db, companyId, latest(ours, 'sync'))
    // These are refunds and reversals that nobody here asked for: made on PayPal's site, or
    // by PayPal itself.
    const { billIds } = await refundsSeen(
      db,
      companyId,
      accountId,
      ours.flatMap((row) => fromTransaction(row) ?? []),
    )
    await recountRows(db, companyId, [...applied.newIds, ...applied.changedIds])
    const told = applied.newIds.length + applied.changedIds.length > 0
    await setAside(db, lease, aside, rows)
    for (const billId of new Set([...(told ? billIds : []), ...pendingBillIds]))
      await wantRefresh(db, jobs, companyId, billId)
    return applied
  })
  run.seen += rows.length + aside.length
  run.added += newIds.length
  run.changed += changedIds.length
  // The next job reads this page again and goes on where this one stopped.
  if (stopped) throw stopped
}
