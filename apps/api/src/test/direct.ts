import { beforeAll } from 'vitest'
import { syncAccount } from '../intake/reporting/sync.ts'
import type { BillWorld } from './world/billWorld.ts'
import { quietLog } from './world/moneyWorld.ts'

/** Money that comes past PayPal's invoices, and the reading of the account that brings it. */
export function directMoney(world: BillWorld) {
  const { t } = world
  let simAccount: string

  const sync = async () => {
    await world.sim.act('advanceClock', { ms: 65_000 })
    await t.owner('update account_sync set due_at = now()')
    const ref = { companyId: world.operator.companyId, accountId: world.accountId }
    await syncAccount({ pool: t.pool, jobs: t.jobs, outside: t.outside, log: quietLog }, ref)
  }
  beforeAll(async () => {
    const state = (await (await fetch(`${world.sim.url}/sim/state`)).json()) as {
      accounts: { id: string }[]
    }
    simAccount = state.accounts[0]?.id as string
    await sync()
  })

  return {
    sync,
    /** The company's settings of reconciliation. */
    settings: (values: object) =>
      t.owner(
        `insert into company_setting (company_id, tabs)
         values ($1, $2)
         on conflict (company_id) do update set tabs = excluded.tabs`,
        [
          world.operator.companyId,
          JSON.stringify({ reconciliation: { toleranceBasisPoints: 0, slaHours: 48, ...values } }),
        ],
      ),
    pays: (values: object) =>
      world.sim.act<{ transactionId: string }>('payDirectly', {
        accountId: simAccount,
        currency: 'USD',
        amountMinor: 10_000,
        feeMinor: -398,
        ...values,
      }),
    rowOf: async (providerId: string) =>
      (
        await t.owner<{ id: string; version: number }>(
          'select id, version from paypal_transaction where provider_transaction_id = $1',
          [providerId],
        )
      )[0] as { id: string; version: number },
    recordings: (billId: string) =>
      t.owner<{ state: string; request: { note: string; amountMinor: number } }>(
        `select state, request from operation where bill_id = $1 and kind = 'recordPayment'`,
        [billId],
      ),
  }
}
