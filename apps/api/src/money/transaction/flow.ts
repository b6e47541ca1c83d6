import type { Currency } from '@paydesk/contract/lib/money'
import type { Flow } from '@paydesk/contract/money/transaction'
import { type TransactionClass, transactionClasses } from '@paydesk/contract/money/transactionCode'
import { sql } from 'kysely'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { ofDays } from './totals.ts'

type Line = {
  currency: Currency
  class: TransactionClass
  count: number
  grossMinor: number
  feeMinor: number
}

/**
 * From the same rows as a list's totals, so that each kind is the total of the list that
 * is filtered by it.
 */
export async function readFlow(
  db: Db,
  actor: Actor,
  { from, to }: { from: string; to: string },
): Promise<Flow[]> {
  const { rows } = await sql<Line>`
    select currency, class, sum(row_count)::bigint as count,
      sum(gross_minor)::bigint as gross_minor, sum(fee_minor)::bigint as fee_minor
    from (${ofDays(actor, { from, to })}) d group by 1, 2 having sum(row_count) > 0`.execute(db)
  return [...Map.groupBy(rows, ({ currency }) => currency).values()]
    .sort((a, b) => countOf(b) - countOf(a) || nameOf(a).localeCompare(nameOf(b)))
    .map(flowOf)
}

const countOf = (lines: Line[]) => lines.reduce((sum, { count }) => sum + count, 0)
const nameOf = (lines: Line[]) => (lines[0] as Line).currency

/** Fees count even where a withdrawal has one: PayPal kept them, nobody withdrew them. */
function flowOf(lines: Line[]): Flow {
  const gross = (some: Line[]) => some.reduce((sum, { grossMinor }) => sum + grossMinor, 0)
  const feeMinor = lines.reduce((sum, line) => sum + line.feeMinor, 0)
  const availableMinor = feeMinor + gross(lines.filter((line) => line.class !== 'transfer'))
  const withdrawnMinor = gross(lines.filter((line) => line.class === 'transfer'))
  const kinds = transactionClasses.flatMap((one) =>
    lines
      .filter((line) => line.class === one)
      .map(({ class: kind, count, grossMinor }) => ({ class: kind, count, grossMinor })),
  )
  return {
    currency: nameOf(lines),
    kinds,
    feeMinor,
    availableMinor,
    withdrawnMinor,
    changeMinor: availableMinor + withdrawnMinor,
  }
}
