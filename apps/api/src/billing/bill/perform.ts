import type { TotalDifference } from '@paydesk/contract/billing/billFailure'
import type { BillTotals } from '@paydesk/contract/billing/billTotals'
import type { PayPal } from '@paydesk/paypal/client'
import type { Invoice } from '@paydesk/paypal/invoice'
import type { InvoiceDraft } from '@paydesk/paypal/invoicing'
import { hasIssue, mayMeanDone, type Outcome, type Refusal } from '@paydesk/paypal/outcome'
import type { Result } from '../../paypal/operation/operation.ts'
import { lookByNumber, lookUp, saysAlready, type Task } from './look.ts'
import { differenceOf, wordsOf } from './total/difference.ts'

export type Call = {
  client: PayPal
  task: Task
  draft: InvoiceDraft
  totals: BillTotals
  currency: string
}

const notAtPayPal: Refusal = {
  by: 'policy',
  name: 'NOT_AT_PAYPAL',
  message: 'PayPal has no invoice for this bill',
  issues: [],
}

/**
 * `mayHaveHappened`: an earlier call got no answer, so this run looks first, and repeats the call
 * only if it surely had no effect. Whichever way the invoice came to be there, its total is
 * compared with ours before it goes out.
 */
export async function perform(call: Call, mayHaveHappened: boolean): Promise<Result> {
  const result = await performed(call, mayHaveHappened)
  const written = call.task.kind === 'createInvoice' || call.task.kind === 'updateInvoice'
  return result.result === 'done' && written && result.invoice
    ? compared(call, result, result.invoice)
    : result
}

type Done = Extract<Result, { result: 'done' }>

/**
 * A draft, or an invoice that PayPal would send by itself later, is taken back if its total
 * is not ours. One that the customer has already cannot be: the change is done, and the
 * difference is told.
 */
async function compared(call: Call, result: Done, invoice: Invoice): Promise<Result> {
  const difference = differenceOf(invoice, call)
  if (difference === 'untold') return result
  if (!difference) return { ...result, facts: { compared: true } }
  const isOut = invoice.status !== 'DRAFT' && invoice.status !== 'SCHEDULED'
  return isOut ? { ...result, facts: { difference } } : takeBack(call, invoice.id, difference)
}

/**
 * Nothing stays at PayPal that someone could send or pay. If it is unknown whether the draft is
 * gone, the next run looks for it.
 */
async function takeBack(
  { client }: Call,
  invoiceId: string,
  difference: TotalDifference,
): Promise<Result> {
  const deleted = await client.invoices.delete(invoiceId)
  if (deleted.outcome === 'unknown') return { result: 'unknown', reason: 'look' }
  const { by, status } = deleted.outcome === 'refused' ? deleted.refusal : {}
  if (deleted.outcome === 'refused' && (by !== 'paypal' || status === 401 || status === 429))
    return { result: 'unknown', reason: 'look', refusal: deleted.refusal }
  const removed = deleted.outcome === 'done' || status === 404
  const refusal: Refusal = {
    by: 'policy',
    name: 'TOTAL_DIFFERS',
    message: wordsOf(difference),
    issues: [],
  }
  return {
    result: 'refused',
    refusal,
    facts: { difference, removed, ...(!removed && { invoiceId }) },
  }
}

/**
 * The answer that made the draft did not show it, so it is read and compared right before it is
 * sent. Undefined: it may go out.
 */
async function compareFirst(call: Call): Promise<Result | undefined> {
  const now = await call.client.invoices.get(call.task.invoiceId ?? '')
  if (now.outcome === 'refused') return lookRefused(now.refusal)
  const difference = now.outcome === 'done' ? differenceOf(now.value, call) : 'untold'
  if (difference === 'untold') return { result: 'unknown', reason: 'look' }
  return difference && takeBack(call, call.task.invoiceId ?? '', difference)
}

async function performed(call: Call, mayHaveHappened: boolean): Promise<Result> {
  if (call.task.kind !== 'createInvoice' && !call.task.invoiceId)
    return { result: 'refused', refusal: notAtPayPal }
  if (mayHaveHappened) {
    const found = await lookUp(call.client, call.task)
    if (found.look === 'found') return done(call, found.invoice, call.task.kind === 'remindInvoice')
    if (found.look === 'refused') return lookRefused(found.refusal)
    if (found.look === 'unknown') return { result: 'unknown', reason: 'look' }
  }
  const stopped =
    call.task.kind === 'sendInvoice' && call.task.request.compare
      ? await compareFirst(call)
      : undefined
  if (stopped) return stopped
  const outcome = await act(call)
  if (outcome.outcome === 'unknown') return { result: 'unknown', reason: outcome.reason }
  if (outcome.outcome === 'done') return done(call, outcome.value)
  if (saysAlready(call.task.kind, outcome)) return done(call, undefined)
  return mayMeanDone(outcome.refusal) && call.task.kind !== 'remindInvoice'
    ? afterConflict(call, outcome.refusal, mayHaveHappened)
    : afterRefusal(call, outcome.refusal)
}

