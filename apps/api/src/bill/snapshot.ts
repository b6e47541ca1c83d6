import type { EntryKind } from '@paydesk/contract/bill'
import type { BillStatus } from '@paydesk/contract/billStatus'
import type { Invoice } from '@paydesk/paypal/invoice'
import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { tellPayments } from '../notice/notice.ts'
import { addEntry, announceBill } from './entry.ts'
import { recordPayments, recordRefunds } from './payment.ts'

/** PayPal's word → ours. A word that is not here (PayPal adds some) changes nothing but `providerStatus`. */
const statusOf: Record<string, BillStatus | undefined> = {
  SCHEDULED: 'scheduled',
  SENT: 'sent',
  UNPAID: 'sent',
  SHARED: 'sent',
  PARTIALLY_PAID: 'partiallyPaid',
  PAYMENT_PENDING: 'paymentPending',
  PAID: 'paid',
  MARKED_AS_PAID: 'paid',
  PAID_EXTERNAL: 'paid',
  PARTIALLY_REFUNDED: 'partiallyRefunded',
  REFUNDED: 'refunded',
  MARKED_AS_REFUNDED: 'refunded',
  REFUNDED_EXTERNAL: 'refunded',
  CANCELLED: 'cancelled',
  AUTO_CANCELLED: 'cancelled',
}

/**
 * How we came to see it. An event carries a snapshot of unknown age; a look was begun at a moment that we know.
 * `eventId` names the delivery in the timeline.
 */
export type Seen = { via: 'event'; eventId: string } | { via: 'look'; startedAt: string }

/** applied: the bill now says what PayPal says. stale: ours is newer. unclear: only a look at PayPal can tell. */
export type Applied = 'applied' | 'stale' | 'unclear'

export type SnapshotBill = {
  id: string
  companyId: string
  accountId: string | null
  ownerId: string
  currency: string
  status: BillStatus
  totalMinor: number
  paidMinor: number
  refundedMinor: number
  dueMinor: number
  providerStatus: string | null
  providerUpdatedAt: string | null
  providerSeenAt: string | null
  viewedAt: string | null
}

const snapshotColumns = sql`id, company_id, account_id, owner_id, currency, status, total_minor, paid_minor, refunded_minor, due_minor, provider_status,
  provider_updated_at, provider_seen_at, viewed_at`

/** An event may hold half an invoice; a status without its money is not applied (product.md §6). */
export const isComplete = (invoice: Invoice) =>
  invoice.amount !== undefined &&
  invoice.due_amount !== undefined &&
  invoice.detail.metadata?.last_update_time !== undefined &&
  (invoice.payments?.paid_amount !== undefined || !/PAID|REFUNDED/.test(invoice.status.replace('UNPAID', ''))) &&
  // A sum without its payments would take the payments away, and with them what was refunded of each.
  ((invoice.payments?.paid_amount?.amountMinor ?? 0) === 0 || (invoice.payments?.transactions ?? []).length > 0)

/** Locks the bill and makes it say what PayPal's record says, if that record is newer than what we hold. */
export async function applyInvoice(db: Db, companyId: string, billId: string, invoice: Invoice, seen: Seen): Promise<Applied> {
  const { rows } = await sql<SnapshotBill>`
    select ${snapshotColumns} from bill where company_id = ${companyId} and id = ${billId} for update`.execute(db)
  const [bill] = rows
  if (!bill) throw new Error(`Bill ${billId} is gone`)
  if (!isComplete(invoice)) return 'unclear'
  // Changed in PayPal's own pages: amounts of two currencies cannot be compared, so the bill keeps what it says.
  if (invoice.detail.currency_code !== bill.currency) return 'stale'
  const age = compareAge(bill, invoice, seen)
  if (age !== 'applied') return age
  await write(db, bill, invoice, seen)
  return 'applied'
}

/**
 * PayPal's last_update_time counts whole seconds, so two changes can carry the same. Then only a look that was begun after the
 * last one we applied is surely newer; an event with the same second and another content asks for a look.
 */
