import { Invoice } from '@paydesk/paypal/invoice'
import { WebhookEvent } from '@paydesk/paypal/webhooks'
import { sql } from 'kysely'
import { z } from 'zod'
import { afterSnapshot, applyInvoice, wantRefresh } from '../bill/bill.ts'
import { announce } from '../lib/change.ts'
import type { Db } from '../lib/db.ts'
import type { Jobs } from '../lib/job.ts'
import { applyRows, hurries, hurrySync, lockBooks, rowsOfEvent } from '../transaction/transaction.ts'
import { applyMoneyBack } from './moneyBack.ts'

export type Todo = { accountId: string; eventId: string; tries: number; resourceId: string | null; raw: Buffer }
type Outcome = { outcome: 'applied' | 'stale' | 'fetched' | 'notOurs' | 'failed'; reason?: string; billId?: string } | 'later'

/** An event can overtake the answer to the call that made its invoice: it waits for that, this many times five seconds. */
const maxWaits = 6
const waitSeconds = 5

const Resource = z.looseObject({ invoice: z.unknown() })

export type EventKey = { accountId: string; eventId: string }

export const dueEvents = (db: Db, companyId: string, limit: number) =>
  sql<EventKey>`select account_id, event_id from paypal_event_todo where company_id = ${companyId} and due_at <= now()
    order by due_at, event_id limit ${limit}`
    .execute(db)
    .then(({ rows }) => rows)

const claim = (companyId: string, limit: number, only?: EventKey) => sql<Todo>`
  select t.account_id, t.event_id, t.tries, e.resource_id, e.raw
  from paypal_event_todo t
  join paypal_event e on e.company_id = t.company_id and e.account_id = t.account_id and e.event_id = t.event_id
  where t.company_id = ${companyId} and t.due_at <= now()
    ${only ? sql`and t.account_id = ${only.accountId} and t.event_id = ${only.eventId}` : sql``}
  order by t.due_at, t.event_id limit ${limit} for update of t skip locked`

/** Applies what is due of one company, or one event of it, in the caller's transaction. Answers how many there were. */
export async function applyDue(db: Db, jobs: Jobs, companyId: string, limit: number, only?: EventKey): Promise<number> {
  const { rows: todos } = await claim(companyId, limit, only).execute(db)
  if (todos.length === 0) return 0
  const told = readEvents(todos)
  // Bills belong to one account: whoever holds the account's books meets nobody else among its bills, whatever the order.
  await lockBooks(
    db,
    todos.map(({ accountId }) => accountId),
  )
  // Before any bill: whoever moves an account's books takes them first (transaction/apply.ts).
  await applyRows(
    db,
    companyId,
    told.flatMap(({ rows }) => rows),
    'event',
  )
  const billOf = await billsOf(db, companyId, todos)
  // Always in the same order, or two workers could wait for each other's bills.
  const ordered = told.map((one) => ({ ...one, billId: billOf(one.todo) })).sort((a, b) => ((a.billId ?? '') < (b.billId ?? '') ? -1 : 1))
  for (const one of ordered) await finish(db, companyId, one.todo, await applyOne(db, jobs, companyId, one))
  const moved = told.filter(({ event }) => hurries(event.event_type)).map(({ todo }) => todo.accountId)
  if (moved.length > 0) await hurrySync(db, companyId, ...new Set(moved))
  await sql`
    insert into paypal_account_health as h (company_id, account_id, last_event_at)
    select ${companyId}, a, now() from unnest(${[...new Set(todos.map(({ accountId }) => accountId))].sort()}::uuid[]) a
    on conflict (company_id, account_id) do update set last_event_at = now()`.execute(db)
  await announce(db, companyId, [{ entity: 'event', id: todos[0]?.eventId as string }])
  return todos.length
}

type Told = { todo: Todo; event: WebhookEvent; rows: ReturnType<typeof rowsOfEvent> }

const readEvents = (todos: Todo[]): Told[] =>
  todos.map((todo) => {
    const event = WebhookEvent.parse(JSON.parse(todo.raw.toString('utf8')))
    return { todo, event, rows: rowsOfEvent(todo.accountId, event) }
  })

/** By the invoice, or by a payment of it. */
async function billsOf(db: Db, companyId: string, todos: Todo[]): Promise<(todo: Todo) => string | undefined> {
  const ids = todos.map(({ resourceId }) => resourceId).filter((id) => id !== null)
  const { rows } = await sql<{ accountId: string; resourceId: string; billId: string }>`
    select account_id, provider_invoice_id as resource_id, id as bill_id from bill
    where company_id = ${companyId} and account_id = any(${todos.map(({ accountId }) => accountId)}) and provider_invoice_id = any(${ids})
    union all
    select account_id, provider_payment_id, bill_id from bill_payment where company_id = ${companyId} and provider_payment_id = any(${ids})`.execute(
    db,
  )
  const found = new Map(rows.map(({ accountId, resourceId, billId }) => [`${accountId} ${resourceId}`, billId]))
  return ({ accountId, resourceId }) => found.get(`${accountId} ${resourceId}`)
}

async function applyOne(
  db: Db,
  jobs: Jobs,
  companyId: string,
  { todo, event, rows, billId }: Told & { billId: string | undefined },
): Promise<Outcome> {
  const resource = Resource.safeParse(event.resource)
  const invoice = resource.success ? Invoice.safeParse(resource.data.invoice) : undefined
  if (!billId && rows.length > 0) return { outcome: 'applied' }
  const moved = await applyMoneyBack(db, jobs, companyId, todo.accountId, event)
  if (moved) return moved
  if (!billId) {
    const number = invoice?.success ? invoice.data.detail.invoice_number : undefined
    const ours = number !== undefined && (await isBeingSent(db, companyId, todo.accountId, number))
    return ours && todo.tries < maxWaits ? 'later' : { outcome: 'notOurs' }
  }
  if (!invoice?.success) {
    // About a payment, or half an invoice: only PayPal's own record says what is true now.
    await wantRefresh(db, jobs, companyId, billId)
    return { outcome: 'fetched', billId, reason: event.event_type }
  }
  const applied = await applyInvoice(db, companyId, billId, invoice.data, { via: 'event', eventId: todo.eventId })
  if (applied === 'unclear') {
    await wantRefresh(db, jobs, companyId, billId)
    return { outcome: 'fetched', billId, reason: 'unclear' }
  }
  if (applied === 'applied') await afterSnapshot(db, jobs, companyId, billId)
  return { outcome: applied, billId }
}

async function isBeingSent(db: Db, companyId: string, accountId: string, number: string): Promise<boolean> {
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

export async function finish(db: Db, companyId: string, { accountId, eventId }: Todo, outcome: Outcome): Promise<void> {
  const key = sql`company_id = ${companyId} and account_id = ${accountId} and event_id = ${eventId}`
  if (outcome === 'later') {
    await sql`update paypal_event_todo set tries = tries + 1, due_at = now() + make_interval(secs => ${waitSeconds}) where ${key}`.execute(
      db,
    )
    return
  }
  await sql`delete from paypal_event_todo where ${key}`.execute(db)
  await sql`
    insert into paypal_event_outcome (company_id, account_id, event_id, outcome, reason, bill_id)
    values (${companyId}, ${accountId}, ${eventId}, ${outcome.outcome}, ${outcome.reason ?? ''}, ${outcome.billId ?? null})
    on conflict (company_id, account_id, event_id) do update set outcome = excluded.outcome, reason = excluded.reason,
      bill_id = excluded.bill_id, at = now()`.execute(db)
}
