import type { reconciliationApi } from '@paydesk/contract/billing/reconciliation'
import { canPermission } from '@paydesk/contract/lib/access'
import type { Body } from '@paydesk/contract/lib/endpoint'
import type { Id } from '@paydesk/contract/lib/id'
import { type Currency, toDecimal } from '@paydesk/contract/lib/money'
import type { Transaction } from '@paydesk/contract/money/transaction'
import { isSettled } from '@paydesk/contract/money/transaction'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { assertFresh, refuse } from '../../lib/errors.ts'
import type { Jobs } from '../../lib/job.ts'
import { lockBooks } from '../../money/ledger/ledger.ts'
import {
  announceRows,
  assignRow,
  clearMatch,
  matchByHand,
  readTransaction,
  setMatch,
} from '../../money/transaction/transaction.ts'
import { type Change, recordChange } from '../../office/audit/audit.ts'
import { readSettings } from '../../people/companySetting/companySetting.ts'
import { billOwners } from '../../people/user/user.ts'
import { addEntry } from '../bill/bill.ts'
import { findCandidates } from './candidate.ts'
import { recordOnBill } from './recordOnBill.ts'

// Also used by other features.
export { wantRecording } from './recordByItself.ts'

type Match = Body<typeof reconciliationApi.match>
type LockedBill = {
  id: Id<'bill'>
  number: string
  currency: string
  status: string
  totalMinor: number
  dueMinor: number
}
type Locked = { transaction: Transaction; left: number; sign: number }

/**
 * Locks the books first and then the row, as all code that moves them. The row is read after that:
 * an earlier reading may be old.
 */
async function lockTransaction(
  db: Db,
  { companyId }: Actor,
  id: string,
  version: number,
): Promise<Locked> {
  const { rows: found } = await sql<{ accountId: Id<'paypalAccount'> }>`
    select account_id
    from paypal_transaction
    where company_id = ${companyId} and id = ${id}`.execute(db)
  if (!found[0]) throw refuse('notFound')
  await lockBooks(db, [found[0].accountId])
  await sql`
    select
    from paypal_transaction
    where company_id = ${companyId} and id = ${id}
    for update`.execute(db)
  const transaction = await readTransaction(db, companyId, id)
  assertFresh(transaction, version)
  const { grossMinor, matchedMinor } = transaction
  return {
    transaction,
    left: Math.abs(grossMinor) - Math.abs(matchedMinor),
    sign: Math.sign(grossMinor),
  }
}

/**
 * Only money that has moved, that does not explain itself and that nobody has explained is open.
 */
function assertOpen({ status, matchState }: Transaction) {
  if (matchState === 'notNeeded') throw refuse('transaction.explainsItself')
  if (!isSettled(status)) throw refuse('transaction.notSettled')
  if (matchState !== 'unmatched') throw refuse('transaction.explained')
}

const audited = ({
  matchState,
  matchedMinor,
  currency,
  matchReason,
  lines,
  assigneeName,
}: Transaction) => ({
  matchState,
  matched: toDecimal({ currency, amountMinor: matchedMinor }),
  reason: matchReason,
  bills: lines
    .map(
      ({ billNumber, amountMinor }) =>
        `${billNumber ?? '-'} ${toDecimal({ currency, amountMinor })}`,
    )
    .join(', '),
  assignee: assigneeName,
})

type Acted = 'transaction.match' | 'transaction.ignore' | 'transaction.undo' | 'transaction.assign'
async function recorded(
  db: Db,
  actor: Actor,
  before: Transaction,
  action: Acted,
): Promise<Transaction> {
  const after = await readTransaction(db, actor.companyId, before.id)
  await announceRows(db, actor.companyId, [before.id])
  await recordChange(db, actor, {
    action,
    entityId: before.id,
    label: before.providerTransactionId,
    before: audited(before),
    after: audited(after),
  })
  return after
}

/**
 * Adds bills to the explanation of a transaction. One explained in part stays on the list of
 * exceptions, with the rest of its amount.
 */
export async function matchTransaction(
  db: Db,
  jobs: Jobs,
  actor: Actor,
  id: string,
  body: Match,
): Promise<Transaction> {
  const { transaction, left, sign } = await lockTransaction(db, actor, id, body.version)
  assertOpen(transaction)
  const amount = body.lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  if (amount > left)
    throw refuse('transaction.moreThanLeft', {
      left: `${transaction.currency} ${toDecimal({ currency: transaction.currency, amountMinor: left })}`,
    })
  if (body.lines.some(({ billId, deductionMinor }) => deductionMinor > 0 && (!billId || sign < 0)))
    throw refuse('request.invalid', { detail: 'deductionMinor' })
  await assertDeductions(
    db,
    actor,
    transaction.currency,
    body.lines,
    await lockBills(db, actor, transaction.currency, body),
  )
  const lines = body.lines
    .toSorted((a, b) => ((a.billId ?? '') < (b.billId ?? '') ? -1 : 1))
    .map(({ billId, amountMinor, deductionMinor, reason }) => ({
      billId,
      amountMinor: amountMinor * sign,
      deductionMinor,
      reason: reason || body.reason,
    }))
  await matchByHand(db, actor, id, lines)
  await setMatch(db, actor, id, {
    state: amount === left ? 'manual' : 'unmatched',
    matchedMinor: transaction.matchedMinor + amount * sign,
    reason: body.reason,
  })
  for (const { billId, amountMinor } of lines)
    if (billId)
      await noteOnBill(db, actor, billId, 'matched', {
        amountMinor,
        currency: transaction.currency,
        transactionId: id,
        text: body.reason,
      })
  const changes: Change[] = []
  if (body.recordOnBills) {
    if (sign < 0) throw refuse('transaction.notAPayment')
    for (const { billId, amountMinor } of lines)
      if (billId)
        changes.push(
          await recordOnBill(db, jobs, actor, { billId, transactionId: id, amountMinor }),
        )
  }
  const after = await recorded(db, actor, transaction, 'transaction.match')
  for (const change of changes) await recordChange(db, actor, change)
  return after
}

