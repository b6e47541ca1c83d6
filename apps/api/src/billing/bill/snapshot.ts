import type { EntryKind } from '@paydesk/contract/billing/billEntry'
import type { BillStatus } from '@paydesk/contract/billing/billStatus'
import type { Id } from '@paydesk/contract/lib/id'
import type { Currency } from '@paydesk/contract/lib/money'
import type { Invoice } from '@paydesk/paypal/invoice'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'
import type { Fees } from '../../money/transaction/transaction.ts'
import { tellOwner, tellPayments } from '../../people/notice/notice.ts'
import { addPayPalEntries, announceBills, type PayPalEntry } from './entry.ts'
import { ownRefundsOf, withOwnRefunds } from './ownRefunds.ts'
import { recordPayments, recordRefunds } from './payment.ts'

/**
 * PayPal's status → ours. A status that is missing here (PayPal adds some) changes nothing but
 * `providerStatus`.
 */
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
 * When the look at PayPal began that brought the invoice. `eventId` names the event that led to it,
 * for the timeline.
 */
export type Seen = { startedAt: string; eventId?: string }

/**
 * applied: the bill now says what PayPal says. stale: a look that began later was applied before.
 * unclear: the record is incomplete. otherCurrency: the currency was changed on PayPal's site.
 */
export type Applied = 'applied' | 'stale' | 'unclear' | 'otherCurrency'

export type SnapshotBill = {
  id: string
  companyId: Id<'company'>
  accountId: Id<'paypalAccount'> | null
  ownerId: Id<'user'>
  currency: string
  status: BillStatus
  totalMinor: number
  paidMinor: number
  /**
   * PayPal's word. What is owed is less where rows explain the bill from elsewhere
   * (recount_elsewhere).
   */
  providerDueMinor: number
  providerStatus: string | null
  providerUpdatedAt: string | null
  providerLookedAt: string | null
  viewedAt: string | null
  /** PayPal's invoice is in this currency, though the bill is not. */
  otherCurrency: string | null
}

const snapshotColumns = sql`id, company_id, account_id, owner_id, currency, status, total_minor,
  paid_minor, provider_due_minor, provider_status, provider_updated_at,
  case
    when provider_looked_at <= clock_timestamp() then provider_looked_at
  end as provider_looked_at,
  viewed_at, other_currency`

/**
 * A page of a search may hold half an invoice. A status without its amounts is not
 * applied (product §6).
 */
export const isComplete = (invoice: Invoice) =>
  invoice.amount !== undefined &&
  invoice.due_amount !== undefined &&
  (invoice.payments?.paid_amount !== undefined ||
    !/PAID|REFUNDED/.test(invoice.status.replace('UNPAID', ''))) &&
  // A sum without its payments would delete the payments, and with them what was refunded of each.
  ((invoice.payments?.paid_amount?.amountMinor ?? 0) === 0 ||
    (invoice.payments?.transactions ?? []).length > 0)

export type ToldInvoice = { billId: Id<'bill'>; invoice: Invoice; seen: Seen }

/**
 * A locked bill to which invoices are applied one after another, and what is to be
 * written at the end.
 */
type BillUpdate = {
  bill: SnapshotBill
  invoice?: Invoice
  changes: number
  viewed: boolean
  entries: PayPalEntry[]
  source: object
}

/**
 * Locks the bills and makes each say what PayPal's record says, unless a look that began later was
 * here before. Several records of one bill are taken in the given order. Many bills cost as many
 * statements as one. `fees`: fees of payments whose rows are about to be written.
 */
export async function applyInvoices(
  db: Db,
  companyId: Id<'company'>,
  told: ToldInvoice[],
  fees: Fees = new Map(),
): Promise<Applied[]> {
  if (told.length === 0) return []
  const ids = [...new Set(told.map(({ billId }) => billId))]
  const { rows } = await sql<SnapshotBill>`
    select ${snapshotColumns}
    from bill
    where company_id = ${companyId} and id = any(${ids}::uuid[])
    order by id
    for update`.execute(db)
  const ownRefunds = await ownRefundsOf(db, companyId, ids)
  const held = new Map<string, BillUpdate>(
    rows.map((bill) => [bill.id, { bill, changes: 0, viewed: false, entries: [], source: {} }]),
  )
  const answers = told.map(({ billId, invoice, seen }) => {
    const billUpdate = held.get(billId)
    if (!billUpdate) throw new Error(`Bill ${billId} is gone`)
    const answer = judge(billUpdate.bill, invoice, seen)
    if (answer === 'applied')
      take(billUpdate, withOwnRefunds(invoice, ownRefunds.get(billId)), seen)
    return answer
  })
  await markCurrencies(db, companyId, held, told, answers)
  await write(
    db,
    companyId,
    [...held.values()].flatMap(({ invoice, ...rest }) => (invoice ? [{ invoice, ...rest }] : [])),
    fees,
  )
  return answers
}

