import { watchedStatuses } from '@paydesk/contract/billing/billStatus'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import type { Jobs } from '../../lib/job.ts'
import { literals } from '../../lib/literals.ts'
import { lockBooks } from '../../money/ledger/ledger.ts'
import { matchBills } from '../../money/transaction/transaction.ts'
import type { AccountRef } from '../../paypal/paypalAccount/paypalAccount.ts'
import type { InvoicesRead, Wanted } from './readInvoices.ts'
import { afterSnapshots } from './refresh.ts'
import { applyInvoices } from './snapshot.ts'

/** A bill that is due for a look, and when its invoice was made, nearly: bills are sent right after PayPal has them. */
export type ToSee = Wanted & { billId: Id<'bill'> }

/**
 * Bills about which PayPal has not been heard for a while, or which were changed on PayPal's site; and those whose own look was asked for
 * and never came (a lost job).
 */
export async function billsToSee(db: Db, { companyId, accountId }: AccountRef, afterSeconds: number, limit: number): Promise<ToSee[]> {
  const mine = sql`company_id = ${companyId} and account_id = ${accountId} and provider_invoice_id is not null`
  const { rows } = await sql<{ billId: Id<'bill'>; invoiceId: string; sentAt: string | null }>`
    select id as bill_id, provider_invoice_id as invoice_id, sent_at from (
      (select id, provider_invoice_id, sent_at from bill where ${mine} and status in (${literals(watchedStatuses)})
        and (provider_seen_at is null or provider_seen_at < now() - make_interval(secs => ${afterSeconds}))
        and (refresh_wanted_at is null or refresh_wanted_at < now() - interval '10 minutes')
      order by provider_seen_at nulls first limit ${limit})
      union
      (select id, provider_invoice_id, sent_at from bill where ${mine} and refresh_wanted_at < now() - interval '10 minutes' limit ${limit})
    ) due limit ${limit}`.execute(db)
  return rows.map(({ sentAt, ...row }) => ({ ...row, ...(sentAt && { createdAt: Date.parse(sentAt) }) }))
}

/** Makes the bills say what PayPal's invoices say. One that PayPal does not show counts as seen: asking again changes nothing. */
export async function takeSeen(
  db: Db,
  jobs: Jobs,
  { companyId, accountId }: AccountRef,
  bills: ToSee[],
  { found, absent }: InvoicesRead,
  startedAt: string,
): Promise<void> {
  // The books are locked first, as in all code that locks several bills of an account.
  await lockBooks(db, [accountId])
  const told = bills.flatMap(({ billId, invoiceId }) => {
    const invoice = found.get(invoiceId)
    return invoice ? [{ billId, invoice, seen: { startedAt } }] : []
  })
  await applyInvoices(db, companyId, told)
  const seen = bills.filter(({ invoiceId }) => found.has(invoiceId) || absent.has(invoiceId)).map(({ billId }) => billId)
  await sql`
    update bill set provider_seen_at = clock_timestamp(),
      refresh_wanted_at = case when refresh_wanted_at < ${startedAt}::timestamptz then null else refresh_wanted_at end
    where company_id = ${companyId} and id = any(${seen}::uuid[])`.execute(db)
  const billIds = told.map(({ billId }) => billId)
  await matchBills(db, companyId, billIds)
  await afterSnapshots(db, jobs, companyId, billIds)
}