/**
 * Explains a payment by the one bill that is certain, as whoever accepts many at once has seen it.
 * What is proposed is looked for anew under the locks: meanwhile the bill may have been paid, or a
 * second one become as certain.
 */
export async function acceptProposal(
  db: Db,
  jobs: Jobs,
  actor: Actor,
  id: string,
  { version, billId, reason }: Body<typeof reconciliationApi.accept>,
): Promise<Transaction> {
  const { transaction, left, sign } = await lockTransaction(db, actor, id, version)
  assertOpen(transaction)
  if (sign < 0) throw refuse('transaction.notAPayment')
  const lines = [{ billId, amountMinor: left, deductionMinor: 0, reason: '' }]
  await lockBills(db, actor, transaction.currency, { version, lines, reason, recordOnBills: false })
  const { list } = await findCandidates(db, actor, id, undefined)
  const certain = list.filter(({ certainty }) => certainty === 'certain')
  if (certain.length !== 1 || certain[0]?.billId !== billId)
    throw refuse('transaction.noCertainBill')
  return matchTransaction(db, jobs, actor, id, { version, lines, reason, recordOnBills: false })
}

/**
 * Locks in the order of ids, as all code that locks several bills, and at once in the strength
 * needed later: upgrading could deadlock.
 */
async function lockBills(
  db: Db,
  actor: Actor,
  currency: Currency,
  { lines, recordOnBills }: Match,
): Promise<LockedBill[]> {
  const owners = await billOwners(db, actor)
  const ids = [...new Set(lines.flatMap(({ billId }) => billId ?? []))]
  const { rows } = await sql<LockedBill>`
    select id, number, currency, status, total_minor, due_minor
    from bill
    where company_id = ${actor.companyId} and id = any(${ids}::uuid[])
      ${owners === 'all' ? sql`` : sql`and owner_id = any(${owners}::uuid[])`}
    order by id ${recordOnBills ? sql`for update` : sql`for no key update`}`.execute(db)
  if (rows.length < ids.length) throw refuse('notFound')
  const other = rows.find((bill) => bill.currency !== currency)
  if (other)
    throw refuse('transaction.otherCurrency', { number: other.number, currency: other.currency })
  const draft = rows.find(({ status }) => status === 'draft')
  if (draft) throw refuse('transaction.billNotSent', { number: draft.number })
  return rows
}

/**
 * What is let go of a bill lowers what it owes as money does. It is no more than the bill owes
 * after its lines, and what exceeds the company's tolerance, with all that was let go of the bill
 * before, is a write-off.
 */
async function assertDeductions(
  db: Db,
  actor: Actor,
  currency: Currency,
  lines: Match['lines'],
  bills: LockedBill[],
): Promise<void> {
  const money = (amountMinor: number) => `${currency} ${toDecimal({ currency, amountMinor })}`
  const sumOf = (id: string, amount: (line: Match['lines'][number]) => number) =>
    lines.reduce((sum, line) => sum + (line.billId === id ? amount(line) : 0), 0)
  const letGo = bills
    .map((bill) => ({
      ...bill,
      deductionMinor: sumOf(bill.id, (line) => line.deductionMinor),
      leftMinor: Math.max(0, bill.dueMinor - sumOf(bill.id, (line) => line.amountMinor)),
    }))
    .filter(({ deductionMinor }) => deductionMinor > 0)
  if (letGo.length === 0) return
  const { toleranceBasisPoints } = (await readSettings(db, actor.companyId)).reconciliation
  const { rows: before } = await sql<{ billId: string; minor: number }>`
    select bill_id, sum(deduction_minor)::bigint as minor from match_line
    where company_id = ${actor.companyId} and bill_id = any(${letGo.map(({ id }) => id)}::uuid[])
    group by 1`.execute(db)
  for (const { id, number, totalMinor, deductionMinor, leftMinor } of letGo) {
    if (deductionMinor > leftMinor)
      throw refuse('transaction.deductionTooHigh', { number, left: money(leftMinor) })
    const toleranceMinor = Number((BigInt(totalMinor) * BigInt(toleranceBasisPoints)) / 10_000n)
    const allMinor = deductionMinor + (before.find(({ billId }) => billId === id)?.minor ?? 0)
    if (allMinor > toleranceMinor && !canPermission(actor, 'WriteOffPayPalBill'))
      throw refuse('transaction.deductionIsWriteOff', { number, tolerance: money(toleranceMinor) })
  }
}

