import type { Id } from '@paydesk/contract/lib/id'
import type { Db } from '../../lib/db.ts'
import { job } from '../../lib/job.ts'
import { lockBooks } from '../ledger/ledger.ts'
import { announceRows } from './apply.ts'
import { matchBills, waitingForBills } from './match.ts'
import { matchBillKind } from './rematch.ts'

/** Explains rows that waited until a bill knew its invoice or its payments. */
export async function matchBill(
  db: Db,
  companyId: Id<'company'>,
  billId: Id<'bill'>,
): Promise<string[]> {
  const waiting = await waitingForBills(db, companyId, [billId])
  if (waiting.length === 0) return []
  await lockBooks(
    db,
    waiting.map(({ accountId }) => accountId),
  )
  const matched = await matchBills(db, companyId, [billId])
  await announceRows(db, companyId, matched)
  return matched
}

export const transactionJobs = [
  job(matchBillKind, async ({ db, data }) => {
    await matchBill(db, data.companyId, data.billId)
  }),
]
