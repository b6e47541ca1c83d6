import type { Id } from '@paydesk/contract/lib/id'
import type { Invoice } from '@paydesk/paypal/invoice'
import { CallFailed } from '@paydesk/paypal/outcome'
import { sql } from 'kysely'
import { inCompany } from '../../lib/db.ts'
import { job, jobWithWait } from '../../lib/job.ts'
import { lockBooks } from '../../money/ledger/ledger.ts'
import { type Fee, matchLater } from '../../money/transaction/transaction.ts'
import { clientOf } from '../../paypal/paypalAccount/paypalAccount.ts'
import { recountDays } from '../../people/company/company.ts'
import { writeFees } from './fee.ts'
import { afterSnapshots, feeless, readFees, refreshBill } from './refresh.ts'
import { applyInvoice } from './snapshot.ts'

type FeelessPayment = { id: string; billId: Id<'bill'>; providerPaymentId: string }
/** Bills whose days are counted anew in one transaction. */
const daysAtOnce = 500
/**
 * Each payment costs one call. Of more than these, reporting tells the fees, hundreds in one call.
 */
const fewFees = 5

type Target = { accountId: Id<'paypalAccount'>; invoiceId: string; startedAt: string }

const targetOf = (companyId: Id<'company'>, billId: Id<'bill'>) => sql<Target>`
  select account_id, provider_invoice_id as invoice_id, clock_timestamp() as started_at
  from bill where company_id = ${companyId} and id = ${billId} and provider_invoice_id is not null`

export const billJobs = [
  job(recountDays, async ({ db, data: { companyId, after }, jobs }) => {
    const { rows: accounts } = await sql<{
      id: Id<'paypalAccount'>
    }>`select id from paypal_account where company_id = ${companyId}`.execute(db)
    await lockBooks(
      db,
      accounts.map(({ id }) => id),
    )
    const { rows } = await sql<{
      last: string | null
    }>`select recount_days(${companyId}, ${after}, ${daysAtOnce}) as last`.execute(db)
    const last = rows[0]?.last
    if (last) await jobs.enqueue(db, recountDays, { companyId, after: last })
  }),
  jobWithWait(
    refreshBill,
    async ({ pool, data: { companyId, billId }, outside }) => {
      const found = await inCompany(pool, companyId, async (db) => {
        const [target] = (await targetOf(companyId, billId).execute(db)).rows
        const client =
          target && (await clientOf(db, outside, { companyId, accountId: target.accountId }))
        return target && client && { ...target, client }
      })
      if (!found) return undefined
      const answer = await found.client.invoices.get(found.invoiceId)
      if (answer.outcome === 'done')
        return { invoice: answer.value as Invoice, startedAt: found.startedAt }
      // The invoice is gone at PayPal, or the account may not read it. Someone must look; asking
      // again changes nothing.
      if (
        answer.outcome === 'refused' &&
        answer.refusal.by === 'paypal' &&
        answer.refusal.status !== 429
      )
        return { refused: answer.refusal.name, startedAt: found.startedAt }
      throw new CallFailed(answer)
    },
    async ({ db, data: { companyId, billId, accountId }, jobs, prepared, log }) => {
      const { rows } = await sql<{ wanted: string | null }>`
        select refresh_wanted_at as wanted
        from bill
        where company_id = ${companyId} and id = ${billId}
        for update`.execute(db)
      const startedAt = prepared?.startedAt ?? new Date(0).toISOString()
      const again =
        prepared !== undefined && Date.parse(rows[0]?.wanted ?? '') >= Date.parse(startedAt)
      if (prepared && 'invoice' in prepared && prepared.invoice) {
        const applied = await applyInvoice(db, companyId, billId, prepared.invoice, { startedAt })
        if (applied === 'unclear') log.warn({ billId }, 'PayPal’s record is incomplete')
      } else if (prepared)
        log.warn({ billId, refused: prepared.refused }, 'PayPal does not show this bill')
      if (again) await jobs.enqueue(db, refreshBill, { companyId, billId, accountId })
      else
        await sql`update bill set refresh_wanted_at = null, provider_seen_at = clock_timestamp()
          where company_id = ${companyId} and id = ${billId}`.execute(db)
      await matchLater(db, jobs, companyId, billId)
      await afterSnapshots(db, jobs, companyId, [billId])
    },
  ),

  jobWithWait(
    readFees,
    async ({ pool, data: { companyId, accountId }, outside }) => {
      const found = await inCompany(pool, companyId, async (db) => {
        const { rows: payments } = await sql<FeelessPayment>`
          select id, bill_id, provider_payment_id
          from bill_payment
          where company_id = ${companyId} and account_id = ${accountId} and ${feeless}
          order by created_at, id limit ${fewFees + 1}`.execute(db)
        const client =
          payments.length > 0 &&
          payments.length <= fewFees &&
          (await clientOf(db, outside, { companyId, accountId }))
        return client ? { payments, client } : undefined
      })
      const asked: (FeelessPayment & Partial<Fee>)[] = []
      for (const payment of found?.payments ?? []) {
        const id = payment.providerPaymentId
        const capture = await found?.client.payments.getCapture(id)
        const told =
          capture?.outcome === 'refused' &&
          capture.refusal.by === 'paypal' &&
          [403, 404].includes(capture.refusal.status ?? 0)
        if (capture && capture.outcome !== 'done' && !told) throw new CallFailed(capture)
        // It is not documented whether PayPal shows an invoice's payment here (paypal §3.7). The
        // transaction search also tells the fee.
        const parts =
          capture?.outcome === 'done' ? capture.value.seller_receivable_breakdown : undefined
        const fee = parts?.paypal_fee &&
          parts.net_amount && {
            feeMinor: parts.paypal_fee.amountMinor,
            netMinor: parts.net_amount.amountMinor,
          }
        asked.push({ ...payment, ...fee })
      }
      return asked
    },
    async ({ db, data: { companyId, accountId }, prepared }) => {
      if (prepared.length === 0) return
      const known = prepared.filter(
        (payment): payment is FeelessPayment & Fee => payment.feeMinor !== undefined,
      )
      // The books are locked first, as in all code that locks several bills of an account.
      await lockBooks(db, [accountId])
      if (known.length > 0) await writeFees(db, companyId, known)
      await sql`update bill_payment set fee_asked_at = now()
        where company_id = ${companyId}
          and id = any(${prepared.map(({ id }) => id)}::uuid[])`.execute(db)
    },
  ),
]
