import { mkdirSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { readConfig } from '../../apps/api/src/lib/config.ts'
import { type Outside, openOutside } from '../../apps/api/src/lib/outside/outside.ts'
import { createPool } from '../../apps/api/src/lib/pool.ts'
import { connectAccount } from '../../scripts/connectAccount.ts'
import { createDatabase, prepareDatabase } from '../../scripts/database.ts'
import { newMasterKey } from '../../scripts/masterKey.ts'
import { freePort, startPrivatePostgres } from '../../scripts/postgres.ts'
import { manyCalls, type SimAccount, Simulator } from '../../scripts/simulator.ts'

export type Account = { companyId: string; accountId: string; webhookId: string }
/** What PayPal would sign with and send, taken from the simulator. */
export type PayPal = { keyPem: string; certUrl: string; paidEvent: string; captureEvent: string }
export type World = {
  dir: string
  port: number
  env: Record<string, string>
  runtimeUrl: string
  ownerUrl: string
  owner: pg.Pool
  accounts: Account[]
  paypal: PayPal
}

const companies = 8
const accountsEach = 2

/** The settings of a server of 8 GB. Commits wait for the disk: an event that was acknowledged must be there after a power cut. */
const settings = ['shared_buffers=2GB', 'max_wal_size=8GB', 'checkpoint_timeout=15min', 'max_connections=100', 'wal_compression=off']

export async function openWorld(root: string, endings: (() => unknown)[]): Promise<World> {
  const dir = `${root}.tmp/bench-ingest-${process.pid}`
  mkdirSync(dir, { recursive: true })
  endings.push(() => rmSync(dir, { recursive: true, force: true }))
  const postgres = await startPrivatePostgres(dir, { keep: false, settings })
  endings.push(() => postgres.stop())
  await createDatabase(postgres.ownerUrl('postgres'), 'paydesk')
  const ownerUrl = postgres.ownerUrl('paydesk')
  const { runtimeUrl } = await prepareDatabase(ownerUrl)
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 3 })
  endings.push(() => owner.end())
  const file = `${dir}/sim.db`
  const sim = await Simulator.start(['--port', '0', '--tls-port', '0', '--file', file])
  endings.push(() => sim.stop())
  const port = await freePort()
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: runtimeUrl,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PAYDESK_MASTER_KEYS: newMasterKey('bench'),
    PAYPAL_SIMULATOR_URL: sim.url,
    ...manyCalls,
    // Reporting is not needed here: every row comes by an event.
    PAYPAL_SYNC_SECONDS: '3600',
    LOG_LEVEL: 'warn',
  }
  const pool = createPool(runtimeUrl, 2, 'bench')
  const outside = openOutside(readConfig(env), pool)
  const paypal = await askPayPal(sim, file, outside)
  const accounts = await addAccounts(owner, pool, outside, sim, env)
  await pool.end()
  return { dir, port, env, runtimeUrl, ownerUrl, owner, accounts, paypal }
}

/** Has one bill paid at the simulator; the two events about it are the pattern of all others. */
async function askPayPal(sim: Simulator, file: string, outside: Outside): Promise<PayPal> {
  await sim.act('configure', { invoicePaymentFiresCapture: true })
  const { clientId, secret } = sim.accounts[0] as SimAccount
  const client = outside.paypal.connect({ environment: 'sandbox', clientId, secret }, null)
  await client.webhooks.create('http://127.0.0.1:9/nobody', ['*'])
  const made = await client.invoices.create({
    number: 'PATTERN-000001',
    currency: 'USD',
    items: [{ name: 'Lamp', quantity: '1', unitAmount: { currency: 'USD', amountMinor: 12_000 } }],
    recipients: [{ email: 'customer@example.com' }],
  })
  if (made.outcome !== 'done') throw new Error('The simulator made no invoice')
  await client.invoices.send(made.value.id, { sendToRecipient: true })
  await sim.act('payInvoice', { id: made.value.id, invoiceId: made.value.id })
  const store = new DatabaseSync(file, { readOnly: true })
  const read = (kind: string) =>
    store
      .prepare('select body from doc where kind = ?')
      .all(kind)
      .map(({ body }) => JSON.parse(String(body)) as { type?: string; body?: string; signingKeyPem?: string })
  const state = (await (await fetch(`${sim.url}/sim/state`)).json()) as { certUrl: string }
  const bodyOf = (type: string) => read('event').find((event) => event.type === type)?.body as string
  const [credentials] = read('credentials')
  const found = {
    keyPem: credentials?.signingKeyPem as string,
    certUrl: state.certUrl,
    paidEvent: bodyOf('INVOICING.INVOICE.PAID'),
    captureEvent: bodyOf('PAYMENT.CAPTURE.COMPLETED'),
  }
  store.close()
  return found
}

