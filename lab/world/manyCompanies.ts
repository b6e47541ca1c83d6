/**
 * Many companies with accounts of some years, for what is measured or tortured at the volume of a
 * large installation.
 */
import pg from 'pg'
import { readConfig } from '../../apps/api/src/lib/config.ts'
import { openOutside } from '../../apps/api/src/lib/outside/outside.ts'
import { type Filling, simAccounts } from './accounts.ts'
import { connectAccount } from './connectAccount.ts'

export type Account = { companyId: string; accountId: string; webhookId: string; simId: string }

const accountsEach = 2

/** Companies with two connected accounts each. */
export async function fillManyCompanies(
  { owner, pool, sim, env }: Filling,
  companies: number,
): Promise<{ accounts: Account[] }> {
  const outside = openOutside(readConfig(env), pool)
  const ours = await simAccounts(sim, companies * accountsEach)
  await owner.query(
    `insert into company (name, code, country, timezone, base_currency)
     select '公司 ' || n, 'I' || n, 'C2', 'Asia/Shanghai', 'USD' from generate_series(1, $1) n`,
    [companies],
  )
  await owner.query(
    `insert into app_user (company_id, username, name)
     select id, 'owner-' || code, '业务员'
     from company
     where code like 'I%'`,
  )
  await owner.query(
    `insert into customer (company_id, name, email, owner_id)
     select u.company_id, '客户', 'customer@example.com', u.id
     from app_user u
     join company c on c.id = u.company_id
     where c.code like 'I%'`,
  )
  // The accounts are years old: reading begins with the days before they were connected.
  for (const { id } of ours)
    await sim.act('changeAccount', { accountId: id, createdAt: Date.now() - 3 * 365 * 86_400_000 })
  const accounts: Account[] = []
  for (const [n, app] of ours.entries()) {
    const { rows } = await owner.query<{ companyId: string; accountId: string }>(
      `insert into paypal_account (company_id, label, email, environment)
       select id, $2, $2, 'sandbox'
       from company
       where code = $1
       returning company_id as "companyId", id as "accountId"`,
      [`I${1 + (n % companies)}`, app.email],
    )
    const { companyId, accountId } = rows[0] as { companyId: string; accountId: string }
    await connectAccount(pool, outside, {
      companyId,
      accountId,
      app,
      deliverTo: env.PUBLIC_URL as string,
    })
    // Without it nothing that is done on PayPal's site is told (paypal §7.1).
    await outside.paypal
      .connect({ environment: 'sandbox', clientId: app.clientId, secret: app.secret }, null)
      .webhooks.createLookup()
    const hook = await owner.query<{ webhookId: string }>(
      `select webhook_id as "webhookId" from paypal_account where id = $1`,
      [accountId],
    )
    const webhookId = hook.rows[0]?.webhookId as string
    accounts.push({ companyId, accountId, webhookId, simId: app.id })
  }
  return { accounts }
}

/**
 * A bill that was sent and waits for its money; `account` is its place among the world's accounts.
 */
export type NewBill = { account: number; number: string; totalMinor: number; invoiceId: string }

export async function addBills(
  { ownerUrl, accounts }: { ownerUrl: string; accounts: Account[] },
  bills: NewBill[],
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  // The rows are correct by construction, so no foreign key needs a look-up.
  await client.query('set session_replication_role = replica')
  const given = bills.map((bill) => ({ ...bill, ...(accounts[bill.account] as Account) }))
  await client.query(
    `with made as (
       insert into bill (
         company_id, number, title, customer_id, customer_name, currency, total_minor, due_minor,
         due_date, owner_id, account_id, status, provider_invoice_id, provider_status,
         provider_updated_at, provider_seen_at, sent_at
       )
       select a.company_id, a.number, '货款', c.id, c.name, 'USD', a.total, a.total,
         current_date + 30, c.owner_id, a.account_id, 'sent', a.invoice, 'SENT',
         now() - interval '1 day', now(), now() - interval '1 day'
       from unnest(
         $1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::text[]
       ) a (company_id, account_id, number, total, invoice)
       join customer c on c.company_id = a.company_id
       returning company_id, id
     )
     insert into bill_content (company_id, bill_id) select company_id, id from made`,
    [
      given.map(({ companyId }) => companyId),
      given.map(({ accountId }) => accountId),
      given.map(({ number }) => number),
      given.map(({ totalMinor }) => totalMinor),
      given.map(({ invoiceId }) => invoiceId),
    ],
  )
  await client.end()
}
