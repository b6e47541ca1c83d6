import type pg from 'pg'
import { readConfig } from '../../apps/api/src/lib/config.ts'
import { openOutside } from '../../apps/api/src/lib/outside/outside.ts'
import { seedCompanies } from './companies.ts'
import { connectAccount } from './connectAccount.ts'
import { seedBills } from './seedBills.ts'
import type { SimAccount, Simulator } from './simulator.ts'

/** Of everybody in a stack whose own people do not sign in by hand. */
export const labPassword = 'torture-torture-1'

/** What `fill` gets from a stack, before any process of the product runs. */
export type Filling = {
  /** Connects as the product does. */
  pool: pg.Pool
  owner: pg.Pool
  sim: Simulator
  env: Record<string, string>
  /** The addresses of the APIs. */
  apis: string[]
}

/** The two demonstration companies with their people and some bills of every state. */
export async function fillDemo({ pool }: Pick<Filling, 'pool'>, password = labPassword) {
  await seedCompanies(pool, { password, demo: false })
  await seedBills(pool)
}

/** Accounts of company A that are joined to the simulator's. */
export type Accounts = {
  companyId: string
  accountIds: string[]
  /** The simulator's ids of the same accounts. */
  simAccountIds: string[]
}

/** PayPal tells the events of the accounts to the APIs in turn. */
export async function addAccounts(
  { pool, owner, sim, env, apis }: Filling,
  count: number,
): Promise<Accounts> {
  const ours = await simAccounts(sim, count)
  const { rows } = await owner.query<{ id: string }>(`select id from company where code = 'CX'`)
  const companyId = rows[0]?.id as string
  const accountIds: string[] = []
  for (const [index, app] of ours.entries()) {
    const made = await owner.query<{ id: string }>(
      `insert into paypal_account (company_id, label, email, environment)
       values ($1, $2, $2, 'sandbox')
       returning id`,
      [companyId, app.email],
    )
    const accountId = made.rows[0]?.id as string
    await connectAccount(pool, openOutside(readConfig(env), pool), {
      companyId,
      accountId,
      app,
      deliverTo: apis[index % apis.length] as string,
    })
    accountIds.push(accountId)
  }
  return { companyId, accountIds, simAccountIds: ours.map(({ id }) => id) }
}

/** So many of the simulator's accounts, made where there are fewer. */
export async function simAccounts(sim: Simulator, count: number): Promise<SimAccount[]> {
  for (let index = sim.accounts.length; index < count; index++)
    await sim.act('addAccount', {
      name: `Store ${index}`,
      email: `store-${index}@business.example`,
    })
  type State = {
    accounts: { id: string; email: string; apps: { clientId: string; secret: string }[] }[]
  }
  const { accounts } = (await (await fetch(`${sim.url}/sim/state`)).json()) as State
  return accounts.slice(0, count).map(({ id, email, apps }) => {
    const { clientId, secret } = apps[0] as { clientId: string; secret: string }
    return { id, email, clientId, secret }
  })
}
