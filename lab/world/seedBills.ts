/**
 * Bills of every state for stories, benches and tortures, written straight into the database: a
 * test is about a screen or a load, and must not wait until the product and PayPal have made what
 * it starts from. What people see of the product is the demo's history instead (demo/history.ts).
 */
import type { BillStatus } from '@paydesk/contract/billing/billStatus'
import type { Currency } from '@paydesk/contract/lib/money'
import { sql } from 'kysely'
import type pg from 'pg'
import { indexBills } from '../../apps/api/src/billing/bill/search.ts'
import type { Db } from '../../apps/api/src/lib/db.ts'
import type { Outside } from '../../apps/api/src/lib/outside/outside.ts'
import { asSuperAdmin } from '../../apps/api/src/people/company/company.ts'
import { connectAccount } from './connectAccount.ts'
import type { Simulator } from './simulator.ts'

const billed = [
  ['CX', 64, ['wangfang', 'lilei', 'zhaomin']],
  ['HG', 12, ['harbor-admin', 'harbor-ops']],
] as const

export const seedBills = (pool: pg.Pool) =>
  asSuperAdmin(pool, async (db) => {
    for (const [code, count, usernames] of billed) {
      const { id } = await db
        .selectFrom('company')
        .select('id')
        .where('code', '=', code)
        .executeTakeFirstOrThrow()
      await sql`select set_config('app.company_id', ${id}, true)`.execute(db)
      const people = await db
        .selectFrom('appUser')
        .select(['id', 'username'])
        .where('companyId', '=', id)
        .execute()
      const owners = usernames.flatMap((name) =>
        people.filter(({ username }) => username === name).map((one) => one.id),
      )
      await addBills(db, id, code, owners, count, new Date())
    }
  })

/**
 * Joins the first company's account to the simulator's first, so that bills can really be sent and
 * paid. Returns whether it did so now.
 */
export async function connectFirstAccount(
  pool: pg.Pool,
  outside: Outside,
  sim: Simulator,
  deliverTo: string,
): Promise<boolean> {
  const [app] = sim.accounts
  const account = await asSuperAdmin(pool, async (db) => {
    const company = await db
      .selectFrom('company')
      .select('id')
      .where('code', '=', 'CX')
      .executeTakeFirst()
    if (!company) return undefined
    await sql`select set_config('app.company_id', ${company.id}, true)`.execute(db)
    return db
      .selectFrom('paypalAccount')
      .select(['companyId', 'id', 'clientId'])
      .where('companyId', '=', company.id)
      .orderBy('createdAt')
      .executeTakeFirst()
  })
  if (!app || !account || account.clientId === app.clientId) return false
  await connectAccount(pool, outside, {
    companyId: account.companyId,
    accountId: account.id,
    app,
    deliverTo,
  })
  return true
}

const customers = [
  ['Nordlys Interiør AS', 'ap@nordlys.example', 'NO'],
  ['Blue Harbor Trading LLC', 'billing@blueharbor.example', 'US'],
  ['Möbelhaus Lindner GmbH', 'rechnung@lindner.example', 'DE'],
  ['株式会社さくら商事', 'keiri@sakura.example', 'JP'],
  ['Casa Verde Lda', 'contas@casaverde.example', 'PT'],
  ['Aurora Gift Shop', 'hello@auroragift.example', 'AU'],
] as const
const titles = [
  '样品费',
  'LED 灯具尾款',
  '定制包装首付款',
  '空运运费',
  'Spring collection deposit',
  '模具费',
]
const amounts: [Currency, number][] = [
  ['USD', 128_450],
  ['EUR', 76_020],
  ['JPY', 248_000],
  ['GBP', 31_999],
  ['USD', 1_280_000],
]
const statuses: BillStatus[] = [
  'sent',
  'paid',
  'draft',
  'partiallyPaid',
  'sent',
  'paid',
  'refunded',
  'cancelled',
  'paymentPending',
  'sendFailed',
  'paid',
]

