import type { PayPal } from '@paydesk/paypal/client'
import type pg from 'pg'
import { wantRefresh } from '../bill/bill.ts'
import type { Jobs } from '../lib/job.ts'
import type { Log } from '../lib/log.ts'
import type { Outside } from '../lib/outside.ts'
import { fromTransaction, refundsSeen } from '../refund/refund.ts'
import { applyRows } from './apply.ts'
import { inLease, type Lease } from './lease.ts'
import type { ToldRow } from './row.ts'
import type { Run } from './run.ts'
import { type Failure, failureWords } from './window.ts'

export type Side = { pool: pg.Pool; outside: Outside; log: Log }
/** One account in this worker's hands, until the time is up. A window that would take longer than `patienceMs` is read in parts. */
export type Reading = Side & { jobs: Jobs; paypal: PayPal; lease: Lease; patienceMs: number; deadline: number }

/** Read again every time: rows that came late into PayPal's reporting. */
export const overlapMs = 3 * 3_600_000

/** Ends the reading; the account says why and tries again later. */
export class Failed extends Error {
  readonly holdMs: number | undefined
  constructor(words: string, holdMs?: number) {
    super(words)
    this.holdMs = holdMs
  }
}
export function failOn(failure: Failure): never {
  throw new Failed(failureWords(failure), failure.outcome === 'refused' ? failure.refusal.retryAfterMs : undefined)
}

/** What moved before the books began is in their opening balance: it would be counted twice. */
const isBefore = (beginsAt: Date, { occurredAt, providerUpdatedAt, status }: ToldRow) =>
  Date.parse(occurredAt) < beginsAt.getTime() && (status === 'V' || Date.parse(providerUpdatedAt) < beginsAt.getTime())

/** In a transaction of its own: what was read stays, whatever becomes of the rest of the window. */
export async function writePage({ pool, jobs, lease }: Reading, run: Run, rows: ToldRow[]): Promise<void> {
  const ours = rows.filter((row) => !isBefore(lease.beginsAt as Date, row))
  const { companyId, accountId } = lease
  const { newIds, changedIds } = await inLease(pool, lease, async (db) => {
    const applied = await applyRows(db, companyId, ours, 'sync')
    // Refunds and reversals that nobody here asked for: made in PayPal's own pages, or by PayPal itself.
    const { billIds } = await refundsSeen(
      db,
      companyId,
      accountId,
      ours.flatMap((row) => fromTransaction(row) ?? []),
    )
    for (const billId of applied.newIds.length + applied.changedIds.length > 0 ? billIds : [])
      await wantRefresh(db, jobs, companyId, billId)
    return applied
  })
  run.seen += rows.length
  run.added += newIds.length
  run.changed += changedIds.length
}
