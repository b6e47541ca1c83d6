import { openOperationStates } from '@paydesk/contract/bill'
import { watchedStatuses } from '@paydesk/contract/billStatus'
import { sql } from 'kysely'
import { feeless, wantFees, wantRefresh } from '../bill/bill.ts'
import type { Db } from '../lib/db.ts'
import type { Jobs } from '../lib/job.ts'
import { literals } from '../lib/literals.ts'
import { performOperation } from '../operation/operation.ts'
import { lockBooks } from '../transaction/transaction.ts'

export type Account = { companyId: string; accountId: string }

/** Looks at PayPal that one account gets per minute, so that a large company stays well inside PayPal's rate. */
const perSweep = 200

/**
 * Finds what no event told: bills that PayPal has not been heard of about for a while, or that were changed in PayPal's own pages.
 * Also picks up what a lost job left behind.
 */
export async function sweep(db: Db, jobs: Jobs, { companyId, accountId }: Account, afterSeconds: number): Promise<number> {
  const { rows: unseen } = await sql<{ id: string }>`
    select id from bill where company_id = ${companyId} and account_id = ${accountId}
      and status in (${literals(watchedStatuses)}) and provider_invoice_id is not null
      and (provider_seen_at is null or provider_seen_at < now() - make_interval(secs => ${afterSeconds}))
      and (refresh_wanted_at is null or refresh_wanted_at < now() - interval '10 minutes')
    order by provider_seen_at nulls first limit ${perSweep}`.execute(db)
  // A look that failed every time leaves its wish behind, whatever the bill's status.
  const { rows: forgotten } = await sql<{ id: string }>`
    select id from bill where company_id = ${companyId} and account_id = ${accountId} and provider_invoice_id is not null
      and refresh_wanted_at < now() - interval '10 minutes' limit ${perSweep}`.execute(db)
  // The books first, as whoever else locks several bills of an account.
  await lockBooks(db, [accountId])
  const ids = [...new Set([...unseen, ...forgotten].map(({ id }) => id))].sort()
  for (const id of ids) {
    await sql`update bill set refresh_wanted_at = null where company_id = ${companyId} and id = ${id}`.execute(db)
    await wantRefresh(db, jobs, companyId, id)
  }
  const { rows: unpaid } = await sql`
    select from bill_payment where company_id = ${companyId} and account_id = ${accountId} and ${feeless} limit 1`.execute(db)
  if (unpaid.length > 0) await wantFees(db, jobs, companyId, accountId)
  // Far longer than any call can take: whoever had it is gone.
  const { rows: stuck } = await sql<{ id: string }>`
    update operation set due_at = now() where company_id = ${companyId} and account_id = ${accountId}
      and state in (${literals(openOperationStates)}) and due_at < now() - interval '5 minutes' returning id`.execute(db)
  for (const { id } of stuck) await jobs.enqueue(db, performOperation, { companyId, operationId: id })
  if (unseen.length < perSweep)
    await sql`
      insert into paypal_account_health (company_id, account_id, swept_at) values (${companyId}, ${accountId}, now())
      on conflict (company_id, account_id) do update set swept_at = now()`.execute(db)
  return ids.length
}
