import type { InvoiceStatus } from '@paydesk/paypal/invoice'
import { invalid, Refused, unprocessable } from '../http/refusal.ts'
import type { InvoiceRecord } from '../record/invoice.ts'
import type { InvoiceInput } from '../record/invoiceInput.ts'
import { day } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { saveInvoice } from './invoice.ts'

/**
 * The issue with which a cancel is refused, by status (PayPal's cancel-422 list); undefined where a
 * cancel is allowed.
 */
const cannotCancel: Partial<Record<InvoiceStatus, string>> = {
  DRAFT: 'CANNOT_CANCEL_DRAFT_INVOICE',
  SCHEDULED: 'CANNOT_CANCEL_SCHEDULED_INVOICE',
  PAID: 'CANNOT_CANCEL_PAID_INVOICE',
  MARKED_AS_PAID: 'CANNOT_CANCEL_PAID_INVOICE',
  PAID_EXTERNAL: 'CANNOT_CANCEL_PAID_INVOICE',
  PARTIALLY_PAID: 'CANNOT_CANCEL_PAID_INVOICE',
  // PayPal does not list this status; a payment under review is a payment.
  PAYMENT_PENDING: 'CANNOT_CANCEL_PAID_INVOICE',
  REFUNDED: 'CANNOT_CANCEL_REFUNDED_INVOICE',
  PARTIALLY_REFUNDED: 'CANNOT_CANCEL_REFUNDED_INVOICE',
  MARKED_AS_REFUNDED: 'CANNOT_CANCEL_REFUNDED_INVOICE',
  REFUNDED_EXTERNAL: 'CANNOT_CANCEL_REFUNDED_INVOICE',
  CANCELLED: 'INVOICE_CANCELED_ALREADY',
  AUTO_CANCELLED: 'INVOICE_CANCELED_ALREADY',
}

const unpaid: InvoiceStatus[] = ['SENT', 'UNPAID', 'SHARED']
const remindable: InvoiceStatus[] = [...unpaid, 'PARTIALLY_PAID']
const changeable: InvoiceStatus[] = ['DRAFT', 'SCHEDULED', ...unpaid]
export const dayWindowMs = 86_400_000

/**
 * Number = last number + 1, with the same prefix before the digits. The call reserves
 * nothing (paypal §3.1).
 */
export function nextNumber(world: World, accountId: string): string {
  const last = world.invoicesOf.get(accountId)?.at(-1)?.number
  const match = /^(.*?)(\d+)(\D*)$/.exec(last ?? '0000')
  if (!match) return `${last}-1`.slice(0, 25)
  const [, before = '', digits = '0', after = ''] = match
  let candidate = BigInt(digits) + 1n
  for (;;) {
    const number = `${before}${candidate.toString().padStart(digits.length, '0')}${after}`
    if (!world.numbers.has(`${accountId} ${number}`)) return number
    candidate += 1n
  }
}

function takeNumber(world: World, accountId: string, number: string, own?: string): void {
  const holder = world.numbers.get(`${accountId} ${number}`)
  if (!holder || holder === own) return
  // The exact v2 issue for a clash is not known (paypal §3.5): clients must search.
  if (world.config.numberTaken === 'unnamed') throw unprocessable('BUSINESS_RULE_VIOLATED')
  throw invalid('DUPLICATE_INVOICE_NUMBER', '/detail/invoice_number', number)
}

function checkInvoicer(world: World, accountId: string, input: InvoiceInput): void {
  const account = world.accounts.get(accountId)
  if (input.invoicerEmail && account && input.invoicerEmail !== account.email)
    throw unprocessable('USER_NOT_FOUND', '/invoicer/email_address')
}

export function createInvoice(
  world: World,
  accountId: string,
  appId: string | undefined,
  input: InvoiceInput,
): InvoiceRecord {
  const invoice = draftInvoice(world, accountId, appId, input)
  saveInvoice(world, invoice, 'CREATED')
  return invoice
}

/** Makes the record; the caller saves it. */
export function draftInvoice(
  world: World,
  accountId: string,
  appId: string | undefined,
  input: InvoiceInput,
  id?: string,
): InvoiceRecord {
  checkInvoicer(world, accountId, input)
  const number = input.number ?? nextNumber(world, accountId)
  takeNumber(world, accountId, number)
  const now = world.clock.now()
  const invoice: InvoiceRecord = {
    id: id ?? world.id.invoice(),
    seq: ++world.counters.invoice,
    accountId,
    ...(appId ? { appId } : {}),
    number,
    status: 'DRAFT',
    input,
    itemIds: input.items.map(() => world.id.item()),
    payments: [],
    refunds: [],
    createdAt: now,
    updatedAt: now,
    viewed: false,
    archived: false,
    reminders: [],
    recipientChanges: [],
  }
  world.indexInvoice(invoice)
  world.effect('invoice.created', invoice.id)
  return invoice
}

const emailsOf = (input: InvoiceInput) => input.recipients.map((r) => r.email ?? '').join(' ')

