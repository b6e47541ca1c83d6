import { openStatuses } from '@paydesk/contract/billing/billStatus'
import { billedStatuses, type Customer, type NewCustomer } from '@paydesk/contract/billing/customer'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { toJsonb } from '../../lib/json.ts'
import { announce } from '../../lib/live/change.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { findAccount } from '../../paypal/paypalAccount/paypalAccount.ts'
import { assertUser } from '../../people/user/user.ts'
import { claimEmails, customersOfEmails, replaceAliases } from './emails.ts'
import { customerOwners } from './owners.ts'

// Also used by other features.
export { holdAllEmails } from './emails.ts'
export { findCustomers } from './find.ts'
export type { CustomerRecords } from './records.ts'

/**
 * Sums of the customer `c`, from the index bill_customer alone. A currency in which nothing was
 * billed or paid yet is left out.
 */
export const customerTotals = sql`cross join lateral (
  select coalesce(sum(bills), 0)::int as bill_count, coalesce(jsonb_agg(
    jsonb_build_object(
      'currency', currency, 'billedMinor', billed, 'paidMinor', paid, 'dueMinor', due,
      'refundedMinor', refunded
    )
    order by bills desc, currency) filter (where billed > 0 or paid > 0), '[]') as totals
  from (
    select currency, count(*) as bills, sum(paid_minor) as paid, sum(refunded_minor) as refunded,
      coalesce(sum(total_minor) filter (where status = any(${billedStatuses})), 0) as billed,
      coalesce(sum(due_minor) filter (where status = any(${openStatuses})), 0) as due
    from bill where company_id = c.company_id and customer_id = c.id group by currency
  ) per_currency
) sums cross join lateral (
  select max(coalesce(p.moved_at, p.created_at)) as last_paid_at
  from bill b
  join bill_payment p on p.company_id = b.company_id and p.bill_id = b.id
  where b.company_id = c.company_id and b.customer_id = c.id and b.paid_minor > 0 and not p.pending
) paid`

/** So many of a customer's bills, paid last, tell how long they take. */
const latestPaid = 200

/**
 * How long the customer `c` takes to pay, in days of the company's calendar: the middle one, which
 * a single forgotten bill does not move.
 */
const daysToPay = ({ companyTimezone: zone }: Actor) => sql`cross join lateral (
  select case
    when count(*) > 0 then jsonb_build_object(
      'count', count(*), 'median', percentile_cont(0.5) within group (order by days)
    )
  end as days_to_pay
  from (
    select greatest(
      0,
      (
        coalesce(p.at, b.paid_at) at time zone ${zone}
      )::date - (b.sent_at at time zone ${zone})::date
    ) as days
    from (
      select company_id, id, sent_at, paid_at from bill
      where company_id = c.company_id
        and customer_id = c.id
        and paid_at is not null
        and sent_at is not null
      order by paid_at desc
      limit ${latestPaid}
    ) b cross join lateral (
      select max(coalesce(p.moved_at, p.created_at)) as at from bill_payment p
      where p.company_id = b.company_id
        and p.bill_id = b.id
        and not p.pending
        and p.created_at <= b.paid_at
    ) p
  ) d
) speed`

export async function findCustomer(db: Db, actor: Actor, id: string): Promise<Customer> {
  const { rows } = await sql<Customer>`
    select c.id, c.name, c.business_name, c.email, c.cc_emails, c.phone, c.country, c.language,
      c.default_currency, c.default_account_id,
      '{"line1": "", "line2": "", "city": "", "state": "", "postalCode": ""}'::jsonb
        || c.address as address,
      a.label as default_account_label, c.owner_id, u.name as owner_name, c.tags, c.note,
      c.merged_into_id, kept.name as merged_into_name, c.version, c.created_at, c.updated_at,
      sums.bill_count, sums.totals, paid.last_paid_at, speed.days_to_pay,
      (
        select count(*)::int
        from dispute d
        join bill b on b.company_id = d.company_id and b.id = d.bill_id
        where d.company_id = c.company_id and b.customer_id = c.id
      ) as dispute_count,
      array(
        select email
        from customer_alias x
        where x.company_id = c.company_id and x.customer_id = c.id
        order by email
      ) as payer_emails
    from customer c
    join app_user u on u.company_id = c.company_id and u.id = c.owner_id
    left join paypal_account a on a.company_id = c.company_id and a.id = c.default_account_id
    left join customer kept on kept.company_id = c.company_id and kept.id = c.merged_into_id
    ${customerTotals} ${daysToPay(actor)}
    where c.company_id = ${actor.companyId} and c.id = ${id}`.execute(db)
  if (!rows[0]) throw refuse('notFound')
  return rows[0]
}

/**
 * A person with only CreatePayPalBill can make customers for themselves or for someone below them.
 */
