import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { customerOwners } from './owners.ts'

type Addresses = { email?: string | null | undefined; payerEmails?: string[] | undefined }

/** The customers that have these addresses, as their own or as an alias. */
export async function customersOfEmails(db: Db, companyId: Id<'company'>, emails: string[]) {
  const { rows } = await sql<{ email: string; customerId: Id<'customer'>; alias: boolean }>`
    select *
    from customers_of_emails(
      ${companyId}, ${emails.map((email) => email.toLowerCase())}::text[]
    )`.execute(db)
  return rows
}

const emailsOf = (companyId: Id<'company'>) => sql`hashtextextended(${`emails ${companyId}`}, 0)`

/**
 * Keeps everyone else from claiming any address of the company until the transaction ends: for an
 * import, which may bring thousands.
 */
export const holdAllEmails = (db: Db, companyId: Id<'company'>) =>
  sql`select pg_advisory_xact_lock(${emailsOf(companyId)})`.execute(db)

/**
 * An address that someone pays from explains the payments of one customer only, so an alias must
 * not be another customer's address. Two customers may share a billing address: only a person can
 * say whether they are the same. The locks keep two editors from overlooking what the other is
 * about to write. They are taken in one order, so that the editors do not deadlock.
 */
export async function claimEmails(
  db: Db,
  actor: Actor,
  customerId: Id<'customer'> | undefined,
  { email, payerEmails = [] }: Addresses,
) {
  const { companyId } = actor
  const aliases = new Set(payerEmails.map((alias) => alias.toLowerCase()))
  const wanted = [...new Set([...aliases, ...(email ? [email.toLowerCase()] : [])])].sort()
  await sql`select pg_advisory_xact_lock_shared(${emailsOf(companyId)})`.execute(db)
  for (const one of wanted)
    await sql`
      select pg_advisory_xact_lock(
        hashtextextended(${`email ${companyId} ${one}`}, 0)
      )`.execute(db)
  const taken = (await customersOfEmails(db, companyId, wanted)).find(
    (found) => found.customerId !== customerId && (found.alias || aliases.has(found.email)),
  )
  if (!taken) return
  const { name, ownerId } = await db
    .selectFrom('customer')
    .select(['name', 'ownerId'])
    .where('companyId', '=', companyId)
    .where('id', '=', taken.customerId)
    .executeTakeFirstOrThrow()
  const owners = await customerOwners(db, actor)
  throw owners === 'all' || owners.includes(ownerId)
    ? refuse('customer.emailTaken', { email: taken.email, name }, { customerId: taken.customerId })
    : refuse('customer.emailTakenElsewhere', { email: taken.email })
}

/** The customer's own address is not stored as an alias. */
export async function replaceAliases(
  db: Db,
  companyId: Id<'company'>,
  customer: { id: string; email: string | null },
  payerEmails: string[],
) {
  const emails = payerEmails
    .map((email) => email.toLowerCase())
    .filter((email) => email !== customer.email?.toLowerCase())
  await sql`
    delete from customer_alias
    where company_id = ${companyId}
      and customer_id = ${customer.id}
      and not email = any(${emails}::text[])`.execute(db)
  await sql`insert into customer_alias (company_id, email, customer_id, source)
    select ${companyId}, wanted.email, ${customer.id}, 'manual'
    from unnest(${emails}::text[]) as wanted (email)
    where not exists (
      select from customer_alias a where a.company_id = ${companyId} and a.email = wanted.email
    )`.execute(db)
}
