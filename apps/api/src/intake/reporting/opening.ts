import { isSettled } from '@paydesk/contract/money/transaction'
import type { PayPal } from '@paydesk/paypal/client'
import { sql } from 'kysely'
import type pg from 'pg'
import { inCompany } from '../../lib/db.ts'
import type { OpeningRow } from '../../money/ledger/ledger.ts'
import { keyOf, latest, type ToldRow } from '../../money/transaction/transaction.ts'
import type { Lease } from './lease.ts'
import { partsOf } from './open.ts'
import { failOn, secondMs } from './window.ts'

/**
 * The most rows per page about which PayPal is asked, two or three calls each. There are few: rows from the days before the books begin
 * that PayPal has changed since.
 */
const maxAsked = 100

type Reading = { pool: pg.Pool; paypal: PayPal; lease: Lease }
type Identity = Pick<ToldRow, 'accountId' | 'providerTransactionId' | 'eventCode' | 'occurredAt' | 'grossMinor' | 'currency'>

/**
 * Decides which rows are posted. A row that moved its money before the books began is in the opening balance, and posting it would count it
 * twice. If a row's two dates do not tell, PayPal is asked.
 */
export async function sortByOpening(reading: Reading, rows: ToldRow[]): Promise<{ ours: ToldRow[]; opening: ToldRow[] }> {
  const begins = (reading.lease.beginsAt as Date).getTime()
  const isEarly = (row: ToldRow) => Date.parse(row.occurredAt) < begins
  const ours = rows.filter((row) => !isEarly(row))
  const opening: ToldRow[] = []
  const early = latest(rows.filter(isEarly), 'sync')
  if (early.length === 0) return { ours, opening }
  const known = await readKnown(reading, early)
  let asked = 0
  for (const row of early) {
    const changedSince = Date.parse(row.providerUpdatedAt) >= begins
    const where = known.get(keyOf(row))
    if (where) (where === 'opening' ? opening : ours).push(row)
    else if (row.status === 'P' || (row.status === 'D' && changedSince)) ours.push(row)
    else if (row.status === 'V' || (row.status === 'S' && !changedSince)) opening.push(row)
    else if (row.status === 'S') (asked++ >= maxAsked || (await movedThen(reading, row)) ? ours : opening).push(row)
  }
  return { ours, opening }
}

async function readKnown({ pool, lease }: Reading, rows: ToldRow[]): Promise<Map<string, 'opening' | 'posted'>> {
  const { companyId, accountId } = lease
  const ids = rows.map(({ providerTransactionId }) => providerTransactionId)
  const found = await inCompany(pool, companyId, (db) =>
    sql<Identity & { where: 'opening' | 'posted' }>`
      select account_id, provider_transaction_id, event_code, occurred_at, gross_minor, currency, 'opening' as where from opening_row
      where company_id = ${companyId} and account_id = ${accountId} and provider_transaction_id = any(${ids})
      union all
      select account_id, provider_transaction_id, event_code, occurred_at, gross_minor, currency, 'posted' from paypal_transaction
      where company_id = ${companyId} and account_id = ${accountId} and provider_transaction_id = any(${ids})`.execute(db),
  )
  return new Map(found.rows.map((row) => [keyOf(row), row.where]))
}

/** How long after the row's second PayPal is asked, until it answers for a moment after it: it may answer for an earlier one. */
const laterMs = [secondMs, 61_000, 600_000, 3_601_000]

/**
 * The row was pending when the books began and settled since, or settled before and was only touched since. PayPal's balance around that
 * second tells which.
 */
async function movedThen({ paypal }: Reading, row: ToldRow): Promise<boolean> {
  const { currency, grossMinor, feeMinor, providerUpdatedAt } = row
  const at = Date.parse(providerUpdatedAt)
  const totalAt = async (ms: number) => {
    const answer = await paypal.reporting.balances({ asOf: new Date(ms), currency })
    if (answer.outcome !== 'done') failOn(answer)
    const total = answer.value.balances.map(partsOf).find((balance) => balance.currency === currency)?.total ?? 0
    return { ms: answer.value.as_of_time?.getTime() ?? ms, total }
  }
  const before = await totalAt(at - secondMs)
  let after = before
  for (const offset of laterMs) if (after.ms <= at) after = await totalAt(at + offset)
  const moved = after.total - before.total
  const net = grossMinor + feeMinor
  const isNarrow = after.ms - before.ms <= 2 * secondMs
  // On a busy account other money moves in the same time.
  return moved === net || ((moved !== 0 || !isNarrow) && moved - (await othersThen(paypal, row, before.ms, after.ms)) === net)
}

/** The sum of the other money that moved in that time, as far as it began in it. */
async function othersThen(
  paypal: PayPal,
  { currency, providerTransactionId }: ToldRow,
  afterMs: number,
  throughMs: number,
): Promise<number> {
  const answer = await paypal.reporting.transactions({ start: new Date(afterMs), end: new Date(throughMs) })
  if (answer.outcome !== 'done') failOn(answer)
  return answer.value.transaction_details
    .map(({ transaction_info: info }) => info)
    .filter(({ transaction_initiation_date: began }) => began.getTime() > afterMs && began.getTime() <= throughMs)
    .filter(
      (info) =>
        info.transaction_id !== providerTransactionId && info.transaction_status === 'S' && info.transaction_amount.currency === currency,
    )
    .reduce((sum, info) => sum + info.transaction_amount.amountMinor + (info.fee_amount?.amountMinor ?? 0), 0)
}

const netOf = ({ status, grossMinor, feeMinor }: ToldRow) => (isSettled(status) ? grossMinor + feeMinor : 0)

/** The facts that the books' opening keeps of a row. */
export const openingRowOf = (row: ToldRow): OpeningRow => ({
  id: row.providerTransactionId,
  code: row.eventCode,
  at: row.occurredAt,
  gross: row.grossMinor,
  currency: row.currency,
  net: netOf(row),
  updated: row.providerUpdatedAt,
})