export const applyInvoice = async (
  db: Db,
  companyId: Id<'company'>,
  billId: Id<'bill'>,
  invoice: Invoice,
  seen: Seen,
) => (await applyInvoices(db, companyId, [{ billId, invoice, seen }]))[0] as Applied

function judge(bill: SnapshotBill, invoice: Invoice, seen: Seen): Applied {
  if (!isComplete(invoice)) return 'unclear'
  // The times in PayPal's records count whole seconds and are PayPal's business; which look began
  // later is ours, and leaves no doubt.
  if (
    bill.providerLookedAt !== null &&
    Date.parse(seen.startedAt) < Date.parse(bill.providerLookedAt)
  )
    return 'stale'
  // The currency was changed on PayPal's site. Amounts of two currencies cannot be compared, so the
  // bill keeps its own.
  return invoice.detail.currency_code === bill.currency ? 'applied' : 'otherCurrency'
}

/**
 * Amounts of two currencies cannot be mixed, so a bill whose currency was changed on PayPal's site
 * keeps its own. It says what PayPal's invoice says now, once, and tells its owner; when the
 * currency comes back, it says that. The last record of each bill counts.
 */
async function markCurrencies(
  db: Db,
  companyId: Id<'company'>,
  held: Map<string, BillUpdate>,
  told: ToldInvoice[],
  answers: Applied[],
): Promise<void> {
  const last = new Map(
    told.flatMap(({ billId, invoice, seen }, i) =>
      /applied|otherCurrency/.test(answers[i] ?? '')
        ? [[billId, { invoice, seen, is: answers[i] }]]
        : [],
    ),
  )
  for (const [billId, { invoice, seen, is }] of last) {
    const { bill } = held.get(billId) as BillUpdate
    const currency = is === 'otherCurrency' ? invoice.detail.currency_code : null
    if (currency === bill.otherCurrency) continue
    const amountMinor = currency ? minor(invoice.amount) : null
    const { rows } = await sql<{ number: string; customerName: string }>`
      update bill
      set other_currency = ${currency},
        other_total_minor = ${amountMinor},
        provider_looked_at = ${seen.startedAt},
        version = version + 1
      where company_id = ${companyId} and id = ${billId}
      returning number, customer_name`.execute(db)
    const data = currency ? { amountMinor, currency } : { currency: bill.currency }
    await addPayPalEntries(db, companyId, [
      { billId, kind: currency ? 'currencyChanged' : 'currencyBack', data },
    ])
    await announceBills(db, companyId, [bill])
    if (currency && rows[0])
      await tellOwner(db, companyId, bill.ownerId, {
        kind: 'billProblem',
        choice: 'billRefused',
        // The same currency may come and go: each change is told.
        subjectId: sql<string>`new_id()`,
        data: {
          billId,
          billNumber: rows[0].number,
          customerName: rows[0].customerName,
          problem: 'currencyChanged',
          amountMinor: amountMinor ?? 0,
          currency: currency as Currency,
        },
      })
  }
}

const minor = (money: { amountMinor: number } | undefined) => money?.amountMinor ?? 0

const sameContent = (bill: SnapshotBill, invoice: Invoice) =>
  bill.providerStatus === invoice.status &&
  bill.totalMinor === minor(invoice.amount) &&
  bill.paidMinor === minor(invoice.payments?.paid_amount) &&
  bill.providerDueMinor === minor(invoice.due_amount)

/**
 * A written-off bill stays written off until money comes. A draft at PayPal changes nothing: we are
 * still sending it.
 */
function nextStatus(bill: SnapshotBill, invoice: Invoice): BillStatus {
  const paidMore = minor(invoice.payments?.paid_amount) !== bill.paidMinor
  if (bill.status === 'writtenOff' && !paidMore) return 'writtenOff'
  return statusOf[invoice.status] ?? bill.status
}

function take(billUpdate: BillUpdate, invoice: Invoice, seen: Seen): void {
  const { bill } = billUpdate
  const status = nextStatus(bill, invoice)
  const viewed = invoice.detail.viewed_by_recipient === true && bill.viewedAt === null
  const source = seen.eventId ? { event: seen.eventId } : {}
  const entry = (kind: EntryKind, data: object) =>
    billUpdate.entries.push({ billId: bill.id, kind, data: { ...data, ...source } })
  if (!sameContent(bill, invoice) || status !== bill.status) billUpdate.changes++
  if (status !== bill.status)
    entry('statusChanged', { from: bill.status, to: status, word: invoice.status })
  if (viewed) entry('viewed', {})
  Object.assign(billUpdate, { invoice, source, viewed: billUpdate.viewed || viewed })
  Object.assign(bill, {
    status,
    providerStatus: invoice.status,
    totalMinor: minor(invoice.amount),
    paidMinor: minor(invoice.payments?.paid_amount),
    providerDueMinor: minor(invoice.due_amount),
    providerUpdatedAt: invoice.detail.metadata?.last_update_time ?? null,
    providerLookedAt: seen.startedAt,
    viewedAt: viewed ? new Date().toISOString() : bill.viewedAt,
  })
}

