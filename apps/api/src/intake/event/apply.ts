import type { Id } from '@paydesk/contract/lib/id'
import { Invoice } from '@paydesk/paypal/invoice'
import { WebhookEvent } from '@paydesk/paypal/webhooks'
import { sql } from 'kysely'
import { z } from 'zod'
import { afterSnapshots, applyInvoices, fillFees, wantRefresh } from '../../billing/bill/bill.ts'
import { announce } from '../../lib/change.ts'
import type { Db } from '../../lib/db.ts'
import type { Jobs } from '../../lib/job.ts'
import { lockBooks } from '../../money/ledger/ledger.ts'
import { applyRows, feesOfRows, hurries, latest, matchBills, rowsOfEvent, type ToldRow } from '../../money/transaction/transaction.ts'
import { noteEvents } from '../../paypal/paypalAccount/paypalAccount.ts'
import { hurrySync } from '../reporting/reporting.ts'
import { applyMoneyBack } from './moneyBack.ts'
import { type Claimed, type EventKey, finish, type Outcome } from './outcome.ts'

type Todo = Claimed & { tries: number; resourceId: string | null; raw: Buffer }
/** One event after reading, with the bill that it is about, if we know it. */
type ReadEvent = { todo: Todo; event: WebhookEvent; invoice: Invoice | undefined; rows: ToldRow[]; billId: Id<'bill'> | undefined }

/** An event can overtake the answer to the call that made its invoice. It waits for that answer up to this many times five seconds. */
const maxWaits = 6

export const dueEvents = (db: Db, companyId: Id<'company'>, limit: number) =>
  sql<EventKey>`select account_id, event_id from paypal_event_todo where company_id = ${companyId} and due_at <= now()
    order by due_at, event_id limit ${limit}`
    .execute(db)
    .then(({ rows }) => rows)

const claim = (companyId: Id<'company'>, limit: number, only?: EventKey) => sql<Todo>`
  select t.ctid::text as place, t.account_id, t.event_id, t.tries, e.resource_id, e.raw
  from paypal_event_todo t
  join paypal_event e on e.company_id = t.company_id and e.account_id = t.account_id and e.event_id = t.event_id
  where t.company_id = ${companyId} and t.due_at <= now()
    ${only ? sql`and t.account_id = ${only.accountId} and t.event_id = ${only.eventId}` : sql``}
  order by t.due_at, t.event_id limit ${limit} for update of t skip locked`

/** Applies the due events of one company, or one of them, in the caller's transaction. Returns how many there were. */
export async function applyDue(db: Db, jobs: Jobs, companyId: Id<'company'>, limit: number, only?: EventKey): Promise<number> {
  const { rows: todos } = await claim(companyId, limit, only).execute(db)
  if (todos.length === 0) return 0
  const accountIds = [...new Set(todos.map(({ accountId }) => accountId))].sort()
  // Bills belong to one account, so a transaction that holds the account's books meets no other among its bills, whatever the order. (A
  // transaction's statements run in the order in which they were sent: the lock is held before the bills are looked for.)
  const [, billOf] = await Promise.all([lockBooks(db, accountIds), billsOf(db, companyId, todos)])
  const told = todos.map((todo) => readEvent(todo, billOf(todo)))
  const outcomes = new Map<ReadEvent, Outcome>()
  const rows = told.flatMap((one) => one.rows)
  // The bills come before the transactions that pay them; the transactions then find their bill by the payment.
  const settled = await applySnapshots(db, jobs, companyId, told, rows, outcomes)
  await applyRows(db, companyId, rows, 'event')
  for (const billId of await fillFees(db, companyId, latest(rows, 'event'))) await wantRefresh(db, jobs, companyId, billId)
  await matchBills(db, companyId, settled)
  for (const one of told) if (!outcomes.has(one)) outcomes.set(one, await applyOther(db, jobs, companyId, one))
  const moved = new Set(told.filter(({ event }) => hurries(event.event_type)).map(({ todo }) => todo.accountId))
  await Promise.all([
    finish(
      db,
      companyId,
      told.map((one) => ({ todo: one.todo, outcome: outcomes.get(one) as Outcome })),
    ),
    ...(moved.size > 0 ? [hurrySync(db, companyId, ...moved)] : []),
    noteEvents(db, companyId, accountIds),
    announce(db, companyId, [{ entity: 'event', id: todos[0]?.eventId as string }]),
  ])
  // This comes last: it may wait for another transaction that asks for the same job, and that one may wait for our bills.
  await afterSnapshots(db, jobs, companyId, settled)
  return todos.length
}

