import { mkdirSync, rmSync } from 'node:fs'
import pg from 'pg'
import { readConfig } from '../../apps/api/src/lib/config.ts'
import { type Outside, openOutside } from '../../apps/api/src/lib/outside/outside.ts'
import { createPool } from '../../apps/api/src/lib/pool.ts'
import { newMasterKey } from '../../apps/api/src/lib/secret.ts'
import { createDatabase, prepareDatabase } from '../ground/database.ts'
import { freePort, startPrivatePostgres } from '../ground/postgres.ts'
import { connectAccount } from '../world/connectAccount.ts'
import { Simulator } from '../world/simulator.ts'

export type Account = { companyId: string; accountId: string; webhookId: string; simId: string }
export type World = {
  dir: string
  port: number
  env: Record<string, string>
  runtimeUrl: string
  ownerUrl: string
  owner: pg.Pool
  sim: Simulator
  accounts: Account[]
}

const accountsEach = 2

/**
 * The settings of a server of 8 GB. Commits wait for the disk: an event that was acknowledged must
 * be there after a power cut.
 */
const settings = [
  'shared_buffers=2GB',
  'max_wal_size=8GB',
  'checkpoint_timeout=15min',
  'max_connections=100',
  'wal_compression=off',
]

type Options = {
  name: string
  /** Eight, unless said otherwise. */
  companies?: number
  /** Arguments of the simulator besides its ports. */
  sim: string[]
  env?: Record<string, string>
  /** Settings of PostgreSQL besides the usual ones. */
  settings?: string[]
}

/** PostgreSQL, the simulator, companies with two connected accounts each. API and worker are started by the caller. */
export async function openWorld(
  root: string,
  endings: (() => unknown)[],
  options: Options,
): Promise<World> {
  const dir = `${root}.tmp/${options.name}-${process.pid}`
  mkdirSync(dir, { recursive: true })
  endings.push(() => rmSync(dir, { recursive: true, force: true }))
  const postgres = await startPrivatePostgres(dir, {
    keep: false,
    settings: [...settings, ...(options.settings ?? [])],
  })
  endings.push(() => postgres.stop())
  await createDatabase(postgres.ownerUrl('postgres'), 'paydesk')
  const ownerUrl = postgres.ownerUrl('paydesk')
  const { runtimeUrl } = await prepareDatabase(ownerUrl)
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 3 })
  // A connection can still be closing when PostgreSQL is stopped.
  owner.on('error', () => {})
  endings.push(() => owner.end())
  const sim = await Simulator.start(['--port', '0', '--tls-port', '0', ...options.sim])
  endings.push(() => sim.stop())
  const port = await freePort()
  const env = {
    NODE_ENV: 'production',
    PAYDESK_TRIAL: '1',
    DATABASE_URL: runtimeUrl,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PAYDESK_MASTER_KEYS: newMasterKey('bench'),
    PAYPAL_SIMULATOR_URL: sim.url,
    LOG_LEVEL: 'warn',
    ...options.env,
  }
  const pool = createPool(runtimeUrl, 2, 'bench')
  const accounts = await addAccounts(
    owner,
    pool,
    openOutside(readConfig(env), pool),
    sim,
    env,
    options.companies ?? 8,
  )
  await pool.end()
  return { dir, port, env, runtimeUrl, ownerUrl, owner, sim, accounts }
}

async function addAccounts(
  owner: pg.Pool,
  pool: pg.Pool,
  outside: Outside,
  sim: Simulator,
  env: Record<string, string>,
  companies: number,
): Promise<Account[]> {
  for (let n = sim.accounts.length; n < companies * accountsEach; n++)
    await sim.act('addAccount', { name: `Store ${n}`, email: `store-${n}@business.example` })
  type State = {
    accounts: { id: string; email: string; apps: { clientId: string; secret: string }[] }[]
  }
  const state = (await (await fetch(`${sim.url}/sim/state`)).json()) as State
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
  for (const { id } of state.accounts)
    await sim.act('changeAccount', { accountId: id, createdAt: Date.now() - 3 * 365 * 86_400_000 })
  const accounts: Account[] = []
  for (const [n, { id, email, apps }] of state.accounts
    .slice(0, companies * accountsEach)
    .entries()) {
    const { rows } = await owner.query<{ companyId: string; accountId: string }>(
      `insert into paypal_account (company_id, label, email, environment)
       select id, $2, $2, 'sandbox'
       from company
       where code = $1
       returning company_id as "companyId", id as "accountId"`,
      [`I${1 + (n % companies)}`, email],
    )
    const { companyId, accountId } = rows[0] as { companyId: string; accountId: string }
    const { clientId, secret } = apps[0] as { clientId: string; secret: string }
    await connectAccount(pool, outside, {
      companyId,
      accountId,
      app: { id, email, clientId, secret },
      deliverTo: env.PUBLIC_URL as string,
    })
    // Without it nothing that is done on PayPal's site is told (paypal §7.1).
    await outside.paypal
      .connect({ environment: 'sandbox', clientId, secret }, null)
      .webhooks.createLookup()
    const hook = await owner.query<{ webhookId: string }>(
      `select webhook_id as "webhookId" from paypal_account where id = $1`,
      [accountId],
    )
    accounts.push({ companyId, accountId, webhookId: hook.rows[0]?.webhookId as string, simId: id })
  }
  return accounts
}

/**
 * A bill that was sent and waits for its money; `account` is its place among the world's accounts.
 */
export type NewBill = { account: number; number: string; totalMinor: number; invoiceId: string }

export async function addBills({ ownerUrl, accounts }: World, bills: NewBill[]): Promise<void> {
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