function compareAge(bill: SnapshotBill, invoice: Invoice, seen: Seen): Applied {
  const held = bill.providerUpdatedAt ? Date.parse(bill.providerUpdatedAt) : Number.NEGATIVE_INFINITY
  const told = Date.parse(invoice.detail.metadata?.last_update_time ?? '')
  if (told > held) return 'applied'
  if (told < held) return 'stale'
  if (sameContent(bill, invoice)) return seen.via === 'look' ? 'applied' : 'stale'
  const after = seen.via === 'look' && Date.parse(seen.startedAt) >= Date.parse(bill.providerSeenAt ?? '1970-01-01')
  return after ? 'applied' : 'unclear'
}

const minor = (money: { amountMinor: number } | undefined) => money?.amountMinor ?? 0

const sameContent = (bill: SnapshotBill, invoice: Invoice) =>
  bill.providerStatus === invoice.status &&
  bill.totalMinor === minor(invoice.amount) &&
  bill.paidMinor === minor(invoice.payments?.paid_amount) &&
  bill.refundedMinor === minor(invoice.refunds?.refund_amount) &&
  bill.dueMinor === minor(invoice.due_amount)

/** A bill that was written off stays so until money comes; a draft at PayPal is one that we are still sending. */
function nextStatus(bill: SnapshotBill, invoice: Invoice): BillStatus {
  const paidMore = minor(invoice.payments?.paid_amount) !== bill.paidMinor
  if (bill.status === 'writtenOff' && !paidMore) return 'writtenOff'
  return statusOf[invoice.status] ?? bill.status
}

async function write(db: Db, bill: SnapshotBill, invoice: Invoice, seen: Seen): Promise<void> {
  const { companyId, id } = bill
  const status = nextStatus(bill, invoice)
  const { metadata } = invoice.detail
  const viewed = invoice.detail.viewed_by_recipient === true && bill.viewedAt === null
  const changed = !sameContent(bill, invoice) || status !== bill.status
  await sql`
    update bill set status = ${status}, provider_status = ${invoice.status}, total_minor = ${minor(invoice.amount)},
      paid_minor = ${minor(invoice.payments?.paid_amount)}, refunded_minor = ${minor(invoice.refunds?.refund_amount)},
      due_minor = ${minor(invoice.due_amount)}, provider_updated_at = ${metadata?.last_update_time}, provider_seen_at = clock_timestamp(),
      due_date = coalesce(${invoice.detail.payment_term?.due_date ?? null}, due_date),
      pay_url = coalesce(${metadata?.recipient_view_url ?? null}, pay_url),
      viewed_at = case when ${viewed} then now() else viewed_at end,
      sent_at = case when ${status !== 'draft' && status !== 'sending' && status !== 'sendFailed'} then coalesce(sent_at, now()) else sent_at end,
      paid_at = case when ${status === 'paid'} then coalesce(paid_at, now()) else paid_at end,
      cancelled_at = case when ${status === 'cancelled'} then coalesce(cancelled_at, now()) else cancelled_at end,
      version = version + case when ${changed} then 1 else 0 end,
      updated_at = case when ${changed} then now() else updated_at end,
      last_action = case when ${changed} then 'paypal' else last_action end,
      last_actor = case when ${changed} then '' else last_actor end,
      last_action_at = case when ${changed} then now() else last_action_at end
    where company_id = ${companyId} and id = ${id}`.execute(db)
  const source = seen.via === 'event' ? { event: seen.eventId } : {}
  const entry = (kind: EntryKind, data: object) => addEntry(db, companyId, id, { source: 'paypal', kind, data: { ...data, ...source } })
  if (status !== bill.status) await entry('statusChanged', { from: bill.status, to: status, word: invoice.status })
  if (viewed) await entry('viewed', {})
  const payments = await recordPayments(db, bill, invoice)
  for (const { amountMinor, pending } of payments) await entry('paymentReceived', { amountMinor, currency: bill.currency, pending })
  await tellPayments(
    db,
    companyId,
    payments.map((payment) => payment.id),
  )
  for (const amountMinor of await recordRefunds(db, bill, invoice)) await entry('refundMade', { amountMinor, currency: bill.currency })
  if (changed || viewed) await announceBill(db, companyId, bill)
}