/**
 * PayPal's words may mean that it is done already, so PayPal is asked. If it shows no effect the
 * first time, the effect may still come: it stays unknown, and the next run looks first. An invoice
 * shows its own content at once, so a change that is not there was refused; a search may lag
 * behind, so that a new invoice is never given up. (Nobody can look for a reminder: for it, a
 * conflict is a refusal.)
 */
async function afterConflict(call: Call, refusal: Refusal, again: boolean): Promise<Result> {
  const { client, task } = call
  const found = await lookUp(client, task)
  if (found.look === 'found') return done(call, found.invoice)
  if (found.look === 'refused') return lookRefused(found.refusal)
  const sure = task.kind === 'updateInvoice' || (again && task.kind !== 'createInvoice')
  return found.look === 'absent' && sure
    ? { result: 'refused', refusal, ...(found.invoice && { invoice: found.invoice }) }
    : { result: 'unknown', reason: 'duplicate' }
}

/**
 * A refused look says nothing about what happened, unless it says that nothing is there (404) or
 * that something else is (number taken).
 */
const lookRefused = (refusal: Refusal): Result =>
  refusal.status === 404 || hasIssue(refusal, 'NUMBER_TAKEN')
    ? { result: 'refused', refusal }
    : { result: 'unknown', reason: 'look', refusal }

/**
 * A refused number may belong to our own invoice, from a call whose answer was lost. Other refusals
 * come with PayPal's present record.
 */
async function afterRefusal(call: Call, refusal: Refusal): Promise<Result> {
  const { client, task } = call
  if (refusal.by !== 'paypal' || refusal.status === 429 || refusal.status === 401)
    return { result: 'refused', refusal }
  if (task.kind === 'createInvoice') {
    // PayPal may refuse a taken number without naming it (paypal §3.5), so that any refusal of the
    // content may be that one.
    if (refusal.status !== 400 && refusal.status !== 409 && refusal.status !== 422)
      return { result: 'refused', refusal }
    const isNamed = refusal.issues.some(
      ({ issue, field }) => field === '/detail/invoice_number' || issue.includes('INVOICE_NUMBER'),
    )
    const found = await lookByNumber(client, task)
    if (found.look === 'found') return done(call, found.invoice)
    if (found.look === 'absent' && !isNamed) return { result: 'refused', refusal }
    // PayPal says that the number exists but does not show the invoice: its search may lag.
    return found.look === 'refused'
      ? lookRefused(found.refusal)
      : { result: 'unknown', reason: 'look' }
  }
  const now = task.invoiceId ? await client.invoices.get(task.invoiceId) : undefined
  return { result: 'refused', refusal, ...(now?.outcome === 'done' && { invoice: now.value }) }
}

/**
 * The answers of send, remind and cancel do not carry the invoice. If it cannot be read here, the
 * bill is refreshed soon (finishDone).
 */
async function done(
  { client, task }: Call,
  told: Invoice | string | undefined,
  unconfirmed = false,
): Promise<Result> {
  const known = { result: 'done' as const, ...(unconfirmed && { unconfirmed: true as const }) }
  if (task.kind === 'deleteInvoice') return known
  if (typeof told === 'object') return { ...known, invoiceId: told.id, invoice: told }
  const id = told ?? task.invoiceId ?? ''
  const now = await client.invoices.get(id)
  return { ...known, invoiceId: id, ...(now.outcome === 'done' && { invoice: now.value }) }
}

async function act({
  client,
  task,
  draft,
  currency,
}: Call): Promise<Outcome<Invoice | string | undefined>> {
  const { invoices } = client
  const id = task.invoiceId ?? ''
  const nothing = (outcome: Outcome<unknown>): Outcome<undefined> =>
    outcome.outcome === 'done' ? { ...outcome, value: undefined } : outcome
  switch (task.kind) {
    case 'createInvoice': {
      // PayPal may honour the request id (paypal §2.3). We never rely on it; sending it is
      // harmless.
      const created = await invoices.create(draft, { requestId: task.id })
      if (created.outcome !== 'done' || created.value.invoice)
        return created.outcome === 'done' ? { ...created, value: created.value.invoice } : created
      // The invoice exists even if reading it fails: its id is known.
      const read = await invoices.get(created.value.id)
      return { ...created, value: read.outcome === 'done' ? read.value : created.value.id }
    }
    case 'updateInvoice':
      return invoices.update(id, draft, {
        recipient: task.request.thenSend === undefined,
        invoicer: false,
      })
    case 'sendInvoice':
      return nothing(await invoices.send(id, { sendToRecipient: task.request.thenSend !== 'link' }))
    case 'remindInvoice':
      return nothing(await invoices.remind(id))
    case 'cancelInvoice':
      return nothing(await invoices.cancel(id, { sendToRecipient: true }))
    case 'deleteInvoice':
      return nothing(await invoices.delete(id))
    case 'recordPayment':
      return nothing(
        await invoices.recordPayment(id, {
          method: task.request.method ?? 'OTHER',
          amount: { currency, amountMinor: task.request.amountMinor ?? 0 },
          ...(task.request.paidOn && { date: task.request.paidOn }),
          // The mark by which we find the payment again after a lost answer.
          note: `${task.request.note ?? ''} #${task.id}`.trim(),
        }),
      )
  }
}