/**
 * What explains a bill is counted anew when its lines go, and bills are locked before anything that
 * belongs to them.
 */
const lockBillsOf = (db: Db, companyId: Id<'company'>, lines: { billId: Id<'bill'> | null }[]) =>
  sql`
    select
    from bill
    where company_id = ${companyId}
      and id = any(${lines.flatMap(({ billId }) => billId ?? [])}::uuid[])
    order by id for no key update`.execute(db)

const noteOnBill = (
  db: Db,
  actor: Actor,
  billId: Id<'bill'>,
  kind: 'matched' | 'unmatched',
  data: object,
) => addEntry(db, actor.companyId, billId, { source: 'person', kind, actor, data })

/**
 * A person's word that money, matched by whom it came from or by hand, is for the bills that it
 * explains. Each of their invoices gets what it still asks for, at most the line's amount.
 */
export async function recordTransaction(
  db: Db,
  jobs: Jobs,
  actor: Actor,
  id: string,
  { version }: { version: number },
): Promise<Transaction> {
  const { transaction } = await lockTransaction(db, actor, id, version)
  if (transaction.grossMinor < 0) throw refuse('transaction.notAPayment')
  const billIds = transaction.lines.flatMap(({ billId }) => billId ?? [])
  await sql`
    select
    from bill
    where company_id = ${actor.companyId} and id = any(${billIds}::uuid[])
    order by id
    for update`.execute(db)
  const { rows: lines } = await sql<{ billId: Id<'bill'>; amountMinor: number }>`
    select bill_id, amount_minor from recordable_lines(${actor.companyId}, ${billIds}::uuid[])
    where transaction_id = ${id} and record <> 'underWay' order by bill_id`.execute(db)
  if (lines.length === 0) throw refuse('transaction.nothingToRecord')
  const changes: Change[] = []
  for (const line of lines)
    changes.push(await recordOnBill(db, jobs, actor, { ...line, transactionId: id }))
  const after = await readTransaction(db, actor.companyId, id)
  await announceRows(db, actor.companyId, [id])
  // One word of a person, one entry. Each bill's own timeline has it as well.
  const told = lines
    .map(
      ({ amountMinor }, n) =>
        `${changes[n]?.label} ${toDecimal({ currency: transaction.currency, amountMinor })}`,
    )
    .join(', ')
  await recordChange(db, actor, {
    action: 'transaction.record',
    entityId: id,
    label: transaction.providerTransactionId,
    after: { bills: told },
  })
  return after
}

/** States that no bill belongs to the transaction, or to the rest of its amount. */
export async function ignoreTransaction(
  db: Db,
  actor: Actor,
  id: string,
  { version, reason }: { version: number; reason: string },
) {
  const { transaction } = await lockTransaction(db, actor, id, version)
  assertOpen(transaction)
  await setMatch(db, actor, id, {
    state: 'ignored',
    matchedMinor: transaction.matchedMinor,
    reason,
  })
  return recorded(db, actor, transaction, 'transaction.ignore')
}

/**
 * Removes all that explained the transaction. The audit log and the bills' timelines keep who
 * matched it before and who undid it.
 */
export async function undoMatch(
  db: Db,
  actor: Actor,
  id: string,
  { version, reason }: { version: number; reason: string },
) {
  const { transaction } = await lockTransaction(db, actor, id, version)
  const { matchState, matchedMinor, currency, lines } = transaction
  if (matchState === 'notNeeded') throw refuse('transaction.explainsItself')
  if (matchState === 'unmatched' && matchedMinor === 0) throw refuse('transaction.notExplained')
  await lockBillsOf(db, actor.companyId, lines)
  await clearMatch(db, actor.companyId, id)
  await setMatch(db, actor, id, { state: 'unmatched', matchedMinor: 0, reason })
  for (const { billId, amountMinor } of lines)
    if (billId)
      await noteOnBill(db, actor, billId, 'unmatched', {
        amountMinor,
        currency,
        transactionId: id,
        text: reason,
      })
  return recorded(db, actor, transaction, 'transaction.undo')
}

export async function assignTransaction(
  db: Db,
  actor: Actor,
  id: string,
  { version, assigneeId }: { version: number; assigneeId: Id<'user'> | null },
): Promise<Transaction> {
  const { transaction } = await lockTransaction(db, actor, id, version)
  if (assigneeId) {
    const { rows } = await sql`
      select
      from app_user
      where company_id = ${actor.companyId}
        and id = ${assigneeId}
        and status = 'active'`.execute(db)
    if (rows.length === 0) throw refuse('notFound')
  }
  await assignRow(db, actor.companyId, id, assigneeId)
  return recorded(db, actor, transaction, 'transaction.assign')
}