export async function createCustomer(
  db: Db,
  actor: Actor,
  { ownerId, ...values }: NewCustomer,
): Promise<Customer> {
  const { companyId } = actor
  const owner = ownerId ?? (companyId === actor.homeCompanyId ? actor.userId : undefined)
  if (!owner) throw refuse('customer.noOwner')
  const owners = await customerOwners(db, actor)
  if (owners !== 'all' && !owners.includes(owner)) throw refuse('notFound')
  await assertUser(db, companyId, owner)
  if (values.defaultAccountId) await findAccount(db, companyId, values.defaultAccountId)
  await claimEmails(db, actor, undefined, values)
  const { payerEmails, address, ...columns } = values
  const { id } = await db
    .insertInto('customer')
    .values({ companyId, ownerId: owner, ...columns, address: toJsonb(address) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await replaceAliases(db, companyId, { id, email: values.email }, payerEmails)
  const customer = await findCustomer(db, actor, id)
  await announce(db, companyId, [{ entity: 'customer', id }])
  await recordChange(db, actor, {
    action: 'customer.create',
    entityId: id,
    label: customer.name,
    after: customerFacts(customer),
  })
  return customer
}

/**
 * Inserts customers of the actor of whom only name and address are known, and returns them in the
 * given order. Before that, the caller held all addresses and found that nobody has these
 * (`holdAllEmails`); the caller also writes the audit log.
 */
export async function insertCustomers(
  db: Db,
  actor: Actor,
  list: { name: string; email: string | null }[],
) {
  const { rows } = await sql<{ id: string; name: string; email: string | null }>`
    insert into customer (company_id, owner_id, name, email)
    select ${actor.companyId}, ${actor.userId}, name, email
    from unnest(
      ${list.map(({ name }) => name)}::text[], ${list.map(({ email }) => email)}::text[]
    ) with ordinality as x (name, email, place)
    order by place returning id, name, email`.execute(db)
  return rows.map((row) => ({
    ...row,
    businessName: '',
    ccEmails: [],
    country: null,
    language: null,
  }))
}

/**
 * The customer that a bill is made out to. The lock keeps it from being merged away until the
 * caller's transaction ends: a merge waits for it, and it waits for a merge in progress. For a
 * duplicate that was merged, the kept customer is returned. `known`: the actor has the customer
 * from a bill that they may see, whoever owns it.
 */
export async function customerForBill(db: Db, actor: Actor, id: string, known = false) {
  const customer = await db
    .selectFrom('customer')
    .select([
      'id',
      'name',
      'businessName',
      'email',
      'ccEmails',
      'country',
      'language',
      'ownerId',
      'mergedIntoId',
    ])
    .where('companyId', '=', actor.companyId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!customer) throw refuse('notFound')
  const { ownerId, mergedIntoId, ...recipient } = customer
  if (mergedIntoId) return customerForBill(db, actor, mergedIntoId, known)
  const owners = known ? 'all' : await customerOwners(db, actor)
  if (owners !== 'all' && !owners.includes(ownerId)) throw refuse('notFound')
  return recipient
}

export type KnownCustomer = { id: string; name: string; email: string | null }

/**
 * The customers that a list of addresses and names means, as far as the actor may see them.
 * `hidden`: addresses from which colleagues' customers pay; the actor may neither use them nor give
 * them to another customer.
 */
export async function knownCustomers(db: Db, actor: Actor, emails: string[], names: string[]) {
  const { companyId } = actor
  const byEmail = await customersOfEmails(db, companyId, emails)
  const { rows: byName } = await sql<{ name: string; customerId: Id<'customer'> }>`
    select *
    from customers_named(
      ${companyId}, ${names.map((name) => name.toLowerCase())}::text[]
    )`.execute(db)
  const ids = [...new Set([...byEmail, ...byName].map(({ customerId }) => customerId))]
  const { rows } = await sql<KnownCustomer & { ownerId: Id<'user'> }>`
    select id, name, email, owner_id
    from customer
    where company_id = ${companyId} and id = any(${ids}::uuid[])`.execute(db)
  const owners = await customerOwners(db, actor)
  const visible = new Map(
    rows
      .filter(({ ownerId }) => owners === 'all' || owners.includes(ownerId))
      .map((one) => [one.id, one]),
  )
  const known = (id: string) => visible.get(id) as KnownCustomer | undefined
  return {
    ofEmail: group(byEmail.map(({ email, customerId }) => [email, known(customerId)])),
    ofName: group(byName.map(({ name, customerId }) => [name, known(customerId)])),
    hidden: new Set(
      byEmail
        .filter(({ alias, customerId }) => alias && !visible.has(customerId))
        .map(({ email }) => email),
    ),
  }
}

function group(
  pairs: [key: string, customer: KnownCustomer | undefined][],
): Map<string, KnownCustomer[]> {
  const groups = new Map<string, KnownCustomer[]>()
  for (const [key, customer] of pairs) {
    const list = groups.get(key) ?? []
    if (customer && !list.some(({ id }) => id === customer.id)) groups.set(key, [...list, customer])
  }
  return groups
}

/** The facts about a customer that the audit log keeps. */
export function customerFacts(customer: Customer) {
  const {
    name,
    businessName,
    email,
    ccEmails,
    payerEmails,
    phone,
    country,
    address,
    language,
    defaultCurrency,
    tags,
    note,
  } = customer
  const { defaultAccountLabel: defaultAccount, ownerName: owner } = customer
  return {
    name,
    businessName,
    email,
    ccEmails,
    payerEmails,
    phone,
    country,
    address,
    language,
    defaultCurrency,
    defaultAccount,
    owner,
    tags,
    note,
  }
}
