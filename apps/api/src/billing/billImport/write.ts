import { totalsOf } from '@paydesk/contract/billing/billTotals'
import type { CompanySetting } from '@paydesk/contract/people/companySetting'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import { todayIn } from '../../lib/clock.ts'
import type { Db } from '../../lib/db.ts'
import { announce } from '../../lib/live/change.ts'
import { billValues, companyOf, contentValues, freeNumbers, insertDrafts } from '../bill/bill.ts'
import { customerForBill, insertCustomers } from '../customer/customer.ts'
import type { BillToWrite } from './reader.ts'

type Billed = Awaited<ReturnType<typeof customerForBill>>

/**
 * Writes all drafts in a handful of statements. On a busy machine these took four seconds for 2,000
 * drafts; one by one, as people make them, they took 90, and the company's next bill number would
 * have been locked for that long.
 */
export async function writeDrafts(
  db: Db,
  actor: Actor,
  billing: CompanySetting['billing'],
  bills: BillToWrite[],
) {
  const { companyId, userId: ownerId } = actor
  const customers = await customersOf(db, actor, bills)
  const company = await companyOf(db, companyId)
  const today = todayIn(company.timezone)
  const numbers = await freeNumbers(db, company, billing, bills.length)
  const { rows: ids } = await sql<{
    id: string
  }>`select new_id() as id from generate_series(1, ${bills.length}::int)`.execute(db)
  const drafts = bills.map(({ customer, input }, index) => {
    const { id: customerId, ...recipient } = customers.get(
      'key' in customer ? customer.key : customer.id,
    ) as Billed
    const own = { ...input, customerId }
    const named = {
      id: ids[index]?.id as string,
      number: numbers[index] as string,
      customerName: recipient.name,
    }
    return { ...named, ...billValues(own, totalsOf(own), today), ...contentValues(own, recipient) }
  })
  await insertDrafts(db, actor, drafts)
  await announce(
    db,
    companyId,
    drafts.map(({ id }) => ({ entity: 'bill' as const, id, ownerId })),
  )
  return drafts.map(({ id, number }) => ({ id, number }))
}

/**
 * The bills' customers by id, or by key if they are made here. They are locked in the order of
 * their ids, as everywhere.
 */
async function customersOf(
  db: Db,
  actor: Actor,
  bills: BillToWrite[],
): Promise<Map<string, Billed>> {
  const planned = new Map(
    bills.map(({ customer }) => ['key' in customer ? customer.key : customer.id, customer]),
  )
  const fresh = [...planned.values()].flatMap((customer) => ('key' in customer ? [customer] : []))
  const made = await insertCustomers(db, actor, fresh)
  const found = new Map<string, Billed>(
    made.map((customer, index) => [fresh[index]?.key as string, customer]),
  )
  const known = [...planned].flatMap(([key, customer]) => ('key' in customer ? [] : [key]))
  for (const id of known.sort()) found.set(id, await customerForBill(db, actor, id, true))
  return found
}
