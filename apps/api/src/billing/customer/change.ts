import type { Customer, CustomerChange } from '@paydesk/contract/billing/customer'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { assertFresh, refuse } from '../../lib/errors.ts'
import { toJsonb } from '../../lib/json.ts'
import { announce } from '../../lib/live/change.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { findAccount } from '../../paypal/paypalAccount/paypalAccount.ts'
import { assertUser } from '../../people/user/user.ts'
import { customerFacts, findCustomer } from './customer.ts'
import { claimEmails, replaceAliases } from './emails.ts'
import type { CustomerRecords } from './records.ts'

const assertNotMerged = ({ name, mergedIntoId }: Customer) => {
  if (mergedIntoId) throw refuse('customer.merged', { name })
}

export async function updateCustomer(
  db: Db,
  actor: Actor,
  id: string,
  { version, ...change }: CustomerChange,
): Promise<Customer> {
  const { companyId } = actor
  // FOR NO KEY UPDATE is enough: FOR UPDATE would hold up every bill that is being made
  // for this customer.
  await db
    .selectFrom('customer')
    .select('id')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()
  const before = await findCustomer(db, actor, id)
  assertNotMerged(before)
  assertFresh(before, version)
  if (change.ownerId) await assertUser(db, companyId, change.ownerId)
  if (change.defaultAccountId) await findAccount(db, companyId, change.defaultAccountId)
  const { payerEmails = before.payerEmails, address, ...columns } = change
  const email = change.email === undefined ? before.email : change.email
  await claimEmails(db, actor, id, { email: change.email, payerEmails: change.payerEmails })
  await db
    .updateTable('customer')
    .set({
      ...defined(columns),
      ...(address && { address: toJsonb(address) }),
      version: version + 1,
      updatedAt: sql`now()`,
    })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute()
  await replaceAliases(db, companyId, { id, email }, payerEmails)
  const after = await findCustomer(db, actor, id)
  await announce(db, companyId, [{ entity: 'customer', id }])
  const [was, is] = [customerFacts(before), customerFacts(after)]
  await recordChange(db, actor, {
    action: 'customer.update',
    entityId: id,
    label: after.name,
    before: was,
    after: is,
  })
  return after
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
const defined = <T extends object>(values: T) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Defined<T>

/**
 * The duplicate stays, points to the customer that is kept and leaves the lists; everything that
 * explains payments moves. Bills keep the name that they were made out to. Both customers are
 * locked in the order of their ids and read again under the locks, so of two merges that would end
 * in a circle the second is refused. FOR UPDATE also waits for bills that are being made
 * (customerForBill).
 */
export async function mergeCustomer(
  db: Db,
  records: CustomerRecords,
  actor: Actor,
  id: string,
  { intoId, version }: { intoId: string; version: number },
): Promise<Customer> {
  const { companyId } = actor
  if (id === intoId) throw refuse('customer.mergeSelf')
  await records.lock(db, companyId, id)
  await sql`
    select id
    from customer
    where company_id = ${companyId} and id in (${id}, ${intoId})
    order by id
    for update`.execute(db)
  const [duplicate, kept] = [
    await findCustomer(db, actor, id),
    await findCustomer(db, actor, intoId),
  ]
  assertNotMerged(duplicate)
  assertNotMerged(kept)
  assertFresh(duplicate, version)
  const movedBills = await records.move(db, companyId, id, intoId)
  await sql`update customer_alias set customer_id = ${intoId}, source = 'merge'
    where company_id = ${companyId}
      and customer_id = ${id}
      and email is distinct from lower(${kept.email})`.execute(db)
  await sql`
    delete from customer_alias
    where company_id = ${companyId} and customer_id = ${id}`.execute(db)
  if (duplicate.email && duplicate.email.toLowerCase() !== kept.email?.toLowerCase())
    await sql`insert into customer_alias (company_id, email, customer_id, source)
      values (${companyId}, lower(${duplicate.email}), ${intoId}, 'merge')
      on conflict do nothing`.execute(db)
  // Customers that were merged into the duplicate earlier now point to the kept one too, so
  // following a merge always takes one step.
  await sql`update customer set merged_into_id = ${intoId}, version = version + 1, updated_at = now()
    where company_id = ${companyId} and (id = ${id} or merged_into_id = ${id})`.execute(db)
  await sql`
    update customer
    set version = version + 1, updated_at = now()
    where company_id = ${companyId} and id = ${intoId}`.execute(db)
  const after = await findCustomer(db, actor, intoId)
  await announce(
    db,
    companyId,
    [id, intoId].map((changed) => ({ entity: 'customer' as const, id: changed })),
  )
  await recordChange(db, actor, {
    action: 'customer.merge',
    entityId: id,
    label: duplicate.name,
    before: customerFacts(duplicate),
    after: {
      mergedInto: after.name,
      mergedIntoId: intoId,
      movedBills,
      payerEmails: after.payerEmails,
    },
  })
  return after
}
