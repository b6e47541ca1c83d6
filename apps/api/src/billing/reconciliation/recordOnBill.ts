import { canPermission } from '@paydesk/contract/lib/access'
import type { Id } from '@paydesk/contract/lib/id'
import { type Currency, toDecimal } from '@paydesk/contract/lib/money'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import { dayIn } from '../../lib/clock.ts'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import type { Jobs } from '../../lib/job.ts'
import type { Change } from '../../office/audit/audit.ts'
import { lockBill, noteAct, startBillOperation } from '../bill/bill.ts'

type Wanted = { billId: Id<'bill'>; transactionId: string; amountMinor: number }

/**
 * Tells PayPal that this row, which explains the bill, paid the invoice, so that the customer is
 * not asked for it again. The caller writes the audit entry.
 */
export async function recordOnBill(
  db: Db,
  jobs: Jobs,
  actor: Actor,
  { billId, transactionId, amountMinor }: Wanted,
): Promise<Change> {
  if (!canPermission(actor, 'RecordPayment')) throw refuse('forbidden')
  const bill = await lockBill(db, actor, billId, 'recordPayment')
  // The match itself has already lowered what is owed; PayPal's invoice still asks for it.
  if (amountMinor > bill.providerDueMinor) {
    const due = `${bill.currency} ${toDecimal({ currency: bill.currency as Currency, amountMinor: bill.providerDueMinor })}`
    throw refuse('bill.moreThanDue', { due })
  }
  // The recorded payment stays at PayPal when a match is undone. A new match must not record
  // it a second time.
  const { rows: recorded } = await sql`select
    from operation o
    join paypal_transaction t on t.company_id = o.company_id and t.id = ${transactionId}
    where o.company_id = ${actor.companyId}
      and o.bill_id = ${billId}
      and o.kind = 'recordPayment'
      and o.state <> 'refused'
      and o.request->>'note' = t.provider_transaction_id limit 1`.execute(db)
  if (recorded.length > 0) throw refuse('transaction.recordedBefore', { number: bill.number })
  const { rows: lines } = await sql<{ rowId: string; movedAt: string }>`
    select row_id, moved_at
    from recordable_lines(${actor.companyId}, array[${billId}::uuid])
    where transaction_id = ${transactionId}`.execute(db)
  if (!lines[0]) throw refuse('transaction.nothingToRecord')
  // PayPal's invoice is told the day on which its own balance moved, as everything that counts by
  // day.
  const { rowId, movedAt } = lines[0]
  const payment = {
    amountMinor,
    method: 'PAYPAL',
    paidOn: dayIn(actor.companyTimezone, movedAt),
    note: rowId,
  }
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
