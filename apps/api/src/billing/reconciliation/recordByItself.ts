import type { Id } from '@paydesk/contract/lib/id'
import type { Invoice } from '@paydesk/paypal/invoice'
import { CallFailed, type Outcome } from '@paydesk/paypal/outcome'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Actor, automaticActor } from '../../lib/actor.ts'
import { type Db, inCompany } from '../../lib/db.ts'
import { Refusal } from '../../lib/errors.ts'
import { type JobKind, type Jobs, jobWithWait } from '../../lib/job.ts'
import { lockBooks } from '../../money/ledger/ledger.ts'
import { type Change, recordChange } from '../../office/audit/audit.ts'
import { type AccountRef, clientOf } from '../../paypal/paypalAccount/paypalAccount.ts'
import { readSettings } from '../../people/companySetting/companySetting.ts'
import { applyInvoices } from '../bill/bill.ts'
import { recordOnBill } from './recordOnBill.ts'

const AccountData = z.object({ companyId: z.uuid(), accountId: z.uuid() })
const recordMatches: JobKind<typeof AccountData> = {
  name: 'reconciliation.recordMatches',
  data: AccountData,
  concurrency: 2,
  leaves: true,
}
/** Each costs a look at PayPal. What is left over comes with the account's next reading. */
const mostAtOnce = 20
/** PayPal takes a payment for an invoice in these statuses. */
const payable = ['SENT', 'UNPAID', 'SHARED', 'PARTIALLY_PAID']

type Line = {
  billId: Id<'bill'>
  currency: string
  invoiceId: string
  transactionId: string
  rowId: string
  amountMinor: number
}
type Known = {
  billId: Id<'bill'>
  paymentId: string
  source: 'paypal' | 'external'
  amountMinor: number
  hasRow: boolean
}

/**
 * Money that names its bill and came past PayPal's invoice, which asks for it still
 * (recordable_lines).
 */
const linesOf = ({ companyId, accountId }: AccountRef) => sql<Line>`
  select b.id as bill_id, b.currency, b.provider_invoice_id as invoice_id, r.transaction_id,
    r.row_id, r.amount_minor
  from recordable_lines(
    ${companyId},
    array(
      select id
      from bill
      where company_id = ${companyId}
        and account_id = ${accountId}
        and covered_minor > 0
        and operation_id is null
    )
  ) r
  join bill b on b.company_id = ${companyId} and b.id = r.bill_id where r.record = 'byItself'`

/** At random: invoices that cannot be recorded on just now must not keep all others waiting. */
const someOf = (ref: AccountRef) => sql<Line>`${linesOf(ref)}
order by random()
limit ${mostAtOnce}`

/**
 * Call it after rows were matched. Most accounts have nothing of the kind, and then
 * there is no job.
 */
export async function wantRecording(db: Db, jobs: Jobs, ref: AccountRef): Promise<void> {
  if (!(await readSettings(db, ref.companyId)).reconciliation.recordMatches) return
  const { rows } = await sql`${linesOf(ref)} limit 1`.execute(db)
  if (rows.length > 0)
    await jobs.enqueue(db, recordMatches, ref, { afterSeconds: 1, onceBy: ref.accountId })
}

/**
 * Whether PayPal's invoice, as it is now, surely does not have the money yet. A payment that we do
 * not know, or one of the same amount whose own row has not come, may be this very one.
 */
export function lacks(
  invoice: Invoice,
  line: Pick<Line, 'rowId' | 'currency' | 'amountMinor'>,
  known: Omit<Known, 'billId'>[],
): boolean {
  const listed = invoice.payments?.transactions ?? []
  const isKnown = (id: string | undefined) => known.some(({ paymentId }) => paymentId === id)
  const doubtful = known.some(
    ({ source, amountMinor, hasRow }) =>
      source === 'paypal' && !hasRow && amountMinor === line.amountMinor,
  )
  const due = invoice.due_amount?.amountMinor ?? 0
  return (
    payable.includes(invoice.status) &&
    invoice.detail.currency_code === line.currency &&
    due >= line.amountMinor &&
    listed.every(({ payment_id }) => isKnown(payment_id)) &&
    listed.every(
      ({ payment_id, note }) => payment_id !== line.rowId && !note?.includes(line.rowId),
    ) &&
    !doubtful
  )
}

