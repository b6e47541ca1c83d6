import type { Recipient } from '@paydesk/contract/billing/bill'
import type { TotalDifference } from '@paydesk/contract/billing/billFailure'
import type { BillInput } from '@paydesk/contract/billing/billInput'
import { dueDateOf } from '@paydesk/contract/billing/billTerm'
import { type BillTotals, totalsOf } from '@paydesk/contract/billing/billTotals'
import type { Id } from '@paydesk/contract/lib/id'
import type { InvoiceKind } from '@paydesk/contract/paypal/operation'
import type { RefusedAct } from '@paydesk/contract/people/notice'
import type { InvoiceDraft } from '@paydesk/paypal/invoicing'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import type { Jobs } from '../../lib/job.ts'
import { toJsonb } from '../../lib/json.ts'
import { matchLater } from '../../money/transaction/transaction.ts'
import type { OperationRecord, Settled } from '../../paypal/operation/operation.ts'
import {
  type Rereserved,
  releaseAccount,
  releasePart,
} from '../../paypal/paypalAccount/paypalAccount.ts'
import { tellOwner, tellUsers } from '../../people/notice/notice.ts'
import { type Draftable, invoiceDraft, writeContent } from './content.ts'
import { addEntry, announceBill } from './entry.ts'
import { startBillOperation } from './operation.ts'
import { afterSnapshots, wantRefresh } from './refresh.ts'
import { applyInvoice } from './snapshot.ts'
import { wordsOf } from './total/difference.ts'

/** What a person asked for with the call, and what was reserved for it. */
type BillRequest = {
  thenSend?: 'email' | 'link'
  input?: BillInput
  recipient?: Recipient
  reserved?: Rereserved
}
type Operation = Omit<OperationRecord, 'billId' | 'request'> & {
  billId: Id<'bill'>
  request: BillRequest
}

type ForPayPal = {
  number: string
  currency: string
  invoiceId: string | null
  draft: InvoiceDraft
  totals: BillTotals
}

/**
 * The day on which the bill `b` went out, in the zone of its company `y`, or today:
 * terms count from it.
 */
const madeOutOn = sql<string>`(coalesce(b.sent_at, now()) at time zone y.timezone)::date`

/** What a call about this bill needs: its number, PayPal's id, and the invoice as it should be. */
export async function billForPayPal(
  db: Db,
  { id, companyId, billId, request: asked }: OperationRecord,
): Promise<ForPayPal> {
  const request = asked as BillRequest
  const { rows } = await sql<Draftable & { invoiceId: string | null; madeOutOn: string }>`
    select ${madeOutOn} as made_out_on, b.number, b.currency, b.bill_date, b.term, b.due_date,
      b.allow_partial, b.minimum_due_minor, b.provider_invoice_id as invoice_id, c.recipient,
      c.items, c.discount, c.shipping, c.note, c.terms
    from bill b
    join bill_content c on c.company_id = b.company_id and c.bill_id = b.id
    join company y on y.id = b.company_id
    where b.company_id = ${companyId} and b.id = ${billId}`.execute(db)
  const [bill] = rows
  if (!bill) throw new Error(`Bill ${billId} is gone`)
  const { number, currency, invoiceId } = bill
  const meant =
    request.input && request.recipient
      ? {
          ...bill,
          ...request.input,
          dueDate: dueDateOf(request.input, bill.madeOutOn),
          recipient: request.recipient,
        }
      : bill
  return { number, currency, invoiceId, draft: invoiceDraft(meant, id), totals: totalsOf(meant) }
}

/**
 * Writes the result of an operation into its bill, in the transaction that settles the operation.
 */
