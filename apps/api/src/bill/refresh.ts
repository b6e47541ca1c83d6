import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../lib/db.ts'
import type { JobKind, Jobs } from '../lib/job.ts'
import { matchLater } from '../transaction/transaction.ts'
import { hasUnreadRefunds, paymentsWithoutFee } from './payment.ts'

const BillData = z.object({ companyId: z.uuid(), billId: z.uuid() })
/** A look at PayPal's own record of one bill. */
export const refreshBill: JobKind<typeof BillData> = { name: 'bill.refresh', data: BillData, concurrency: 4 }
/** What PayPal kept of its payments. */
export const readFees: JobKind<typeof BillData> = { name: 'bill.readFees', data: BillData, concurrency: 2 }

/** Of which payment the refunds are that its invoice lists: told apart from the invoice as well (refund/jobs.ts). */
export const readRefunds: JobKind<typeof BillData> = { name: 'bill.readRefunds', data: BillData, concurrency: 2 }

/** However many ask, one look is queued; whoever asks while it is under way gets another one after it (see jobs.ts). */
export async function wantRefresh(db: Db, jobs: Jobs, companyId: string, billId: string): Promise<void> {
  const { rows } = await sql<{ queued: boolean }>`
    update bill b set refresh_wanted_at = clock_timestamp()
    from (select id, refresh_wanted_at is not null as queued from bill where company_id = ${companyId} and id = ${billId} for update) before
    where b.company_id = ${companyId} and b.id = before.id returning before.queued`.execute(db)
  if (rows[0]?.queued === false) await jobs.enqueue(db, refreshBill, { companyId, billId })
}

/** A payment's fee is told apart from the invoice, so it is asked for once the payment is known; what waited for it is explained. */
export async function afterSnapshot(db: Db, jobs: Jobs, companyId: string, billId: string): Promise<void> {
  if (await hasUnreadRefunds(db, companyId, billId)) await jobs.enqueue(db, readRefunds, { companyId, billId })
  if ((await paymentsWithoutFee(db, companyId, billId)).length > 0) await jobs.enqueue(db, readFees, { companyId, billId })
  await matchLater(db, jobs, companyId, billId)
}
