import type { Id } from '@paydesk/contract/lib/id'
import type { Invoice } from '@paydesk/paypal/invoice'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../lib/db.ts'
import type { Jobs } from '../../lib/job.ts'
import { lockBooks } from '../../money/ledger/ledger.ts'
import { matchBills } from '../../money/transaction/transaction.ts'
import { overtakeOperation } from '../../paypal/operation/operation.ts'
import type { AccountRef } from '../../paypal/paypalAccount/paypalAccount.ts'
import { afterSnapshots, type ToSee } from './refresh.ts'
import { applyInvoices } from './snapshot.ts'

/**
 * Bills of an account that PayPal may have changed while nobody here was told: all but those that
 * are over for good. A refund comes within 180 days of its payment (paypal §5.2). In the order of
 * their making, so that PayPal's search has them close together.
 */
export async function billsToCompare(
  db: Db,
  { companyId, accountId }: AccountRef,
  { restoredTo, after, limit }: { restoredTo: string; after: string | null; limit: number },
): Promise<ToSee[]> {
  const { rows } = await sql<{ billId: Id<'bill'>; invoiceId: string; sentAt: string | null }>`
    select id as bill_id, provider_invoice_id as invoice_id, sent_at from bill
    where company_id = ${companyId}
      and account_id = ${accountId}
      and provider_invoice_id is not null
      and status not in ('cancelled', 'refunded')
      and (due_minor > 0 or updated_at > ${restoredTo}::timestamptz - interval '190 days')
      ${after ? sql`and id > ${after}` : sql``}
    order by id limit ${limit}`.execute(db)
  return rows.map(({ sentAt, ...row }) => ({
    ...row,
    ...(sentAt && { createdAt: Date.parse(sentAt) }),
  }))
}

type Held = {
  id: Id<'bill'>
  number: string
  status: string
  currency: string
  totalMinor: number
  providerInvoiceId: string | null
  operationId: string | null
  /**
   * When, before the moment, PayPal last had another invoice with this number, so that the
   * bill was refused.
   */
  takenAt: string | null
}
type Adopted = { billId: Id<'bill'>; invoice: Invoice; before: Held; overtaken: string | null }
/** `strange`: invoices that no bill here belongs to. */
export type Sorted = { adopted: Adopted[]; strange: Invoice[] }

/**
 * Invoices that PayPal has, whose bills here were never sent: the bill takes over PayPal's id and
 * what PayPal says. If a call for the bill is under way that made this very invoice, that call
 * finds it by itself; any other one would send the bill a second time and is ended. A bill that was
 * made after the restore has another customer's number at most. An invoice that was not made by an
 * operation of Paydesk's is not the bill's, though it has the same number: PayPal refused the bill
 * because of it. Nor is one that PayPal had already when the bill was refused for its number,
 * though an operation made it: of another installation, say, that bills through the same account. A
 * refusal of after the moment says nothing of the kind: in quarantine an old call finds the invoice
 * that a later, forgotten one has made.
 */
export async function adoptInvoices(
  db: Db,
  jobs: Jobs,
  { companyId, accountId }: AccountRef,
  invoices: Invoice[],
  {
    startedAt,
    quarantinedAt,
    restoredTo,
  }: { startedAt: string; quarantinedAt: string; restoredTo: string },
): Promise<Sorted> {
  if (invoices.length === 0) return { adopted: [], strange: [] }
  await lockBooks(db, [accountId])
  const { rows } = await sql<Held>`
    select id, number, status, currency, total_minor, provider_invoice_id, operation_id,
      (
        select max(o.finished_at)
        from operation o
        where o.company_id = bill.company_id
          and o.bill_id = bill.id
          and o.state = 'refused'
          and o.outcome ->> 'code' = 'NUMBER_TAKEN'
          and o.finished_at <= ${restoredTo}
      ) as taken_at
    from bill
    where company_id = ${companyId}
      and (
        provider_invoice_id = any(${invoices.map(({ id }) => id)}::text[])
        or (
          provider_invoice_id is null
          and status <> 'cancelled'
          and created_at < ${quarantinedAt}
          and number = any(${invoices.map(({ detail }) => detail.invoice_number ?? '')}::text[])
        )
      )
    order by id for update`.execute(db)
  const known = new Set(rows.map(({ providerInvoiceId }) => providerInvoiceId))
  const unknown = invoices.filter(({ id }) => !known.has(id))
  const pairs = unknown.map((invoice) => ({
    invoice,
    bill: isOfAnOperation(invoice)
      ? rows.find(
          (row) =>
            row.providerInvoiceId === null &&
            row.number === invoice.detail.invoice_number &&
            !wasThere(invoice, row),
        )
      : undefined,
  }))
  const adopted: Adopted[] = []
  for (const { invoice, bill } of pairs) {
    if (!bill || (bill.operationId && bill.operationId === invoice.detail.reference)) continue
    if (bill.operationId) await overtakeOperation(db, companyId, bill.operationId)
    await sql`
      update bill
      set provider_invoice_id = ${invoice.id},
        account_id = ${accountId},
        operation_id = null,
        failure = null,
        status = case when status = 'sending' then 'sendFailed' else status end,
        version = version + 1
      where company_id = ${companyId} and id = ${bill.id}`.execute(db)
    adopted.push({ billId: bill.id, invoice, before: bill, overtaken: bill.operationId })
  }
  const billIds = adopted.map(({ billId }) => billId)
  await applyInvoices(
    db,
    companyId,
    adopted.map(({ billId, invoice }) => ({ billId, invoice, seen: { startedAt } })),
  )
  await matchBills(db, companyId, billIds)
  await afterSnapshots(db, jobs, companyId, billIds)
  return { adopted, strange: pairs.flatMap(({ invoice, bill }) => (bill ? [] : [invoice])) }
}

/** Every invoice that we draft carries the id of its operation (content.ts). */
const isOfAnOperation = ({ detail }: Invoice) => z.uuid().safeParse(detail.reference).success

const wasThere = ({ detail }: Invoice, { takenAt }: Held) =>
  takenAt !== null && !(Date.parse(detail.metadata?.create_time ?? '') > Date.parse(takenAt))

type Overtaken = { id: string; billId: Id<'bill'>; number: string }

/**
 * A change of a sent bill that was under way, while PayPal has a later one of which nothing is
 * known here: carried out now, it would undo the later one and write to the customer. Every draft
 * carries the id of the operation that wrote it.
 */
export async function endOvertaken(
  db: Db,
  { companyId, accountId }: AccountRef,
  invoices: Invoice[],
): Promise<Overtaken[]> {
  const { rows } = await sql<Overtaken>`
    select o.id, b.id as bill_id, b.number
    from operation o
    join bill b on b.company_id = o.company_id and b.id = o.bill_id
    join jsonb_to_recordset(
      ${JSON.stringify(invoices.map(({ id, detail }) => ({ id, reference: detail.reference ?? '' })))}::jsonb
    )
      as i (id text, reference text) on i.id = b.provider_invoice_id
    where o.company_id = ${companyId}
      and o.account_id = ${accountId}
      and o.kind = 'updateInvoice'
      and o.state in ('ready', 'running', 'unknown')
      and i.reference <> o.id::text
      and not exists (
        select from operation k where k.company_id = o.company_id and k.id::text = i.reference
      )`.execute(db)
  for (const { id, billId } of rows) {
    await sql`
      update bill
      set operation_id = null, version = version + 1
      where company_id = ${companyId} and id = ${billId}`.execute(db)
    await overtakeOperation(db, companyId, id)
  }
  return rows
}
