import { notAllowedMs } from '@paydesk/paypal/outcome'
import { sql } from 'kysely'
import { inCompany } from '../../lib/db.ts'
import { announceRows, setPendingReason } from '../../money/transaction/transaction.ts'
import { inLease } from './lease.ts'
import type { Reading } from './reading.ts'

/** The most calls per run; the newest payments come first. */
const perRun = 20
/**
 * PayPal's own word for a missing reason. It is stored if PayPal gives none, so that each payment
 * is asked about once.
 */
const unknownReason = 'OTHER'

/**
 * Reporting says that a payment is pending but never why; the payment itself does
 * (paypal §5.1, §6.2). PayPal does not show payments that another app took, or that are no capture.
 */
export async function askReasons(reading: Reading): Promise<void> {
  const { pool, paypal, lease, deadline, log } = reading
  const { companyId, accountId } = lease
  const { rows } = await inCompany(pool, companyId, (db) =>
    sql<{ id: string; providerTransactionId: string }>`
      select id, provider_transaction_id from paypal_transaction
      where company_id = ${companyId}
        and account_id = ${accountId}
        and status = 'P'
        and pending_reason = ''
        and class = 'payment'
      order by occurred_at desc limit ${perRun}`.execute(db),
  )
  for (const { id, providerTransactionId } of rows) {
    if (Date.now() > deadline) return
    const answer = await paypal.payments.getCapture(providerTransactionId)
    if (notAllowedMs(answer) !== undefined) return
    const isHidden = answer.outcome === 'refused' && [403, 404].includes(answer.refusal.status ?? 0)
    if (answer.outcome !== 'done' && !isHidden) {
      log.warn({ accountId, providerTransactionId }, 'PayPal does not say why a payment is pending')
      return
    }
    const reason =
      answer.outcome === 'done'
        ? (answer.value.status_details?.reason ?? unknownReason)
        : unknownReason
    await inLease(pool, lease, async (db) => {
      await setPendingReason(db, companyId, id, reason.slice(0, 100))
      await announceRows(db, companyId, [id])
    })
  }
}
