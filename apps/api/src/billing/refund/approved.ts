import { sql } from 'kysely'
import { refuse } from '../../lib/errors.ts'
import type { CarryOut } from '../approval/approval.ts'
import { recountRefunds } from '../bill/bill.ts'
import { assertStillRefundable } from './ask.ts'
import { startRefund } from './perform.ts'
import { carryOutSettlement } from './settle.ts'

/**
 * Carries out a second person's decision, whichever kind it is about. A settlement that is not
 * confirmed changes nothing.
 */
export const carryOutDecision: CarryOut = async (db, jobs, companyId, id, decision) => {
  const { rows } = await sql<{
    kind: string
  }>`select kind from approval where company_id = ${companyId} and id = ${id}`.execute(db)
  if (rows[0]?.kind !== 'settleRefund') return carryOutRefund(db, jobs, companyId, id, decision)
  if (decision === 'approved') await carryOutSettlement(db, companyId, id)
}

/** The refund starts, or its reservation is released. */
const carryOutRefund: CarryOut = async (db, jobs, companyId, id, decision) => {
  const { rows } = await sql<
    Parameters<typeof startRefund>[2] & {
      state: string
      requestedBy: string
      requestedByName: string
    }
  >`
    select r.id, r.state, r.company_id, r.account_id, r.bill_id, r.payment_id, r.amount_minor,
      r.currency, r.note_to_payer, r.requested_by, r.requested_by_name
    from refund r join approval a on a.company_id = r.company_id and a.refund_id = r.id
    where a.company_id = ${companyId} and a.id = ${id} for update of r`.execute(db)
  const [refund] = rows
  if (!refund) throw new Error(`The refund of approval ${id} is gone`)
  // After a restore PayPal may have shown that it was made: a decision that was forgotten. Then
  // there is nothing left to start or to release.
  if (refund.state !== 'waiting') {
    if (decision === 'approved') return
    throw refuse('approval.made')
  }
  if (decision === 'approved') {
    await assertStillRefundable(db, companyId, refund)
    return startRefund(db, jobs, refund, {
      userId: refund.requestedBy,
      name: refund.requestedByName,
    })
  }
  await sql`update refund set state = ${decision}, finished_at = now(), version = version + 1
    where company_id = ${companyId} and id = ${refund.id}`.execute(db)
  await recountRefunds(db, companyId, [refund.paymentId])
}