const Resource = z.looseObject({ invoice: z.unknown() })

function readEvent(todo: Todo, billId: Id<'bill'> | undefined): ReadEvent {
  const event = WebhookEvent.parse(JSON.parse(todo.raw.toString('utf8')))
  const resource = Resource.safeParse(event.resource)
  const invoice = resource.success ? Invoice.safeParse(resource.data.invoice) : undefined
  return { todo, event, invoice: invoice?.data, rows: rowsOfEvent(todo.accountId, event), billId }
}

/** Finds the bill by the invoice, or by one of its payments. */
async function billsOf(db: Db, companyId: Id<'company'>, todos: Todo[]): Promise<(todo: Todo) => string | undefined> {
  const ids = todos.map(({ resourceId }) => resourceId).filter((id) => id !== null)
  const { rows } = await sql<{ accountId: Id<'paypalAccount'>; resourceId: string; billId: Id<'bill'> }>`
    select account_id, provider_invoice_id as resource_id, id as bill_id from bill
    where company_id = ${companyId} and account_id = any(${todos.map(({ accountId }) => accountId)}) and provider_invoice_id = any(${ids})
    union all
    select account_id, provider_payment_id, bill_id from bill_payment where company_id = ${companyId} and provider_payment_id = any(${ids})`.execute(
    db,
  )
  const found = new Map(rows.map(({ accountId, resourceId, billId }) => [`${accountId} ${resourceId}`, billId]))
  return ({ accountId, resourceId }) => found.get(`${accountId} ${resourceId}`)
}

/** Applies all invoices of our bills at once. Returns the bills that changed. */
async function applySnapshots(
  db: Db,
  jobs: Jobs,
  companyId: Id<'company'>,
  told: ReadEvent[],
  rows: ToldRow[],
  outcomes: Map<ReadEvent, Outcome>,
): Promise<string[]> {
  const snapshots = told.flatMap((one) => (one.invoice && one.billId ? [{ one, billId: one.billId, invoice: one.invoice }] : []))
  const answers = await applyInvoices(
    db,
    companyId,
    snapshots.map(({ one, billId, invoice }) => ({ billId, invoice, seen: { via: 'event', eventId: one.todo.eventId } })),
    feesOfRows(rows),
  )
  const settled = new Set<string>()
  for (const [n, { one, billId }] of snapshots.entries()) {
    const answer = answers[n]
    if (answer === 'unclear') await wantRefresh(db, jobs, companyId, billId)
    if (answer === 'applied') settled.add(billId)
    outcomes.set(one, answer === 'unclear' ? { outcome: 'fetched', billId, reason: 'unclear' } : { outcome: answer ?? 'stale', billId })
  }
  return [...settled]
}

async function applyOther(
  db: Db,
  jobs: Jobs,
  companyId: Id<'company'>,
  { todo, event, invoice, rows, billId }: ReadEvent,
): Promise<Outcome> {
  // The event told a settled payment whole; it was written with all the other rows, after its bill.
  if (rows.length > 0) return { outcome: 'applied', ...(billId && { billId }) }
  const moved = await applyMoneyBack(db, jobs, companyId, todo.accountId, event)
  if (moved) return moved
  if (!billId) {
    const number = invoice?.detail.invoice_number
    const ours = number !== undefined && (await isBeingSent(db, companyId, todo.accountId, number))
    return ours && todo.tries < maxWaits ? 'later' : { outcome: 'notOurs' }
  }
  // The event is about a payment, or holds half an invoice: only PayPal's own record says what is true now.
  await wantRefresh(db, jobs, companyId, billId)
  return { outcome: 'fetched', billId, reason: event.event_type }
}

async function isBeingSent(db: Db, companyId: Id<'company'>, accountId: Id<'paypalAccount'>, number: string): Promise<boolean> {
  const bill = await db
    .selectFrom('bill')
    .select('id')
    .where('companyId', '=', companyId)
    .where('number', '=', number)
    .where('accountId', '=', accountId)
    .where('providerInvoiceId', 'is', null)
    .executeTakeFirst()
  return bill !== undefined
}
