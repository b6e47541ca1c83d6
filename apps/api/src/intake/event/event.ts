import { z } from 'zod'
import type { JobKind } from '../../lib/job.ts'

export { silentEvents } from './problem.ts'

/** Tells the workers that there are events to look at; they also ask every half second. */
export const eventChannel = 'paydesk_event'

/** `all`: a person asks, so every open bill is due. */
const SweepData = z.object({
  companyId: z.uuid(),
  accountId: z.uuid(),
  all: z.boolean().optional(),
})
/** Compares an account's open bills with PayPal's own records. */
export const sweepAccount: JobKind<typeof SweepData> = {
  name: 'paypal.sweepAccount',
  data: SweepData,
  concurrency: 2,
  perAccount: 1,
}
export type SweepData = typeof SweepData
