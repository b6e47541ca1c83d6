import type { Id } from '@paydesk/contract/lib/id'
import type { InvoiceKind } from '@paydesk/contract/paypal/operation'
import type { Db } from '../../lib/db.ts'
import type { Jobs } from '../../lib/job.ts'
import { type NewOperation, startOperation } from '../../paypal/operation/operation.ts'

type BillOperation = NewOperation & { billId: Id<'bill'>; kind: InvoiceKind }

/**
 * Starts a call about the invoice itself. There is one at a time: the same transaction marks
 * the bill as busy.
 */
export const startBillOperation = (db: Db, jobs: Jobs, operation: BillOperation): Promise<string> =>
  startOperation(db, jobs, operation, (operationId) =>
    db
      .updateTable('bill')
      .set({ operationId })
      .where('companyId', '=', operation.companyId)
      .where('id', '=', operation.billId)
      .execute(),
  )
