import { z } from 'zod'
import type { JobKind } from '../../lib/job.ts'

const DisputeData = z.object({
  companyId: z.uuid(),
  accountId: z.uuid(),
  providerDisputeId: z.string().max(255),
})
/** A look at PayPal's own record of one dispute. */
export const lookAtDispute: JobKind<typeof DisputeData> = {
  name: 'dispute.look',
  data: DisputeData,
  concurrency: 2,
  perAccount: 1,
}

const AccountData = z.object({ companyId: z.uuid(), accountId: z.uuid() })
/** Reads all of an account's disputes that changed since the last time. */
export const syncDisputes: JobKind<typeof AccountData> = {
  name: 'dispute.sync',
  data: AccountData,
  concurrency: 2,
  perAccount: 1,
}
