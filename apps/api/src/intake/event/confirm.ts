import type { Id } from '@paydesk/contract/lib/id'
import type { PayPal } from '@paydesk/paypal/client'
import { sql } from 'kysely'
import type pg from 'pg'
import {
  afterSnapshots,
  announceBillsById,
  applyInvoices,
  fillFees,
  paymentEvent,
  recountRows,
  wantRefresh,
} from '../../billing/bill/bill.ts'
import { writeDispute } from '../../billing/dispute/dispute.ts'
import { fromRefund, refundsSeen } from '../../billing/refund/refund.ts'
import { type Db, inCompany, inCompanyByBatch } from '../../lib/db.ts'
import type { Jobs } from '../../lib/job.ts'
import { announce } from '../../lib/live/change.ts'
import type { Log } from '../../lib/log.ts'
import type { Outside } from '../../lib/outside/outside.ts'
import { lockBooks } from '../../money/ledger/ledger.ts'
import {
  applyRows,
  feesOfRows,
  hurries,
  matchBills,
  rowOfCapture,
} from '../../money/transaction/transaction.ts'
import { type AccountRef, clientOf, noteEvents } from '../../paypal/paypalAccount/paypalAccount.ts'
import { hurrySync } from '../reporting/reporting.ts'
import { raiseAlarms } from './alarm.ts'
import { type Held, type Hint, readHeld, readHints } from './hint.ts'
import { type Looked, lookAtPayPal } from './look.ts'
import { finish, type Judged } from './outcome.ts'
import { judge } from './verdict.ts'

export type Side = { pool: pg.Pool; jobs: Jobs; log: Log; outside: Outside }

/** So many events share a look: at 100 a page, some pages of PayPal's search. */
const most = 500

/**
 * failed: PayPal gave no answer, asks for a pause, or the account has no credentials any more.
 * held: the allowance of calls is used up for now.
 */
export type Looking = { result: 'done' | 'more' } | { result: 'failed' | 'held'; holdMs: number }

/** Nobody can ask PayPal about an account without credentials; someone may connect it again. */
const unconnectedMs = 600_000

/** What a look is about, and when it began by the database's clock. */
type Begun = { paypal: PayPal; hints: Hint[]; held: Held; startedAt: string }

/**
 * Looks at PayPal for what the due events of an account say, or one of them, and takes in what
 * PayPal's own records tell. Nothing is taken from the events themselves.
 */
export async function confirmDue(side: Side, ref: AccountRef, only?: string): Promise<Looking> {
  const begun = await inCompany(side.pool, ref.companyId, (db) =>
    begin(db, side.outside, ref, only),
  )
  if (!begun) return { result: 'done' }
  if (begun === 'unconnected') return { result: 'failed', holdMs: unconnectedMs }
  const looked = await lookAtPayPal(begun.paypal, begun.hints, begun.held)
  await inCompanyByBatch(side.pool, ref.companyId, (db) => take(db, side, ref, begun, looked))
  const { failure } = looked
  if (failure) {
    const refusal = failure.outcome === 'refused' ? failure.refusal : undefined
    return {
      result: refusal?.by === 'allowance' ? 'held' : 'failed',
      holdMs: refusal?.retryAfterMs ?? 0,
    }
  }
  return { result: begun.hints.length === most ? 'more' : 'done' }
}

async function begin(
  db: Db,
  outside: Outside,
  ref: AccountRef,
  only: string | undefined,
): Promise<Begun | 'unconnected' | undefined> {
  const hints = await readHints(db, ref, {
    limit: most,
    patienceSeconds: outside.paypalConfirmSeconds,
    only,
  })
  if (hints.length === 0) return undefined
  const paypal = await clientOf(db, outside, ref)
  if (!paypal) return 'unconnected'
  const [held, { rows }] = await Promise.all([
    readHeld(db, ref, hints),
    sql<{ startedAt: string }>`select clock_timestamp() as started_at`.execute(db),
  ])
  return { paypal, hints, held, startedAt: rows[0]?.startedAt as string }
}

