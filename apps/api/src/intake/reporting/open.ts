import type { PayPal } from '@paydesk/paypal/client'
import type { Balances, ListedTransaction } from '@paydesk/paypal/reporting'
import { sql } from 'kysely'
import type pg from 'pg'
import type { z } from 'zod'
import { inCompany } from '../../lib/db.ts'
import { lockBooks, type OpeningLine, postOpening } from '../../money/ledger/ledger.ts'
import { inLease, type Lease } from './lease.ts'
import { firstReadable } from './readable.ts'
import { type Failure, failOn, isNotAvailable, isTooLarge, secondMs } from './window.ts'

/** How far before the first reading the books begin: the time that finance still works on. */
const historyMs = 90 * 86_400_000
/** PayPal keeps three years, and reading begins some weeks before the books. */
const keptMs = (3 * 365 - 60) * 86_400_000

export type PayPalBalances = z.output<typeof Balances>

/** Available and withheld; total = available + withheld (paypal §6.5). */
export const partsOf = (balance: PayPalBalances['balances'][number]) => {
  const total = balance.total_balance.amountMinor
  const withheld =
    balance.withheld_balance?.amountMinor ??
    total - (balance.available_balance?.amountMinor ?? total)
  return { currency: balance.currency, total, withheld, available: total - withheld }
}

/**
 * How far back a second is looked for in which nothing moved. The shorter looks are for an
 * account that did not exist a minute before, and for one that moves more in a minute than
 * PayPal shows at once.
 */
const looksMs = [60_000, 10_000, secondMs]

/**
 * PayPal counts in seconds: a row of the very second in which the books begin is neither before nor
 * after it. If something moved in every second, the asked one has to do.
 */
async function askQuietSecond(paypal: PayPal, asked: Date): Promise<Date> {
  for (const lookMs of looksMs) {
    const answer = await paypal.reporting.transactions({
      start: new Date(asked.getTime() - lookMs),
      end: asked,
    })
    if (answer.outcome === 'done') {
      const { transaction_details, total_pages = 1 } = answer.value
      if (total_pages <= 1) return lastQuiet(transaction_details, asked, lookMs)
    } else if (!isNotAvailable(answer) && !isTooLarge(answer)) failOn(answer)
  }
  return asked
}

function lastQuiet(details: ListedTransaction[], asked: Date, lookMs: number): Date {
  const second = (date: Date) => Math.floor(date.getTime() / secondMs)
  const busy = new Set(
    details.flatMap(({ transaction_info: info }) => [
      second(info.transaction_initiation_date),
      second(info.transaction_updated_date),
    ]),
  )
  for (let at = second(asked); at >= second(asked) - lookMs / secondMs; at--)
    if (!busy.has(at)) return new Date(at * secondMs)
  return asked
}

/**
 * The books begin before any row that events have already told and posted: the opening balance
 * would otherwise contain it as well.
 */
async function beginning(pool: pg.Pool, { companyId, accountId }: Lease): Promise<Date> {
  const { rows } = await inCompany(pool, companyId, (db) =>
    sql<{ at: string | null }>`
      select min(occurred_at) as at
      from paypal_transaction
      where company_id = ${companyId} and account_id = ${accountId}`.execute(db),
  )
  const first = rows[0]?.at ? Date.parse(rows[0].at) - secondMs : Number.POSITIVE_INFINITY
  const at = Math.max(Math.min(Date.now() - historyMs, first), Date.now() - keptMs)
  return new Date(Math.floor(at / secondMs) * secondMs)
}

/** How often another moment is asked for, if PayPal answers for one in which something moved. */
const maxTries = 5

type Opening = { beginsAt: Date; balances: PayPalBalances['balances'] }

/**
 * The balances of a quiet second at or before the asked one. PayPal may answer for an earlier
 * moment than it was asked about.
 */
async function balancesAt(paypal: PayPal, asked: Date): Promise<Opening | Failure> {
  let at = await askQuietSecond(paypal, asked)
  for (let tries = 1; ; tries++) {
    const answer = await paypal.reporting.balances({ asOf: at })
    if (answer.outcome !== 'done') return answer
    const told = answer.value.as_of_time
    const beginsAt = told && told < at ? told : at
    const quiet = beginsAt === at ? at : await askQuietSecond(paypal, beginsAt)
    if (quiet.getTime() === beginsAt.getTime() || tries === maxTries)
      return { beginsAt, balances: answer.value.balances }
    at = quiet
  }
}

/**
 * Opens the books: PayPal's balance at that moment is their first journal, written once. From then
 * on every change of the balance is a row of ours.
 */
export async function openBooks(
  pool: pg.Pool,
  paypal: PayPal,
  lease: Lease,
): Promise<Failure | Date> {
  const wanted = await beginning(pool, lease)
  let opening = await balancesAt(paypal, wanted)
  if ('outcome' in opening && isNotAvailable(opening)) {
    const readable = await firstReadable(paypal, wanted)
    if (readable) opening = await balancesAt(paypal, readable.first)
  }
  if ('outcome' in opening) return opening
  const { beginsAt, balances } = opening
  const lines = balances
    .map(partsOf)
    .flatMap(({ currency, total, withheld, available }): OpeningLine[] => [
      { currency, book: 'balance', minor: available },
      { currency, book: 'withheld', minor: withheld },
      { currency, book: 'opening', minor: -total },
    ])
  await inLease(pool, lease, async (db) => {
    const { companyId, accountId } = lease
    await lockBooks(db, [accountId])
    const { rows } = await sql`update account_sync
      set begins_at = ${beginsAt}
      where company_id = ${companyId} and account_id = ${accountId}
      and begins_at is null returning 1`.execute(db)
    if (rows.length === 0) return
    await postOpening(db, lease, beginsAt, lines)
  })
  return beginsAt
}