export function updateInvoice(world: World, invoice: InvoiceRecord, input: InvoiceInput): void {
  // PayPal lists no issue for this; the links say it (paypal §3.6: a paid invoice has no
  // `replace`).
  if (!changeable.includes(invoice.status)) throw unprocessable('CANNOT_UPDATE_INVOICE')
  checkInvoicer(world, invoice.accountId, input)
  const number = input.number ?? invoice.number
  takeNumber(world, invoice.accountId, number, invoice.id)
  const now = world.clock.now()
  if (invoice.status !== 'DRAFT' && emailsOf(input) !== emailsOf(invoice.input)) {
    const recent = invoice.recipientChanges.filter((at) => at > now - 3 * dayWindowMs)
    if (recent.length >= 2 && world.config.thirdRecipient === 'refused')
      throw new Refused('RESOURCE_CONFLICT', [
        { issue: 'RECIPIENT_CHANGE_LIMIT_EXCEEDED', field: '/primary_recipients' },
      ])
    invoice.recipientChanges = [...recent, now]
  }
  world.numbers.delete(`${invoice.accountId} ${invoice.number}`)
  world.numbers.set(`${invoice.accountId} ${number}`, invoice.id)
  invoice.number = number
  invoice.input = input
  invoice.itemIds = input.items.map((_, i) => invoice.itemIds[i] ?? world.id.item())
  world.effect('invoice.updated', invoice.id)
  saveInvoice(world, invoice, 'UPDATED')
}

/**
 * Returns true if the invoice was sent now, false if its date is in the future and it was
 * scheduled.
 */
export function sendInvoice(
  world: World,
  invoice: InvoiceRecord,
  notice: { toRecipient: boolean },
): boolean {
  if (invoice.status !== 'DRAFT') throw unprocessable('INVOICE_ALREADY_SENT')
  if (notice.toRecipient && !invoice.input.recipients.some((r) => r.email))
    throw unprocessable('CANT_SEND_INVOICE_WITHOUT_EMAIL')
  const now = world.clock.now()
  invoice.sentAs = notice.toRecipient ? 'SENT' : world.config.sharedStatus
  if (invoice.input.invoiceDate && invoice.input.invoiceDate > day(now)) {
    invoice.status = 'SCHEDULED'
    invoice.scheduledFor = invoice.input.invoiceDate
    world.schedule.add('sendScheduled', invoice.id, Date.parse(invoice.input.invoiceDate))
    world.effect('invoice.scheduled', invoice.id)
    saveInvoice(world, invoice, 'SCHEDULED')
    return false
  }
  markSent(world, invoice)
  return true
}

function markSent(world: World, invoice: InvoiceRecord): void {
  invoice.status = invoice.sentAs ?? 'SENT'
  invoice.sentAt = world.clock.now()
  world.effect('invoice.sent', invoice.id)
  // No INVOICE.SENT event exists; a recorded UPDATED carries status SENT (paypal §7.2).
  saveInvoice(world, invoice, 'UPDATED')
}

export function cancelInvoice(world: World, invoice: InvoiceRecord): void {
  const issue = cannotCancel[invoice.status]
  if (issue) throw unprocessable(issue)
  invoice.status = 'CANCELLED'
  invoice.cancelledAt = world.clock.now()
  world.effect('invoice.cancelled', invoice.id)
  saveInvoice(world, invoice, 'CANCELLED')
}

export function remindInvoice(world: World, invoice: InvoiceRecord): void {
  const now = world.clock.now()
  const today = invoice.reminders.filter((at) => day(at) === day(now))
  if (!remindable.includes(invoice.status)) throw unprocessable('CANNOT_REMIND_INVOICE')
  // PayPal allows two reminders a day; with which issue it refuses the third is not
  // known (paypal §3.5).
  if (today.length >= 2 && world.config.thirdReminder === 'refused')
    throw unprocessable('REMINDER_LIMIT_EXCEEDED')
  invoice.reminders = [...today, now]
  world.effect('invoice.reminded', invoice.id)
  saveInvoice(world, invoice)
}

export function deleteInvoice(world: World, invoice: InvoiceRecord): void {
  if (invoice.status !== 'DRAFT' && invoice.status !== 'SCHEDULED')
    throw unprocessable('INVOICE_CANNOT_BE_DELETED')
  world.invoices.delete(invoice.id)
  world.numbers.delete(`${invoice.accountId} ${invoice.number}`)
  const list = world.invoicesOf.get(invoice.accountId)
  list?.splice(list.indexOf(invoice), 1)
  world.effect('invoice.deleted', invoice.id)
}

export function watchInvoices(world: World): void {
  world.schedule.on('sendScheduled', (task) => {
    const invoice = world.invoices.get(task.subject)
    if (invoice?.status !== 'SCHEDULED') return
    markSent(world, invoice)
    world.record({ by: 'paypal', accountId: invoice.accountId, operation: 'sendScheduled' })
  })
}