async function addAccounts(
  owner: pg.Pool,
  pool: pg.Pool,
  outside: Outside,
  sim: Simulator,
  env: Record<string, string>,
): Promise<Account[]> {
  for (let n = sim.accounts.length; n < companies * accountsEach; n++)
    await sim.act('addAccount', { name: `Store ${n}`, email: `store-${n}@business.example` })
  type State = { accounts: { id: string; email: string; apps: { clientId: string; secret: string }[] }[] }
  const state = (await (await fetch(`${sim.url}/sim/state`)).json()) as State
  await owner.query(
    `insert into company (name, code, country, timezone, base_currency)
     select '公司 ' || n, 'I' || n, 'C2', 'Asia/Shanghai', 'USD' from generate_series(1, $1) n`,
    [companies],
  )
  await owner.query(
    `insert into app_user (company_id, username, name) select id, 'owner-' || code, '业务员' from company where code like 'I%'`,
  )
  await owner.query(
    `insert into customer (company_id, name, email, owner_id)
     select u.company_id, '客户', 'customer@example.com', u.id from app_user u join company c on c.id = u.company_id where c.code like 'I%'`,
  )
  const accounts: Account[] = []
  for (const [n, { id, email, apps }] of state.accounts.slice(0, companies * accountsEach).entries()) {
    const { rows } = await owner.query<{ companyId: string; accountId: string }>(
      `insert into paypal_account (company_id, label, email, environment) select id, $2, $2, 'sandbox' from company where code = $1
       returning company_id as "companyId", id as "accountId"`,
      [`I${1 + (n % companies)}`, email],
    )
    const { companyId, accountId } = rows[0] as { companyId: string; accountId: string }
    const { clientId, secret } = apps[0] as { clientId: string; secret: string }
    await connectAccount(pool, outside, { companyId, accountId, app: { id, email, clientId, secret }, deliverTo: env.PUBLIC_URL as string })
    const hook = await owner.query<{ webhookId: string }>(`select webhook_id as "webhookId" from paypal_account where id = $1`, [accountId])
    accounts.push({ companyId, accountId, webhookId: hook.rows[0]?.webhookId as string })
  }
  return accounts
}

/** Adds bills that were sent and wait for their money, numbered from `from`; bill n belongs to account n modulo the number of accounts. */
export async function addBills({ ownerUrl, accounts }: World, from: number, to: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  // The rows are correct by construction, so no foreign key needs a look-up.
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into bill (company_id, number, title, customer_id, customer_name, currency, total_minor, due_minor, due_date, owner_id, account_id,
       status, provider_invoice_id, provider_status, provider_updated_at, provider_seen_at, sent_at)
     select a.company_id, 'IN-' || lpad(n::text, 9, '0'), '货款', c.id, c.name, 'USD', 1000 + n % 90000, 1000 + n % 90000, current_date + 30,
       c.owner_id, a.account_id, 'sent', 'INV2-' || lpad(n::text, 16, '0'), 'SENT', now() - interval '1 day', now(), now() - interval '1 day'
     from generate_series($1::integer, $2::integer - 1) n
     join unnest($3::uuid[], $4::uuid[]) with ordinality a (company_id, account_id, no) on a.no = 1 + n % $5
     join customer c on c.company_id = a.company_id`,
    [from, to, accounts.map(({ companyId }) => companyId), accounts.map(({ accountId }) => accountId), accounts.length],
  )
  await client.query(`insert into bill_content (company_id, bill_id) select company_id, id from bill where number >= $1 and number < $2`, [
    `IN-${String(from).padStart(9, '0')}`,
    `IN-${String(to).padStart(9, '0')}`,
  ])
  await client.query('analyze')
  await client.end()
}
