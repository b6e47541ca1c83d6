import { canPermission } from '@paydesk/contract/lib/access'
import type { Id } from '@paydesk/contract/lib/id'
import { type Currency, toDecimal } from '@paydesk/contract/lib/money'
import type { Transaction } from '@paydesk/contract/money/transaction'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import { dayIn } from '../../lib/clock.ts'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import type { Jobs } from '../../lib/job.ts'
import type { Change } from '../../office/audit/audit.ts'
import { lockBill, noteAct, startBillOperation } from '../bill/bill.ts'

/** Tells PayPal that this payment paid the invoice, so that the customer is not asked for it again. The caller writes the audit entry. */
export async function recordOnBill(
  db: Db,
  jobs: Jobs,
  actor: Actor,
  billId: Id<'bill'>,
  amountMinor: number,
  paid: Pick<Transaction, 'providerTransactionId'> & { movedAt: string },
): Promise<Change> {
  if (!canPermission(actor, 'RecordPayment')) throw refuse('forbidden')
  const bill = await lockBill(db, actor, billId, 'recordPayment')
  // The match itself has already lowered what is owed; PayPal's invoice still asks for it.
  if (amountMinor > bill.providerDueMinor) {
    const due = `${bill.currency} ${toDecimal({ currency: bill.currency as Currency, amountMinor: bill.providerDueMinor })}`
    throw refuse('bill.moreThanDue', { due })
  }
  // The recorded payment stays at PayPal when a match is undone. A new match must not record it a second time.
  const { rows: recorded } =
    await sql`select from operation where company_id = ${actor.companyId} and bill_id = ${billId} and kind = 'recordPayment'
    and state <> 'refused' and request->>'note' = ${paid.providerTransactionId} limit 1`.execute(db)
  if (recorded.length > 0) throw refuse('transaction.recordedBefore', { number: bill.number })
  const payment = { amountMinor, method: 'PAYPAL', paidOn: dayIn(actor.companyTimezone, paid.movedAt), note: paid.providerTransactionId }
  const data = { amountMinor, currency: bill.currency, method: payment.method }
  await noteAct(db, actor, bill, { action: 'recordPayment', kind: 'recordPayment', data })
  await startBillOperation(db, jobs, {
    companyId: actor.companyId,
    accountId: bill.accountId as string,
    billId,
    kind: 'recordPayment',
    request: payment,
    actor,
  })
  return { action: 'bill.recordPayment', entityId: billId, label: bill.number, after: data }
}
