import type { Db } from '../../lib/db.ts'
import type { Jobs } from '../../lib/job.ts'
import { type InvoiceKind, type NewOperation, startOperation } from '../../paypal/operation/operation.ts'

type BillOperation = NewOperation & { billId: string; kind: InvoiceKind }

/** A call about the invoice itself. One at a time: the bill says that it is busy from the same moment. */
export const startBillOperation = (db: Db, jobs: Jobs, operation: BillOperation): Promise<string> =>
  startOperation(db, jobs, operation, (operationId) =>
    db.updateTable('bill').set({ operationId }).where('companyId', '=', operation.companyId).where('id', '=', operation.billId).execute(),
  )
