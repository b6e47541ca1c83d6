import { watchedStatuses } from '@paydesk/contract/billing/billStatus'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../lib/db.ts'
import type { JobKind, Jobs } from '../../lib/job.ts'
import { literals } from '../../lib/literals.ts'
import { lockBooks } from '../../money/ledger/ledger.ts'
import { matchBills } from '../../money/transaction/transaction.ts'
import type { AccountRef } from '../../paypal/paypalAccount/paypalAccount.ts'
import { withUnreadRefunds } from './payment.ts'
import type { InvoicesRead, Wanted } from './readInvoices.ts'
import { applyInvoices } from './snapshot.ts'

/** Jobs that 0.3.0 queued name no account. */
const BillData = z.object({ companyId: z.uuid(), billId: z.uuid(), accountId: z.uuid().optional() })
/** A look at PayPal's own record of one bill. */
export const refreshBill: JobKind<typeof BillData> = {
  name: 'bill.refresh',
  data: BillData,
  concurrency: 4,
  perAccount: 3,
}
const AccountData = z.object({ companyId: z.uuid(), accountId: z.uuid() })
/** Reads the fees that PayPal kept of an account's payments. */
export const readFees: JobKind<typeof AccountData> = {
  name: 'bill.readFeesOfAccount',
  data: AccountData,
  concurrency: 2,
  perAccount: 1,
}

/**
 * Reads to which payments the refunds belong that an invoice lists; the invoice itself does not say
 * it (refund/jobs.ts).
 */
export const readRefunds: JobKind<typeof BillData> = {
  name: 'bill.readRefunds',
  data: BillData,
  concurrency: 2,
  perAccount: 1,
}

/**
 * However many ask, one look is queued. A request during a look gets another look after
 * it (see jobs.ts).
 */
export async function wantRefresh(
  db: Db,
  jobs: Jobs,
  companyId: Id<'company'>,
  billId: Id<'bill'>,
): Promise<void> {
  const { rows } = await sql<{ queued: boolean; accountId: Id<'paypalAccount'> | null }>`
    update bill b set refresh_wanted_at = clock_timestamp()
    from (
      select id, refresh_wanted_at is not null as queued
      from bill
      where company_id = ${companyId} and id = ${billId}
      for update
    ) before
    where b.company_id = ${companyId} and b.id = before.id
    returning before.queued, b.account_id`.execute(db)
  const [bill] = rows
  if (bill?.queued === false)
    await jobs.enqueue(db, refreshBill, {
      companyId,
      billId,
      accountId: bill.accountId ?? undefined,
    })
}

/**
 * Finds out what a record of PayPal's does not say: the fee of each payment, unless the payment's
 * own row tells it within seconds, and to which payment a refund belongs.
 */
export async function afterSnapshots(
  db: Db,
  jobs: Jobs,
  companyId: Id<'company'>,
  billIds: Id<'bill'>[],
): Promise<void> {
  if (billIds.length === 0) return
  for (const bill of await withUnreadRefunds(db, companyId, billIds))
    await jobs.enqueue(db, readRefunds, { companyId, ...bill })
  const { rows } = await sql<{ accountId: Id<'paypalAccount'> }>`
    select distinct account_id
    from bill_payment
    where company_id = ${companyId}
      and bill_id = any(${billIds}::uuid[])
      and ${feeless}`.execute(db)
  for (const { accountId } of rows) await wantFees(db, jobs, companyId, accountId)
}

/**
 * PayPal payments that have arrived (not pending), whose fee is not known and was not asked for.
 */
export const feeless = sql`fee_minor is null
  and source = 'paypal'
  and not pending
  and fee_asked_at is null
  and account_id is not null`

/**
 * The job waits a moment and then reads all of the account's payments at once: most fees have
 * been told by then.
 */
const feeSeconds = 1
export const wantFees = (
  db: Db,
  jobs: Jobs,
  companyId: Id<'company'>,
  accountId: Id<'paypalAccount'>,
) =>
  jobs.enqueue(
    db,
    readFees,
    { companyId, accountId },
    { afterSeconds: feeSeconds, onceBy: accountId },
  )

/**
 * A bill that is due for a look, and when its invoice was made, nearly: bills are sent right after
 * PayPal has them.
 */
export type ToSee = Wanted & { billId: Id<'bill'> }

/**
 * Bills about which PayPal has not been heard for a while, or which were changed on PayPal's site;
 * and those whose own look was asked for and never came (a lost job).
 */
export async function billsToSee(
  db: Db,
  { companyId, accountId }: AccountRef,
  afterSeconds: number,
  limit: number,
): Promise<ToSee[]> {
  const mine = sql`company_id = ${companyId}
    and account_id = ${accountId}
    and provider_invoice_id is not null`
  const { rows } = await sql<{ billId: Id<'bill'>; invoiceId: string; sentAt: string | null }>`
    select id as bill_id, provider_invoice_id as invoice_id, sent_at from (
      (
        select id, provider_invoice_id, sent_at
        from bill
        where ${mine}
          and status in (${literals(watchedStatuses)})
          and (
            provider_seen_at is null
            or provider_seen_at < now() - make_interval(secs => ${afterSeconds})
          )
          and (refresh_wanted_at is null or refresh_wanted_at < now() - interval '10 minutes')
        order by provider_seen_at nulls first
        limit ${limit}
      )
      union
      (
        select id, provider_invoice_id, sent_at
        from bill
        where ${mine} and refresh_wanted_at < now() - interval '10 minutes'
        limit ${limit}
      )
    ) due limit ${limit}`.execute(db)
  return rows.map(({ sentAt, ...row }) => ({
    ...row,
    ...(sentAt && { createdAt: Date.parse(sentAt) }),
  }))
}

/**
 * Makes the bills say what PayPal's invoices say. One that PayPal does not show counts as seen:
 * asking again changes nothing.
 */
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
  const seen = bills
    .filter(({ invoiceId }) => found.has(invoiceId) || absent.has(invoiceId))
    .map(({ billId }) => billId)
  await sql`
    update bill
    set provider_seen_at = clock_timestamp(),
      refresh_wanted_at = case
        when refresh_wanted_at < ${startedAt}::timestamptz then null
        else refresh_wanted_at
      end
    where company_id = ${companyId} and id = any(${seen}::uuid[])`.execute(db)
  const billIds = told.map(({ billId }) => billId)
  await matchBills(db, companyId, billIds)
  await afterSnapshots(db, jobs, companyId, billIds)
}
