import { isSettled } from '@paydesk/contract/money/transaction'
import { classOf, earlyClasses } from '@paydesk/contract/money/transactionCode'
import type { PayPal } from '@paydesk/paypal/client'
import { sql } from 'kysely'
import type pg from 'pg'
import { inCompany } from '../../lib/db.ts'
import type { OpeningRow } from '../../money/ledger/ledger.ts'
import { keyOf, latest, type ToldRow } from '../../money/transaction/transaction.ts'
import { smallestSets } from './doubt.ts'
import type { Lease } from './lease.ts'
import { partsOf } from './open.ts'
import { Failed, failOn, NotAllowed, secondMs } from './window.ts'

/**
 * The most rows per page about which PayPal is asked, two or three calls each; the next job asks
 * about the next ones.
 */
const maxAsked = 100

type Reading = { pool: pg.Pool; paypal: PayPal; lease: Lease; deadline: number }
type Identity = Pick<
  ToldRow,
  'accountId' | 'providerTransactionId' | 'eventCode' | 'occurredAt' | 'grossMinor' | 'currency'
>

/**
 * `opening`: rows whose money was in the balance when the books began. `stopped`: why the other
 * rows of the page are not sorted yet.
 */
export type Sorted = { ours: ToldRow[]; opening: OpeningRow[]; stopped?: NotAllowed }

/**
 * Decides which rows are posted. A row that moved its money before the books began is in the
 * opening balance, and posting it would count it twice. If a row's two dates do not tell,
 * PayPal is asked. What was decided is written even if the rest of the page has to wait, so
 * that it is asked once.
 */
export async function sortByOpening(reading: Reading, rows: ToldRow[]): Promise<Sorted> {
  const begins = (reading.lease.beginsAt as Date).getTime()
  const isEarly = (row: ToldRow) => Date.parse(row.occurredAt) < begins
  const sorted: Sorted = { ours: rows.filter((row) => !isEarly(row)), opening: [] }
  const early = latest(rows.filter(isEarly), 'sync')
  if (early.length === 0) return sorted
  const known = await readKnown(reading, early)
  const isKnown = (row: ToldRow) => known.has(keyOf(row))
  const strangers = early.filter((row) => !isKnown(row))
  const put = (row: ToldRow, where: 'opening' | 'posted', was = netOf(row)) => {
    if (where === 'opening') sorted.opening.push(openingRowOf(row, was))
    else sorted.ours.push(row)
  }
  let asked = 0
  for (const row of early) {
    const changedSince = Date.parse(row.providerUpdatedAt) >= begins
    const at = askedAbout(row, changedSince)
    const where = known.get(keyOf(row))
    if (where) put(row, where)
    else if (at !== undefined) {
      if (asked > 0 && (asked >= maxAsked || Date.now() > reading.deadline))
        return { ...sorted, stopped: new NotAllowed(0) }
      asked++
      try {
        const moved = await movedThen(reading, row, at, strangers)
        // What moved when it began was in the balance, and what settled since was not.
        if (mayMoveEarly(row) && row.status !== 'S')
          put(row, moved ? 'opening' : 'posted', row.grossMinor + row.feeMinor)
        else put(row, moved ? 'posted' : 'opening')
      } catch (error) {
        if (error instanceof NotAllowed) return { ...sorted, stopped: error }
        throw error
      }
    } else if (row.status === 'P' || row.status === 'D') {
      if (row.status === 'P' || changedSince) put(row, 'posted')
    } else put(row, 'opening')
  }
  return sorted
}

/**
 * Withdrawals and refunds: PayPal may take them from its balance while they are still pending
 * (decision 0051).
 */
const mayMoveEarly = ({ eventCode, grossMinor }: ToldRow) =>
  grossMinor < 0 && earlyClasses.includes(classOf(eventCode, grossMinor))

/**
 * The second of which PayPal is asked whether its balance moved then; undefined if the row itself
 * tells where it belongs.
 */
function askedAbout(row: ToldRow, changedSince: boolean): number | undefined {
  if (row.status === 'S') return changedSince ? Date.parse(row.providerUpdatedAt) : undefined
  // It was pending when the books began, and may have left the balance before.
  if (mayMoveEarly(row) && (row.status === 'P' || (row.status === 'D' && changedSince)))
    return Date.parse(row.occurredAt)
  return undefined
}

async function readKnown(
  { pool, lease }: Reading,
  rows: ToldRow[],
): Promise<Map<string, 'opening' | 'posted'>> {
  const { companyId, accountId } = lease
  const ids = rows.map(({ providerTransactionId }) => providerTransactionId)
  const found = await inCompany(pool, companyId, (db) =>
    sql<Identity & { where: 'opening' | 'posted' }>`
      select account_id, provider_transaction_id, event_code, occurred_at, gross_minor, currency,
        'opening' as
      where
      from opening_row
      where company_id = ${companyId}
        and account_id = ${accountId}
        and provider_transaction_id = any(${ids})
      union all
      select account_id, provider_transaction_id, event_code, occurred_at, gross_minor, currency,
        'posted'
      from paypal_transaction
      where company_id = ${companyId}
        and account_id = ${accountId}
        and provider_transaction_id = any(${ids})`.execute(db),
  )
  return new Map(found.rows.map((row) => [keyOf(row), row.where]))
}