async function addBills(
  db: Db,
  companyId: string,
  code: string,
  owners: string[],
  count: number,
  now: Date,
) {
  const owner = (index: number) => owners[index % owners.length] as string
  const account = await db
    .insertInto('paypalAccount')
    .values({
      companyId,
      label: `${code} 主账户`,
      email: `pay-${code.toLowerCase()}@example.com`,
      environment: 'sandbox',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = await db
    .insertInto('customer')
    .values(
      customers.map(([name, email, country], index) => ({
        companyId,
        name,
        email,
        country,
        ownerId: owner(index),
      })),
    )
    .returning(['id', 'name'])
    .execute()
  const day = 24 * 3600 * 1000
  const bills = Array.from({ length: count }, (_, index) => {
    const [currency, base] = amounts[index % amounts.length] as [Currency, number]
    const status = statuses[index % statuses.length] as BillStatus
    const customer = made[(index * 5) % made.length] as { id: string; name: string }
    const totalMinor = base + index * 100
    const isPaid = status === 'paid' || status === 'refunded'
    const paidMinor = isPaid
      ? totalMinor
      : status === 'partiallyPaid'
        ? Math.floor(totalMinor / 2)
        : 0
    const createdAt = new Date(now.getTime() - index * 0.8 * day - 3600_000)
    return {
      companyId,
      number: `${code}-${createdAt.getUTCFullYear()}-${String(count - index).padStart(5, '0')}`,
      title: titles[index % titles.length] as string,
      customerId: customer.id,
      customerName: customer.name,
      currency,
      totalMinor,
      paidMinor,
      refundedMinor: status === 'refunded' ? totalMinor : 0,
      dueMinor: totalMinor - paidMinor,
      subtotalMinor: totalMinor,
      dueDate: new Date(createdAt.getTime() + 15 * day).toISOString().slice(0, 10),
      ownerId: owner(index),
      accountId: status === 'draft' ? null : account.id,
      status,
      createdAt: createdAt.toISOString(),
    }
  })
  const written = await db
    .insertInto('bill')
    .values(bills)
    .returning(['id', 'title', 'customerName', 'totalMinor'])
    .execute()
  const emails = new Map(customers.map(([name, email]) => [name as string, email as string | null]))
  const contents = written.map(({ id, title, customerName, totalMinor }) => ({
    companyId,
    billId: id,
    items: JSON.stringify([
      { name: title, description: '', quantity: '1', unitAmountMinor: totalMinor, taxName: '' },
    ]),
    recipient: JSON.stringify({
      name: customerName,
      businessName: '',
      email: emails.get(customerName) ?? null,
      ccEmails: [],
      country: null,
      language: null,
    }),
  }))
  await db.insertInto('billContent').values(contents).execute()
  await addPayments(db, companyId)
  await indexBills(
    db,
    companyId,
    written.map(({ id }) => id),
  )
}

/** A payment comes two days after its bill, less PayPal's fee; a refund goes back a day later. */
async function addPayments(db: Db, companyId: string) {
  const fee = sql`round(paid_minor * 0.0349)::bigint`
  await sql`
    insert into bill_payment (
      company_id, bill_id, account_id, provider_payment_id, source, method, currency, amount_minor,
      fee_minor, net_minor, refunded_minor, paid_on, moved_at, created_at
    )
    select company_id, id, account_id, 'DEMO-' || number, 'paypal', 'PAYPAL', currency, paid_minor,
      ${fee}, paid_minor - ${fee}, refunded_minor,
      least(created_at + interval '2 days', now())::date,
      least(created_at + interval '2 days', now()), least(created_at + interval '2 days', now())
    from bill where company_id = ${companyId} and paid_minor > 0`.execute(db)
  await sql`
    insert into bill_refund (
      company_id, bill_id, provider_refund_id, source, currency, amount_minor, refunded_on,
      created_at
    )
    select company_id, id, 'DEMO-R-' || number, 'paypal', currency, refunded_minor,
      least(created_at + interval '3 days', now())::date,
      least(created_at + interval '3 days', now())
    from bill where company_id = ${companyId} and refunded_minor > 0`.execute(db)
}
