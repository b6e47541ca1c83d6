import { watchedStatuses } from '@paydesk/contract/billing/billStatus'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import { feeless, refreshAnew, wantFees } from '../../billing/bill/bill.ts'
import type { Db } from '../../lib/db.ts'
import type { Jobs } from '../../lib/job.ts'
import { literals } from '../../lib/literals.ts'
import { lockBooks } from '../../money/ledger/ledger.ts'
import { reviveStuck } from '../../paypal/operation/operation.ts'
import { noteSwept } from '../../paypal/paypalAccount/paypalAccount.ts'

export type Account = { companyId: Id<'company'>; accountId: Id<'paypalAccount'> }

/** Looks at PayPal that one account gets per minute, so that a large company stays well inside PayPal's rate. */
const perSweep = 200

/**
 * Finds what no event told: bills about which PayPal has not been heard for a while, or which were changed on PayPal's site. It also picks
 * up what a lost job left behind.
 */
export async function sweep(db: Db, jobs: Jobs, { companyId, accountId }: Account, afterSeconds: number): Promise<number> {
  const { rows: unseen } = await sql<{ id: string }>`
    select id from bill where company_id = ${companyId} and account_id = ${accountId}
      and status in (${literals(watchedStatuses)}) and provider_invoice_id is not null
      and (provider_seen_at is null or provider_seen_at < now() - make_interval(secs => ${afterSeconds}))
      and (refresh_wanted_at is null or refresh_wanted_at < now() - interval '10 minutes')
    order by provider_seen_at nulls first limit ${perSweep}`.execute(db)
  // A look that failed every time leaves its request behind, whatever the bill's status.
  const { rows: forgotten } = await sql<{ id: string }>`
    select id from bill where company_id = ${companyId} and account_id = ${accountId} and provider_invoice_id is not null
      and refresh_wanted_at < now() - interval '10 minutes' limit ${perSweep}`.execute(db)
  // The books are locked first, as in all code that locks several bills of an account.
  await lockBooks(db, [accountId])
  const ids = [...new Set([...unseen, ...forgotten].map(({ id }) => id))].sort()
  for (const id of ids) await refreshAnew(db, jobs, companyId, id)
  const { rows: unpaid } = await sql`
    select from bill_payment where company_id = ${companyId} and account_id = ${accountId} and ${feeless} limit 1`.execute(db)
  if (unpaid.length > 0) await wantFees(db, jobs, companyId, accountId)
  await reviveStuck(db, jobs, { companyId, accountId })
  if (unseen.length < perSweep) await noteSwept(db, { companyId, accountId })
  return ids.length
}