/** Takes in what PayPal's records say, in one transaction with what becomes of the events. */
async function take(
  db: Db,
  { jobs, log }: Side,
  ref: AccountRef,
  { hints, held, startedAt }: Begun,
  looked: Looked,
): Promise<void> {
  const { companyId, accountId } = ref
  const judged: Judged[] = hints.map((hint) => ({ hint, verdict: judge(hint, held, looked) }))
  // A transaction that holds the account's books meets no other among its bills,
  // whatever the order.
  await lockBooks(db, [accountId])
  // The bills come before the transactions that pay them; the transactions then find their
  // bill by the payment.
  const rows = [...looked.captures.values()].flatMap((capture) =>
    capture === 'absent' ? [] : (rowOfCapture(accountId, capture) ?? []),
  )
  const borneOut = judged
    .filter(({ verdict: { outcome } }) => outcome === 'confirmed')
    .map(({ hint }) => hint)
  const bills = await takeInvoices(
    db,
    jobs,
    ref,
    { hints: borneOut, held, startedAt },
    looked,
    feesOfRows(rows),
  )
  if (rows.length > 0) {
    const { newIds, changedIds } = await applyRows(db, companyId, rows, 'event')
    for (const billId of await fillFees(db, companyId, rows))
      await wantRefresh(db, jobs, companyId, billId)
    await recountRows(db, companyId, [...newIds, ...changedIds])
  }
  await matchBills(db, companyId, bills)
  await takeMoneyBack(db, jobs, ref, looked)
  const confirmed = judged.filter(({ verdict: { outcome } }) => outcome === 'confirmed')
  // An event about an invoice that is not ours also shows that PayPal's events arrive.
  const arrived = judged.some(
    ({ verdict: { outcome } }) => outcome === 'confirmed' || outcome === 'notOurs',
  )
  const [finished] = await Promise.all([
    finish(db, ref, judged),
    ...(confirmed.some(({ hint }) => hurries(hint.eventType))
      ? [hurrySync(db, companyId, accountId)]
      : []),
    ...(arrived ? [noteEvents(db, companyId, [accountId])] : []),
    announce(db, companyId, [{ entity: 'event', id: hints[0]?.eventId as string }]),
  ])
  await raiseAlarms(
    db,
    log,
    ref,
    judged.flatMap(({ hint, verdict }) =>
      verdict.outcome === 'alarm' && finished.has(hint.eventId)
        ? [{ kind: 'notBorneOut' as const, ...nameOf(hint), detail: verdict.reason }]
        : [],
    ),
  )
  // Their screens say that PayPal reports a payment, or say it no longer, whether or not anything
  // was written to them.
  const reported = hints.flatMap(
    (hint) => (hint.eventType === paymentEvent && held.bills.get(hint.resourceId ?? '')) || [],
  )
  if (reported.length > 0) await announceBillsById(db, companyId, reported)
  // This comes last: it may wait for another transaction that asks for the same job, and that one
  // may wait for our bills.
  await afterSnapshots(db, jobs, companyId, bills)
}

const nameOf = ({ eventId, eventType, resourceId, transmissionId }: Hint) => ({
  eventId,
  eventType,
  resourceId,
  transmissionId,
})

/** Makes our bills say what PayPal's invoices say. Returns the bills that were written. */
async function takeInvoices(
  db: Db,
  jobs: Jobs,
  { companyId }: AccountRef,
  { hints, held, startedAt }: Omit<Begun, 'paypal'>,
  looked: Looked,
  fees: ReturnType<typeof feesOfRows>,
): Promise<Id<'bill'>[]> {
  const eventOf = new Map<string, string>()
  for (const { claim, eventId } of hints)
    if (claim.about === 'invoice') eventOf.set(claim.invoiceId, eventId)
  const billOf = new Map([
    ...held.bills,
    ...[...held.invoices.values()].map(({ billId, invoiceId }) => [invoiceId, billId] as const),
  ])
  const told = [...looked.found].flatMap(([invoiceId, invoice]) => {
    const billId = billOf.get(invoiceId)
    const eventId = eventOf.get(invoiceId)
    return billId ? [{ billId, invoice, seen: { startedAt, ...(eventId && { eventId }) } }] : []
  })
  const answers = await applyInvoices(db, companyId, told, fees)
  // Whatever kept a record from being taken in, another look decides, and not the next sweep.
  for (const [n, { billId }] of told.entries())
    if (answers[n] === 'stale' || answers[n] === 'unclear')
      await wantRefresh(db, jobs, companyId, billId)
  return told.filter((_, n) => answers[n] === 'applied').map(({ billId }) => billId)
}

async function takeMoneyBack(
  db: Db,
  jobs: Jobs,
  ref: AccountRef,
  { refunds, disputes }: Looked,
): Promise<void> {
  const { companyId, accountId } = ref
  const seen = [...refunds.values()].flatMap((refund) =>
    refund === 'absent' ? [] : (fromRefund(refund) ?? []),
  )
  const { changed, billIds } = await refundsSeen(db, companyId, accountId, seen)
  if (changed > 0) for (const billId of billIds) await wantRefresh(db, jobs, companyId, billId)
  for (const dispute of disputes.values())
    if (dispute !== 'absent') await writeDispute(db, ref, dispute)
}
