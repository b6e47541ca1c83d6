import { unwrap } from '@paydesk/paypal/outcome'
import { sql } from 'kysely'
import { syncAccount } from '../../intake/reporting/sync.ts'
import { createLog } from '../../lib/log.ts'
import type { TestApp } from '../appInProcess.ts'
import { unique } from '../input/making.ts'
import { make } from '../make.ts'
import type { accountSim, SimApp } from '../server/accountSim.ts'

export const quietLog = createLog(
  { logLevel: (process.env.TEST_LOG ?? 'silent') as 'silent' },
  'worker',
)

type Sim = Awaited<ReturnType<typeof accountSim>>
export type Proof = {
  currency: string
  paypal: number
  ledger: number
  difference: number
  asOf: string
}

/** A company with one account at the simulator. The test decides when its transactions are read. */
export async function moneyWorld(t: TestApp, sim: Sim, values: object = {}) {
  const admin = await make.admin(t)
  const app = await sim.addAccount(values)
  return {
    ...worldOf(t, sim, admin.companyId, app),
    admin,
    accountId: await make.paypalAccount(t, admin.companyId, { as: app }),
    app,
  }
}

function worldOf(t: TestApp, sim: Sim, companyId: string, app: SimApp) {
  const paypal = t.outside.paypal.connect(
    { environment: 'sandbox', clientId: app.clientId, secret: app.secret },
    null,
  )
  const side = () => ({ pool: t.pool, jobs: t.jobs, outside: t.outside, log: quietLog })
  const query = <R>(text: string) =>
    t.in(companyId, async (db) => (await sql.raw<R>(text).execute(db)).rows)
  const account = async () =>
    (await query<{ id: string }>('select id from paypal_account'))[0]?.id as string
  /** Makes the account and its proof due now, then reads it as a worker would. */
  const sync = async () => {
    await t.owner(
      `update balance_proof set checked_at = checked_at - interval '1 day' where company_id = $1`,
      [companyId],
    )
    await t.owner('update account_sync set due_at = now() where company_id = $1', [companyId])
    await syncAccount(side(), { companyId, accountId: await account() })
  }
  const invoice = async (amountMinor = 10_000, currency = 'USD', number = `N-${unique()}`) => {
    const { id } = unwrap(
      await paypal.invoices.create({
        currency,
        number,
        recipients: [{ email: 'buyer@personal.example' }],
        items: [{ name: 'Sample', quantity: '1', unitAmount: { currency, amountMinor } }],
        partial: { allow: true },
      }),
    )
    unwrap(await paypal.invoices.send(id))
    return id
  }
  const pay = async (invoiceId: string, how: object = {}) =>
    (await sim.act<{ captureId: string }>('payInvoice', { invoiceId, ...how })).captureId
  /**
   * On paypal.com: whether Payments v2 may refund an invoice's payment is not known (paypal §3.7).
   */
  const refund = (captureId: string, amountMinor?: number) =>
    sim.act('refundInPayPal', { captureId, ...(amountMinor && { amountMinor }) })
  const proofs = () =>
    query<Proof>(
      `select currency, paypal_minor as paypal, ledger_minor as ledger,
         difference_minor as difference, as_of
       from balance_proof
       order by 1`,
    )
  /**
   * Advances the simulator's clock past the minute of the last event: reporting surely has it, and
   * balances are told by the minute.
   */
  const settle = (ms = 65_000) => sim.act('advanceClock', { ms })
  return { companyId, paypal, side, query, sync, invoice, pay, refund, proofs, settle }
}
