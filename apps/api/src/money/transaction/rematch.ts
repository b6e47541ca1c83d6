import type { Id } from '@paydesk/contract/lib/id'
import { z } from 'zod'
import type { Db } from '../../lib/db.ts'
import type { JobKind, Jobs } from '../../lib/job.ts'
import { waitingForBills } from './match.ts'

const OfBill = z.object({ companyId: z.uuid(), billId: z.uuid() })
export const matchBillKind: JobKind<typeof OfBill> = {
  name: 'transaction.matchBill',
  data: OfBill,
  concurrency: 2,
}

/**
 * Call it when a bill has learnt its invoice or its payments. The work is a job: the caller holds
 * the bill, and the books must be locked before the bills (apply.ts). Most bills have nothing
 * waiting for them, and then there is no job.
 */
export async function matchLater(
  db: Db,
  jobs: Jobs,
  companyId: Id<'company'>,
  billId: Id<'bill'>,
): Promise<void> {
  if ((await waitingForBills(db, companyId, [billId])).length > 0)
    await jobs.enqueue(db, matchBillKind, { companyId, billId })
}
