import type { InvoiceKind } from '@paydesk/contract/paypal/operation'
import type { PayPal } from '@paydesk/paypal/client'
import type { Invoice } from '@paydesk/paypal/invoice'
import { hasIssue, type Outcome, type Refusal } from '@paydesk/paypal/outcome'

/** The data of an operation, read before the call. */
export type Task = {
  id: string
  kind: InvoiceKind
  number: string
  invoiceId: string | null
  /** `compare`: nobody has compared PayPal's total with ours yet. */
  request: {
    thenSend?: 'email' | 'link'
    compare?: boolean
    amountMinor?: number
    method?: string
    paidOn?: string
    note?: string
  }
}

/**
 * found: the call had its effect, and this is the invoice now. absent: the call surely had no
 * effect. refused: PayPal does not show the invoice, or another one has its number. unknown: even
 * the look brought no answer.
 */
export type Look =
  | { look: 'found'; invoice?: Invoice }
  | { look: 'absent'; invoice?: Invoice }
  | { look: 'refused'; refusal: Refusal }
  | { look: 'unknown' }

const refused = (refusal: Refusal): Look => ({ look: 'refused', refusal })
const gone = (refusal: Refusal) => refusal.status === 404

/**
 * Finds out whether a call whose answer was lost had its effect (reliability §1.1): a new invoice
 * by its number, others by their status.
 */
export async function lookUp(client: PayPal, task: Task): Promise<Look> {
  if (task.kind === 'createInvoice') return lookByNumber(client, task)
  if (!task.invoiceId) return { look: 'absent' }
  const answer = await client.invoices.get(task.invoiceId)
  if (answer.outcome === 'unknown') return { look: 'unknown' }
  if (answer.outcome === 'refused') {
    if (!gone(answer.refusal)) return refused(answer.refusal)
    return task.kind === 'deleteInvoice' ? { look: 'found' } : refused(answer.refusal)
  }
  const invoice = answer.value
  return { look: isDone(task, invoice) ? 'found' : 'absent', invoice }
}

function isDone(task: Task, invoice: Invoice): boolean {
  // Every draft carries the id of the operation that wrote it.
  if (task.kind === 'updateInvoice') return invoice.detail.reference === task.id
  if (task.kind === 'sendInvoice') return invoice.status !== 'DRAFT'
  if (task.kind === 'cancelInvoice') return invoice.status === 'CANCELLED'
  if (task.kind === 'recordPayment')
    return (invoice.payments?.transactions ?? []).some(({ note }) => note?.endsWith(`#${task.id}`))
  // Nobody can tell whether a reminder went out, so it is never repeated.
  return task.kind === 'remindInvoice'
}

export async function lookByNumber(client: PayPal, task: Task): Promise<Look> {
  const page = await client.invoices.search({ number: task.number })
  if (page.outcome === 'unknown') return { look: 'unknown' }
  if (page.outcome === 'refused') return refused(page.refusal)
  // PayPal may search by part of a number.
  const same = page.value.items.filter(({ detail }) => detail.invoice_number === task.number)
  if (same.length === 0) return { look: 'absent' }
  const ours = same.find(({ detail }) => detail.reference === task.id)
  if (!ours)
    return refused({
      by: 'paypal',
      name: 'NUMBER_TAKEN',
      message: `Another invoice has the number ${task.number}: ${same[0]?.id}.`,
      issues: [{ issue: 'NUMBER_TAKEN' }],
    })
  const whole = await client.invoices.get(ours.id)
  return whole.outcome === 'done' ? { look: 'found', invoice: whole.value } : { look: 'unknown' }
}

/** "Already" is success: someone else, or our own lost call, has done it. */
export const saysAlready = (kind: InvoiceKind, outcome: Outcome<unknown>) =>
  outcome.outcome === 'refused' &&
  ((kind === 'cancelInvoice' && hasIssue(outcome.refusal, 'INVOICE_CANCELED_ALREADY')) ||
    (kind === 'sendInvoice' && hasIssue(outcome.refusal, 'INVOICE_ALREADY_SENT')) ||
    (kind === 'deleteInvoice' && gone(outcome.refusal)))