/**
 * How long after the row's second PayPal is asked, until it answers for a moment after it: it may
 * answer for an earlier one.
 */
const laterMs = [secondMs, 61_000, 600_000, 3_601_000]

/**
 * Whether PayPal's balance moved by this row around that second. On a busy account other money
 * moves in the same time. The simplest explanation of the whole movement counts; if there is none,
 * or one as simple says the opposite, nothing is posted and the reading stops.
 */
async function movedThen(
  { paypal }: Reading,
  row: ToldRow,
  at: number,
  strangers: ToldRow[],
): Promise<boolean> {
  const { currency } = row
  const totalAt = async (ms: number) => {
    const answer = await paypal.reporting.balances({ asOf: new Date(ms), currency })
    if (answer.outcome !== 'done') failOn(answer)
    const total =
      answer.value.balances.map(partsOf).find((balance) => balance.currency === currency)?.total ??
      0
    return { ms: answer.value.as_of_time?.getTime() ?? ms, total }
  }
  const before = await totalAt(at - secondMs)
  let after = before
  for (const offset of laterMs) if (after.ms <= at) after = await totalAt(at + offset)
  const moved = after.total - before.total
  const net = row.grossMinor + row.feeMinor
  const isThen = (date: string) => Date.parse(date) >= before.ms && Date.parse(date) <= after.ms
  const rivals = strangers
    .filter(
      (other) => other !== row && other.currency === currency && isThen(other.providerUpdatedAt),
    )
    .map(netOf)
  const simple = rivals.length === 0 && after.ms - before.ms <= 2 * secondMs
  if (simple && (moved === net || moved === 0)) return moved === net
  const others = await othersThen(paypal, row, before.ms, after.ms)
  const answer = explains(moved - others.surely, net, [...rivals, ...others.perhaps])
  if (answer === undefined)
    throw new Failed(
      `PayPal's balance does not show whether ${row.providerTransactionId} of ` +
        `${row.occurredAt} was part of it when the books began. Nothing was counted twice: ` +
        'reading has stopped and tries again',
    )
  return answer
}

/**
 * Whether the smallest sets of these amounts that add up to the movement have the row's own among
 * them. Undefined: it cannot be told.
 */
export function explains(moved: number, net: number, rivals: number[]): boolean | undefined {
  const answers = new Set(
    smallestSets([net, ...rivals], new Set([moved])).map((places) => places.includes(0)),
  )
  const [answer, ...more] = answers
  return more.length > 0 ? undefined : answer
}

/**
 * The other money that began to move in that time: surely then, or perhaps then and perhaps later.
 */
async function othersThen(
  paypal: PayPal,
  { currency, providerTransactionId }: ToldRow,
  afterMs: number,
  throughMs: number,
) {
  const answer = await paypal.reporting.transactions({
    start: new Date(afterMs),
    end: new Date(throughMs),
  })
  if (answer.outcome !== 'done') failOn(answer)
  const others = answer.value.transaction_details
    .map(({ transaction_info: info }) => info)
    .filter(
      ({ transaction_initiation_date: began }) =>
        began.getTime() > afterMs && began.getTime() <= throughMs,
    )
    .filter(
      (info) =>
        info.transaction_id !== providerTransactionId &&
        info.transaction_status !== 'D' &&
        info.transaction_amount.currency === currency,
    )
    .map((info) => ({
      net: info.transaction_amount.amountMinor + (info.fee_amount?.amountMinor ?? 0),
      surely:
        info.transaction_status === 'S' && info.transaction_updated_date.getTime() <= throughMs,
    }))
  return {
    surely: others.filter(({ surely }) => surely).reduce((sum, { net }) => sum + net, 0),
    perhaps: others.filter(({ surely }) => !surely).map(({ net }) => net),
  }
}

/**
 * What a row of the opening balance has moved by now. Among the pending ones only those are in it
 * that PayPal took early.
 */
const netOf = ({ status, grossMinor, feeMinor }: ToldRow) =>
  isSettled(status) || status === 'P' ? grossMinor + feeMinor : 0

/**
 * The facts that the books' opening keeps of a row. `was`: what it had moved when the books began.
 */
const openingRowOf = (row: ToldRow, was: number): OpeningRow => ({
  id: row.providerTransactionId,
  code: row.eventCode,
  at: row.occurredAt,
  gross: row.grossMinor,
  currency: row.currency,
  was,
  net: netOf(row),
  pending: row.status === 'P',
  updated: row.providerUpdatedAt,
})
