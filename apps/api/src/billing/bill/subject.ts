import type { InvoiceKind } from '@paydesk/contract/paypal/operation'
import type { Subject } from '../../paypal/operation/operation.ts'
import { billForPayPal, finishOperation } from './finish.ts'
import type { Task } from './look.ts'
import { perform } from './perform.ts'

/**
 * Calls about a bill's invoice: what is read before the call, the call itself, and how its
 * result is written.
 */
export const billSubject: Subject = {
  async prepare(db, operation, client) {
    const { invoiceId, number, currency, draft, totals } = await billForPayPal(db, operation)
    const { id, request } = operation
    const task: Task = { id, kind: operation.kind as InvoiceKind, number, invoiceId, request }
    return (mayHaveHappened) => perform({ client, currency, draft, totals, task }, mayHaveHappened)
  },
  finish: finishOperation,
}
