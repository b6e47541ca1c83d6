import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import type { AccountRef } from '../../paypal/paypalAccount/paypalAccount.ts'
import { bodyColumn, bodyTable } from './body.ts'
import { type Claim, claimOf } from './claim.ts'

/** An event that waits for PayPal's own word. */
export type Hint = {
  eventId: string
  eventType: string
  resourceId: string | null
  transmissionId: string
  /**
   * It has waited long enough: if nothing bears it out now, PayPal's own list of events decides.
   */
  overdue: boolean
  /** Kept only where PayPal's own list of events may have to be compared with it. */
  resource: unknown
  claim: Claim
}

type Row = Omit<Hint, 'resource' | 'claim'> & { raw: Buffer }

/**
 * Bodies of one look. Most have some four kilobytes; a forged one can have a hundred times as many.
 */
const maxBytes = 16 * 1024 * 1024

/** The due events of an account, oldest first, or one of them. */
export async function readHints(
  db: Db,
  { companyId, accountId }: AccountRef,
  {
    limit,
    patienceSeconds,
    only,
  }: { limit: number; patienceSeconds: number; only?: string | undefined },
): Promise<Hint[]> {
  const { rows } = await sql<Row>`
    select event_id, event_type, resource_id, transmission_id, raw, overdue from (
      select e.event_id, e.event_type, e.resource_id, e.transmission_id, ${bodyColumn} as raw,
        t.due_at, row_number() over inOrder as n, sum(length(${bodyColumn})) over inOrder as bytes,
        t.tries >= ${minTries}
          and e.received_at < now() - make_interval(secs => ${patienceSeconds}) as overdue
      from (
        select event_id, tries, due_at
        from paypal_event_todo
        where company_id = ${companyId}
          and account_id = ${accountId}
          and due_at <= now() ${only ? sql`and event_id = ${only}` : sql``}
        order by due_at
        limit ${limit}
      ) t
      join paypal_event e on e.company_id = ${companyId}
        and e.account_id = ${accountId}
        and e.event_id = t.event_id
      ${bodyTable}
      window inOrder as (order by t.due_at, t.event_id)
    ) due where n = 1 or bytes <= ${maxBytes} order by due_at, event_id`.execute(db)
  return rows.map(({ raw, ...row }) => {
    const { resource, claim } = readRaw(row.eventType, raw)
    return {
      ...row,
      resource: row.overdue || claim.about === 'other' ? resource : undefined,
      claim,
    }
  })
}

/** Whatever a signed body holds, it must not stop the account's other events. */
function readRaw(eventType: string, raw: Buffer): { resource?: unknown; claim: Claim } {
  try {
    const { resource } = JSON.parse(raw.toString('utf8')) as { resource?: unknown }
    return { resource, claim: claimOf(eventType, resource) }
  } catch {
    return { claim: { about: 'other' } }
  }
}

/**
 * However old an event is when the worker comes to it (after a day without a worker, say), it is
 * looked at this many times.
 */
const minTries = 3

/** A row that reporting has listed; `pending`: it does not show how the movement ended. */
type ListedSum = { amountMinor: number; currency: string; pending: boolean }

export const finalRows = ({ rows }: Pick<Held, 'rows'>, id: string) =>
  (rows.get(id) ?? []).filter(({ pending }) => !pending)

/** What we hold of the things that the hints are about. */
export type Held = {
  /** By PayPal's invoice id. */
  bills: Map<string, Id<'bill'>>
  /**
   * By PayPal's payment id, or by our number, which a capture carries as its invoice id: the
   * invoice to look at.
   */
  invoices: Map<string, { billId: Id<'bill'>; invoiceId: string }>
  /** Sums of the rows that reporting has listed, by their ids. */
  rows: Map<string, ListedSum[]>
  /**
   * Numbers of bills that are on their way to PayPal: an event can overtake the answer to the call
   * that made its invoice.
   */
  sending: Set<string>
}

export async function readHeld(
  db: Db,
  { companyId, accountId }: AccountRef,
  hints: Hint[],
): Promise<Held> {
  const invoiceIds: string[] = []
  const captureIds: string[] = []
  const movedIds: string[] = []
  const numbers: string[] = []
  for (const { claim } of hints) {
    if (claim.about === 'invoice') invoiceIds.push(claim.invoiceId)
    if (claim.about === 'capture') captureIds.push(claim.captureId)
    if (claim.about === 'capture') movedIds.push(claim.captureId)
    if (claim.about === 'refund') movedIds.push(claim.refundId)
    if ((claim.about === 'invoice' || claim.about === 'capture') && claim.number)
      numbers.push(claim.number)
  }
  const mine = sql`company_id = ${companyId} and account_id = ${accountId}`
  const [byInvoice, byPayment, byNumber, listed] = await Promise.all([
    sql<{ billId: Id<'bill'>; invoiceId: string }>`
      select id as bill_id, provider_invoice_id as invoice_id
      from bill
      where ${mine} and provider_invoice_id = any(${invoiceIds}::text[])`.execute(db),
    sql<{ key: string; billId: Id<'bill'>; invoiceId: string }>`
      select p.provider_payment_id as key, b.id as bill_id, b.provider_invoice_id as invoice_id
      from bill_payment p
      join bill b on b.company_id = p.company_id and b.id = p.bill_id
      where p.company_id = ${companyId}
        and p.account_id = ${accountId}
        and p.provider_payment_id = any(${captureIds}::text[])
        and b.provider_invoice_id is not null`.execute(db),
    sql<{ key: string; billId: Id<'bill'>; invoiceId: string | null }>`
      select number as key, id as bill_id, provider_invoice_id as invoice_id from bill
      where company_id = ${companyId}
        and number = any(${numbers}::text[])
        and account_id = ${accountId}`.execute(db),
    sql<ListedSum & { id: string }>`
      select provider_transaction_id as id, gross_minor as amount_minor, currency,
        status = 'P' as pending
      from paypal_transaction
      where ${mine}
        and provider_transaction_id = any(${movedIds}::text[])
        and synced_at is not null`.execute(db),
  ])
  const invoices = new Map<string, { billId: Id<'bill'>; invoiceId: string }>()
  for (const { key, billId, invoiceId } of [...byNumber.rows, ...byPayment.rows])
    if (invoiceId) invoices.set(key, { billId, invoiceId })
  return {
    bills: new Map(byInvoice.rows.map(({ billId, invoiceId }) => [invoiceId, billId])),
    invoices,
    rows: Map.groupBy(listed.rows, ({ id }) => id),
    sending: new Set(byNumber.rows.flatMap(({ key, invoiceId }) => (invoiceId ? [] : [key]))),
  }
}
