import type { Id } from '@paydesk/contract/lib/id'
import { Refund } from '@paydesk/paypal/payments'
import type { WebhookEvent } from '@paydesk/paypal/webhooks'
import { z } from 'zod'
import { wantRefresh } from '../../billing/bill/bill.ts'
import { lookAtDispute } from '../../billing/dispute/dispute.ts'
import { fromRefund, refundsSeen } from '../../billing/refund/refund.ts'
import type { Db } from '../../lib/db.ts'
import type { Jobs } from '../../lib/job.ts'

const OfDispute = z.looseObject({ dispute_id: z.string().max(255) })
type Applied = { outcome: 'applied' | 'stale' | 'fetched'; reason?: string; billId?: Id<'bill'> }

/** Applies events about money that goes back. A refund's resource is the refund itself; a dispute's may be old, so PayPal is asked. */
export async function applyMoneyBack(
  db: Db,
  jobs: Jobs,
  companyId: Id<'company'>,
  accountId: Id<'paypalAccount'>,
  event: WebhookEvent,
): Promise<Applied | undefined> {
  if (event.event_type.startsWith('CUSTOMER.DISPUTE.')) {
    const dispute = OfDispute.safeParse(event.resource)
    if (!dispute.success) return undefined
    await jobs.enqueue(db, lookAtDispute, { companyId, accountId, providerDisputeId: dispute.data.dispute_id })
    return { outcome: 'fetched', reason: event.event_type }
  }
  if (event.event_type !== 'PAYMENT.CAPTURE.REFUNDED' && !event.event_type.startsWith('PAYMENT.REFUND.')) return undefined
  const refund = Refund.safeParse(event.resource)
  const seen = refund.success ? fromRefund(refund.data) : undefined
  // A refund always names its capture; a resource without one is of another kind.
  if (!seen?.captureId) return undefined
  const { changed, billIds } = await refundsSeen(db, companyId, accountId, [seen])
  const [billId] = billIds
  if (!billId) return undefined
  if (changed > 0) await wantRefresh(db, jobs, companyId, billId)
  return { outcome: changed > 0 ? 'applied' : 'stale', billId }
}
