import type { CompanySetting } from '@paydesk/contract/people/companySetting'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import { announce } from '../../lib/change.ts'
import { todayIn } from '../../lib/clock.ts'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'
import { billValues, contentValues, totalsOf } from '../bill/content.ts'
import { companyOf, freeNumbers } from '../bill/number.ts'
import { indexBills } from '../bill/search.ts'
import { customerForBill, insertCustomers } from '../customer/customer.ts'
import type { PlannedBill } from './plan.ts'

type Billed = Awaited<ReturnType<typeof customerForBill>>

/**
 * All drafts in a handful of statements. One by one, as they are made by hand, 2,000 took 90 seconds on a busy machine on which these took
 * four, and that long the company's next bill number would have been locked.
 */
export async function writeDrafts(db: Db, actor: Actor, billing: CompanySetting['billing'], bills: PlannedBill[]) {
  const { companyId, userId: ownerId } = actor
  const customers = await customersOf(db, actor, bills)
  const company = await companyOf(db, companyId)
  const today = todayIn(company.timezone)
  const numbers = await freeNumbers(db, company, billing, bills.length)
  const { rows: ids } = await sql<{ id: string }>`select new_id() as id from generate_series(1, ${bills.length}::int)`.execute(db)
  const drafts = bills.map(({ customer, input }, index) => {
    const { id: customerId, ...recipient } = customers.get('key' in customer ? customer.key : customer.id) as Billed
    const own = { ...input, customerId }
    const named = { id: ids[index]?.id as string, number: numbers[index] as string, customerName: recipient.name }
    return { ...named, ...billValues(own, totalsOf(own), today), ...contentValues(own, recipient) }
  })
  await insertBills(db, actor, drafts)
  await indexBills(
    db,
    companyId,
    drafts.map(({ id }) => id),
  )
  await announce(
    db,
    companyId,
    drafts.map(({ id }) => ({ entity: 'bill' as const, id, ownerId })),
  )
  return drafts.map(({ id, number }) => ({ id, number }))
}

/** By id, or by the key of one that is made here. Locked in one order, as whoever else locks several does. */
async function customersOf(db: Db, actor: Actor, bills: PlannedBill[]): Promise<Map<string, Billed>> {
  const planned = new Map(bills.map(({ customer }) => ['key' in customer ? customer.key : customer.id, customer]))
  const fresh = [...planned.values()].flatMap((customer) => ('key' in customer ? [customer] : []))
  const made = await insertCustomers(db, actor, fresh)
  const found = new Map<string, Billed>(made.map((customer, index) => [fresh[index]?.key as string, customer]))
  const known = [...planned].flatMap(([key, customer]) => ('key' in customer ? [] : [key]))
  for (const id of known.sort()) found.set(id, await customerForBill(db, actor, id, true))
  return found
}

type Draft = ReturnType<typeof billValues> & ReturnType<typeof contentValues> & { id: string; number: string; customerName: string }

async function insertBills(db: Db, { companyId, userId, name }: Actor, drafts: Draft[]) {
  const json = toJsonb(drafts)
  await sql`insert into bill (company_id, id, number, customer_id, customer_name, title, currency, subtotal_minor, discount_total_minor,
      tax_total_minor, shipping_minor, total_minor, due_minor, allow_partial, minimum_due_minor, bill_date, term, due_date, account_id, tags,
      owner_id, last_action, last_actor)
    select ${companyId}, x.id, x.number, x."customerId", x."customerName", x.title, x.currency, x."subtotalMinor", x."discountTotalMinor",
      x."taxTotalMinor", x."shippingMinor", x."totalMinor", x."dueMinor", x."allowPartial", x."minimumDueMinor", x."billDate", x.term,
      x."dueDate", x."accountId", x.tags, ${userId}, 'import', ${name}
    from jsonb_to_recordset(${json}::jsonb) as x (id uuid, number text, "customerId" uuid, "customerName" text, title text, currency text,
      "subtotalMinor" bigint, "discountTotalMinor" bigint, "taxTotalMinor" bigint, "shippingMinor" bigint, "totalMinor" bigint,
      "dueMinor" bigint, "allowPartial" boolean, "minimumDueMinor" bigint, "billDate" date, term text, "dueDate" date, "accountId" uuid,
      tags text[])`.execute(db)
  // The parts of a content are JSON within this JSON: texts, as the columns take them from the driver.
  await sql`insert into bill_content (company_id, bill_id, recipient, items, discount, shipping, note, terms, memo)
    select ${companyId}, x.id, x.recipient::jsonb, x.items::jsonb, x.discount::jsonb, x.shipping::jsonb, x.note, x.terms, x.memo
    from jsonb_to_recordset(${json}::jsonb) as x (id uuid, recipient text, items text, discount text, shipping text, note text, terms text,
      memo text)`.execute(db)
  await sql`insert into bill_entry (company_id, bill_id, source, kind, actor_id, actor_name)
    select ${companyId}, id, 'person', 'import', ${userId}, ${name} from jsonb_to_recordset(${json}::jsonb) as x (id uuid)`.execute(db)
}