async function write(
  db: Db,
  companyId: Id<'company'>,
  all: (BillUpdate & { invoice: Invoice })[],
  fees: Fees,
): Promise<void> {
  if (all.length === 0) return
  const { happened, newsIds, sums } = await recordPayments(db, companyId, all, fees)
  const refunds = await recordRefunds(db, companyId, all)
  const withRefund = new Set(refunds.map(({ billId }) => billId))
  const written = all.map((update) => ({
    ...update,
    changes: update.changes + (withRefund.has(update.bill.id) ? 1 : 0),
  }))
  const rows = written.map(({ bill, invoice, changes, viewed }) => ({
    id: bill.id,
    status: bill.status,
    providerStatus: bill.providerStatus,
    totalMinor: bill.totalMinor,
    paidMinor: bill.paidMinor,
    dueMinor: bill.providerDueMinor,
    updatedAt: bill.providerUpdatedAt,
    lookedAt: bill.providerLookedAt,
    dueDate: invoice.detail.payment_term?.due_date ?? null,
    onReceipt: invoice.detail.payment_term?.term_type === 'DUE_ON_RECEIPT',
    payUrl: invoice.detail.metadata?.recipient_view_url ?? null,
    ...sums.get(bill.id),
    viewed,
    changes,
  }))
  await sql`
    update bill b
    set status = u.status,
      provider_status = u."providerStatus",
      total_minor = u."totalMinor",
      paid_minor = u."paidMinor",
      -- What went back is counted from its own records (recount_back), which knew no payment that
      -- PayPal tells only now.
      refunded_minor = case
        when b.paid_minor = u."paidMinor" then b.refunded_minor
        else greatest(0, least(u."paidMinor", (
          select coalesce(sum(k.amount_minor), 0)
          from bill_back k
          where k.company_id = b.company_id and k.bill_id = b.id and k.currency = b.currency)))
      end,
      due_minor = greatest(0, u."dueMinor" - b.elsewhere_minor),
      covered_minor = least(u."dueMinor", b.elsewhere_minor),
      provider_updated_at = u."updatedAt",
      provider_seen_at = clock_timestamp(),
      provider_looked_at = u."lookedAt",
      -- "On receipt" is the day on which we sent it: PayPal names its own, which is another one for
      -- hours of each day.
      due_date = case
        when b.term = 'onReceipt' and u."onReceipt" then b.due_date
        else coalesce(u."dueDate", b.due_date)
      end,
      pay_url = coalesce(u."payUrl", pay_url),
      fee_minor = u."feeMinor",
      net_minor = u."netMinor",
      viewed_at = case when u.viewed then now() else viewed_at end,
      sent_at = case
        when u.status = 'scheduled' then null
        when u.status in ('draft', 'sending', 'sendFailed', 'cancelled') then sent_at
        else coalesce(sent_at, now())
      end,
      paid_at = case when u.status = 'paid' then coalesce(paid_at, now()) else paid_at end,
      cancelled_at = case
        when u.status = 'cancelled' then coalesce(cancelled_at, now())
        else cancelled_at
      end,
      version = version + u.changes,
      updated_at = case when u.changes > 0 then now() else updated_at end,
      last_action = case when u.changes > 0 then 'paypal' else last_action end,
      last_actor = case when u.changes > 0 then '' else last_actor end,
      last_action_at = case when u.changes > 0 then now() else last_action_at end
    from jsonb_to_recordset(${toJsonb(rows)}::jsonb) as u (
      id uuid, status text, "providerStatus" text, "totalMinor" bigint, "paidMinor" bigint,
      "dueMinor" bigint, "updatedAt" timestamptz, "lookedAt" timestamptz, "dueDate" date,
      "onReceipt" boolean, "payUrl" text, "feeMinor" bigint, "netMinor" bigint, viewed boolean,
      changes integer
    )
    where b.company_id = ${companyId} and b.id = u.id`.execute(db)
  const sourceOf = new Map(all.map(({ bill, source }) => [bill.id, source]))
  const moved = [...happened, ...refunds].map((entry) => ({
    ...entry,
    data: { ...entry.data, ...sourceOf.get(entry.billId) },
  }))
  await addPayPalEntries(db, companyId, [...all.flatMap(({ entries }) => entries), ...moved])
  await tellPayments(db, companyId, newsIds)
  await announceBills(
    db,
    companyId,
    written.filter(({ changes, viewed }) => changes > 0 || viewed).map(({ bill }) => bill),
  )
}