export async function finishOperation(
  db: Db,
  jobs: Jobs,
  { billId: about, ...rest }: OperationRecord,
  settled: Settled,
  startedAt: string,
): Promise<void> {
  const operation = { ...rest, request: rest.request as BillRequest, billId: about as Id<'bill'> }
  const { companyId, billId, kind } = operation
  const { ownerId } = await db
    .selectFrom('bill')
    .select('ownerId')
    .where('companyId', '=', companyId)
    .where('id', '=', billId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (settled.state === 'done') await finishDone(db, jobs, operation, settled, startedAt)
  else if (settled.state === 'refused') await finishRefused(db, jobs, operation, settled, startedAt)
  else if (settled.state === 'unknown' && operation.looks === 0)
    await addEntry(db, companyId, billId, {
      source: 'system',
      kind: 'operationUnknown',
      data: { operation: kind },
    })
  await matchLater(db, jobs, companyId, billId)
  await announceBill(db, companyId, { id: billId, ownerId })
  await afterSnapshots(db, jobs, companyId, [billId])
}

async function finishDone(
  db: Db,
  jobs: Jobs,
  operation: Operation,
  { invoiceId, invoice, unconfirmed, facts }: Settled & { state: 'done' },
  startedAt: string,
): Promise<void> {
  const { companyId, accountId, billId, kind, request } = operation
  const bill = sql`where company_id = ${companyId} and id = ${billId}`
  await addEntry(db, companyId, billId, {
    source: 'system',
    kind: 'operationDone',
    data: { operation: kind, ...(unconfirmed && { unconfirmed }) },
  })
  if (kind === 'updateInvoice' && request.input && request.recipient)
    await writeContent(
      db,
      companyId,
      billId,
      request.input,
      request.recipient,
      await dayMadeOut(db, operation),
      'paypals',
    )
  if (request.reserved) await releasePart(db, { companyId, accountId }, request.reserved.free)
  await sql`
    update bill
    set operation_id = null,
      failure = null,
      provider_invoice_id =
        ${kind === 'deleteInvoice' ? null : sql`coalesce(${invoiceId ?? null}, provider_invoice_id)`} ${bill}`.execute(
    db,
  )
  // A look may have brought the bill back before the invoice was deleted. One that began before
  // and ends later is stale.
  if (kind === 'deleteInvoice')
    await sql`
      update bill
      set status = 'cancelled',
        provider_looked_at = clock_timestamp() ${bill}`.execute(db)
  if (kind === 'remindInvoice')
    await sql`
      update bill set remind_count = remind_count + 1, reminded_at = now() ${bill}`.execute(db)
  // This is what the call itself established. PayPal's record, read with it or soon
  // after, says the rest.
  if (kind === 'sendInvoice')
    await sql`
      update bill
      set status = 'sent',
        sent_at = coalesce(sent_at, now()) ${bill} and status = 'sending'`.execute(db)
  const applied = invoice
    ? await applyInvoice(db, companyId, billId, invoice, { startedAt })
    : 'unclear'
  if (facts?.difference) await tellDifference(db, operation, facts.difference as TotalDifference)
  const sendsNext = request.thenSend && kind !== 'sendInvoice'
  if (sendsNext)
    await startBillOperation(db, jobs, {
      companyId,
      accountId,
      billId,
      kind: 'sendInvoice',
      request: { thenSend: request.thenSend, ...(!facts?.compared && { compare: true }) },
      following: true,
      actor: { userId: operation.actorId, name: operation.actorName },
    })
  else if (applied !== 'applied' && kind !== 'deleteInvoice')
    await wantRefresh(db, jobs, companyId, billId)
}

async function dayMadeOut(db: Db, { companyId, billId }: Operation): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select ${madeOutOn} as day
    from bill b
    join company y on y.id = b.company_id
    where b.company_id = ${companyId} and b.id = ${billId}`.execute(db)
  return rows[0]?.day as string
}

/**
 * The customer has the changed invoice already. PayPal's total counts, and the owner is told that
 * it is not the one that was meant.
 */
async function tellDifference(
  db: Db,
  operation: Operation,
  difference: TotalDifference,
): Promise<void> {
  const { companyId, billId, kind } = operation
  const detail = wordsOf(difference)
  const data = { operation: kind, code: totalDiffers, detail, difference }
  await addEntry(db, companyId, billId, { source: 'system', kind: 'operationRefused', data })
  const { rows } = await sql<Refused>`
    update bill
    set failure = ${toJsonb({ action: 'totalDiffers', code: totalDiffers, detail, difference, at: new Date().toISOString() })}::jsonb,
      version = version + 1
    where company_id = ${companyId} and id = ${billId}
    returning owner_id, number, customer_name`.execute(db)
  if (rows[0])
    await tellRefused(db, operation, rows[0], { what: 'totalDiffers', differs: true, detail })
}

const totalDiffers = 'TOTAL_DIFFERS'

const refusedActs: Record<InvoiceKind, RefusedAct> = {
  createInvoice: 'send',
  sendInvoice: 'send',
  updateInvoice: 'edit',
  remindInvoice: 'remind',
  cancelInvoice: 'cancel',
  deleteInvoice: 'cancel',
  recordPayment: 'recordPayment',
}

/**
 * Tells the bill's owner, and whoever else asked for it: both believe that it was done. Money is
 * recorded by finance or by Paydesk itself, which waits for a person then (decision 54): of that
 * only whoever asked is told.
 */
async function tellRefused(
  db: Db,
  { id, companyId, billId, kind, request, actorId }: Operation,
  { ownerId, number, customerName }: Pick<Refused, 'ownerId' | 'number' | 'customerName'>,
  said: { what?: RefusedAct; differs: boolean; detail: string },
): Promise<void> {
  const what = said.what ?? (request.thenSend ? 'send' : refusedActs[kind as InvoiceKind])
  const told = {
    kind: 'billRefused',
    choice: 'billRefused',
    subjectId: id,
    data: { billId, billNumber: number, customerName, ...said, what },
  } as const
  if (what !== 'recordPayment') await tellOwner(db, companyId, ownerId, told)
  if (actorId && (actorId !== ownerId || what === 'recordPayment'))
    await tellUsers(db, companyId, [actorId], told)
}

type Refused = {
  currency: string
  totalMinor: number
  providerInvoiceId: string | null
  ownerId: Id<'user'>
  number: string
  customerName: string
  status: string
}

async function finishRefused(
  db: Db,
  jobs: Jobs,
  operation: Operation,
  { code, detail, invoice, facts }: Settled & { state: 'refused' },
  startedAt: string,
): Promise<void> {
  const { companyId, accountId, billId, kind, request, createdAt } = operation
  const difference = facts?.difference ? { difference: facts.difference } : {}
  // The draft is not at PayPal (any more): the next sending makes a new one.
  const removed = facts?.removed === true
  const data = { operation: kind, code, detail, ...difference }
  await addEntry(db, companyId, billId, { source: 'system', kind: 'operationRefused', data })
  const sending = request.thenSend !== undefined
  const { rows } = await sql<Refused>`
    update bill
    set operation_id = null,
      failure = ${toJsonb({ action: kind, code, detail, ...difference, at: new Date().toISOString() })}::jsonb,
      status = case
        when (${sending} and status = 'sending')
          or (${removed} and status = 'scheduled') then 'sendFailed'
        else status
      end,
      provider_invoice_id = case
        when ${removed} then null
        else coalesce(${(facts?.invoiceId as string) ?? null}, provider_invoice_id)
      end,
      version = version + 1
    where company_id = ${companyId} and id = ${billId}
    returning currency, total_minor, provider_invoice_id, owner_id, number, customer_name,
      status`.execute(db)
  const [bill] = rows
  const differs = code === totalDiffers
  if (bill)
    await tellRefused(db, operation, bill, {
      differs,
      detail: differs || detail.includes(code) ? detail : `${code} ${detail}`.trim(),
    })
  const applied = invoice
    ? await applyInvoice(db, companyId, billId, invoice, { startedAt })
    : 'unclear'
  // PayPal refused because something else happened. We must know soon what that was, and not
  // wait for the sweep.
  if (applied === 'unclear' && bill?.providerInvoiceId)
    await wantRefresh(db, jobs, companyId, billId)
  if (request.reserved) await releasePart(db, { companyId, accountId }, request.reserved.taken)
  if (!bill) return
  // An invoice that is still at PayPal keeps what was reserved for it.
  if (kind === 'createInvoice' && !facts?.invoiceId)
    await releaseAccount(db, { companyId, accountId }, { ...bill, at: createdAt })
  else if (removed)
    await releaseAccount(
      db,
      { companyId, accountId },
      { ...bill, at: await reservedAt(db, companyId, billId) },
    )
}

/** What is reserved for a bill dates from the operation that made its invoice. */
async function reservedAt(db: Db, companyId: Id<'company'>, billId: Id<'bill'>): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select max(created_at) as at
    from operation
    where company_id = ${companyId}
      and bill_id = ${billId}
      and kind = 'createInvoice'`.execute(db)
  return rows[0]?.at as string
}