/**
 * PayPal declined to show this invoice. Nothing is recorded on it then, and the others go on.
 * Whether PayPal got the question, whether it has had enough of them, or whether we may ask at all,
 * concerns all of them, so it is asked again.
 */
export const isAboutThisOne = (answer: Outcome<unknown>) =>
  answer.outcome === 'refused' && answer.refusal.by === 'paypal' && answer.refusal.status !== 429

type Looked = { line: Line; invoice: Invoice }

export const recordingJobs = [
  jobWithWait(
    recordMatches,
    async ({ pool, data, outside }) => {
      const begun = await inCompany(pool, data.companyId, async (db) => {
        const { reconciliation } = await readSettings(db, data.companyId)
        const { rows } = reconciliation.recordMatches
          ? await someOf(data).execute(db)
          : { rows: [] }
        const client = rows.length > 0 ? await clientOf(db, outside, data) : undefined
        const { rows: clock } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(
          db,
        )
        return client ? { rows, client, startedAt: clock[0]?.at as string } : undefined
      })
      const looked: Looked[] = []
      for (const line of begun?.rows ?? []) {
        const answer = await begun?.client.invoices.get(line.invoiceId)
        if (answer?.outcome === 'done') looked.push({ line, invoice: answer.value })
        else if (answer && !isAboutThisOne(answer)) throw new CallFailed(answer)
      }
      return { looked, startedAt: begun?.startedAt ?? '' }
    },
    async ({ db, data, jobs, prepared: { looked, startedAt } }) => {
      if (looked.length === 0) return
      const { companyId, accountId } = data
      await lockBooks(db, [accountId])
      const billIds = [...new Set(looked.map(({ line }) => line.billId))].sort()
      await sql`
        select
        from bill
        where company_id = ${companyId} and id = any(${billIds}::uuid[])
        order by id
        for update`.execute(db)
      // What PayPal said just now is taken in first: it may have been paid meanwhile.
      await applyInvoices(
        db,
        companyId,
        looked.map(({ line, invoice }) => ({ billId: line.billId, invoice, seen: { startedAt } })),
      )
      const known = await knownPayments(db, companyId, billIds)
      const { rows: now } = await linesOf(data).execute(db)
      const actor = await paydesk(db, companyId)
      const changes: Change[] = []
      for (const { line, invoice } of looked) {
        const still = now.find(
          ({ billId, rowId }) => billId === line.billId && rowId === line.rowId,
        )
        const ofBill = known.filter(({ billId }) => billId === line.billId)
        // One at a time for each bill: the next waits until PayPal's answer to this one is known.
        if (
          !still ||
          changes.some(({ entityId }) => entityId === line.billId) ||
          !lacks(invoice, still, ofBill)
        )
          continue
        const change = await recordOnBill(db, jobs, actor, still).catch(ifRefused)
        if (change) changes.push(change)
      }
      for (const change of changes) await recordChange(db, actor, change)
    },
  ),
]

/**
 * Refusals come before anything is written: the bill is not in a state for it, so it stays as it
 * is.
 */
function ifRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

async function knownPayments(
  db: Db,
  companyId: Id<'company'>,
  billIds: Id<'bill'>[],
): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select bill_id, provider_payment_id as payment_id, source, amount_minor,
      moved_at is not null as has_row
    from bill_payment
    where company_id = ${companyId} and bill_id = any(${billIds}::uuid[])`.execute(db)
  return rows
}

/** What Paydesk does by the company's setting, it does in its own name. */
async function paydesk(db: Db, companyId: Id<'company'>): Promise<Actor> {
  const { rows } = await sql<{
    name: string
    timezone: string
  }>`select name, timezone from company where id = ${companyId}`.execute(db)
  const { name, timezone } = rows[0] as { name: string; timezone: string }
  return automaticActor(
    { id: companyId, name, timezone },
    { userId: companyId as string as Id<'user'>, name: 'Paydesk', device: 'Paydesk' },
  )
}
