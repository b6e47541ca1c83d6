import { connectAccount } from '../../../../../lab/world/connectAccount.ts'
import { type SimAccount, Simulator } from '../../../../../lab/world/simulator.ts'
import type { TestApp } from '../testApp.ts'

export { Simulator }

/**
 * Makes an account of the company, joined to one of the simulator's. Its events go to `deliverTo`.
 */
export async function addAccount(
  t: TestApp,
  sim: Simulator,
  companyId: string,
  deliverTo: string,
  index = 0,
): Promise<string> {
  const app = sim.accounts[index] as SimAccount
  const [row] = await t.owner<{ id: string }>(
    `insert into paypal_account (company_id, label, email, environment)
     values ($1, $2, $2, 'sandbox')
     returning id`,
    [companyId, app.email],
  )
  const accountId = row?.id as string
  await connectAccount(t.pool, t.outside, { companyId, accountId, app, deliverTo })
  return accountId
}
