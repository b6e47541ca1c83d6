import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { inCompany } from '../lib/db.ts'
import { toJsonb } from '../lib/json.ts'
import { inLease, type Ref } from './lease.ts'
import { partsOf } from './open.ts'
import type { Reading } from './reading.ts'
import { failureWords, secondMs } from './window.ts'

/** No further back than this: an older proof says little about now. */
const backMs = 3_600_000
const maxMoves = 20_000

export type Move = { from: string; to: string }

/**
 * The latest whole second at which, as far as the rows tell, no balance was moving: PayPal counts in seconds, so a second in which
 * something moved is neither before nor after it. A row that is seen first as settled moved at some time between its two dates.
 */
export function quietSecond(complete: Date, moves: Move[]): Date | undefined {
  const latest = Math.floor(complete.getTime() / secondMs) * secondMs - secondMs
  const second = (text: string) => Math.floor(Date.parse(text) / secondMs) * secondMs
  let at = latest
  for (const { from, to } of moves.toSorted((a, b) => second(b.to) - second(a.to))) {
    if (second(to) < at) break
    if (second(from) <= at) at = second(from) - secondMs
  }
  return at < latest - backMs ? undefined : new Date(at)
}

async function movesOf(db: Db, { companyId, accountId }: Ref, complete: Date): Promise<Move[]> {
  const { rows } = await sql<Move>`
    select case when j.kind = 'change' and t.status = 'S' then j.effective_at else least(t.occurred_at, j.effective_at) end as from,
      j.effective_at as to
    from journal j join paypal_transaction t on t.company_id = j.company_id and t.id = j.transaction_id
    where j.company_id = ${companyId} and j.account_id = ${accountId} and j.kind in ('row', 'change')
      and j.effective_at >= ${new Date(complete.getTime() - backMs)} order by j.effective_at desc limit ${maxMoves}`.execute(db)
  return rows
}

/** Asks for PayPal's balances of one quiet moment and sets the books of the same moment against them. No quiet moment: no new proof. */
export async function proveBalances({ pool, paypal, lease, log }: Reading): Promise<void> {
  const { companyId, accountId, completeThrough } = lease
  if (!completeThrough) return
  const moves = await inCompany(pool, companyId, (db) => movesOf(db, lease, completeThrough))
  const asOf = moves.length < maxMoves ? quietSecond(completeThrough, moves) : undefined
  if (!asOf || asOf <= (lease.beginsAt as Date)) return
  const answer = await paypal.reporting.balances({ asOf })
  if (answer.outcome !== 'done') {
    log.warn({ companyId, accountId, reason: failureWords(answer) }, 'no balances to prove the books with')
    return
  }
  // Cut back to what its balances know: that is another moment.
  if (answer.value.as_of_time && answer.value.as_of_time.getTime() !== asOf.getTime()) return
  const told = answer.value.balances.map(partsOf)
  await inLease(pool, lease, (db) => writeProof(db, lease, asOf, told))
}

export type ToldBalance = { currency: string; total: number; available: number; withheld: number }

export async function writeProof(db: Db, { companyId, accountId }: Ref, asOf: Date, told: ToldBalance[]): Promise<void> {
  await sql`
    insert into balance_proof as p (company_id, account_id, currency, as_of, paypal_minor, ledger_minor)
    select ${companyId}, ${accountId}, coalesce(t.currency, l.currency), ${asOf}, coalesce(t.total, 0), coalesce(l.minor, 0)
    from jsonb_to_recordset(${toJsonb(told)}::jsonb) as t (currency text, total bigint)
    full join (${ledgerAt({ companyId, accountId }, asOf)}) l on l.currency = t.currency
    on conflict (company_id, account_id, currency) do update set as_of = excluded.as_of, paypal_minor = excluded.paypal_minor,
      ledger_minor = excluded.ledger_minor, checked_at = now()`.execute(db)
  await sql`
    insert into paypal_balance as b (company_id, account_id, currency, total_minor, available_minor, withheld_minor, as_of)
    select ${companyId}, ${accountId}, t.currency, t.total, t.available, t.withheld, ${asOf}
    from jsonb_to_recordset(${toJsonb(told)}::jsonb) as t (currency text, total bigint, available bigint, withheld bigint)
    on conflict (company_id, account_id, currency) do update set total_minor = excluded.total_minor, available_minor = excluded.available_minor,
      withheld_minor = excluded.withheld_minor, as_of = excluded.as_of where b.as_of <= excluded.as_of`.execute(db)
}

/** What PayPal holds for us by our books, at a moment: the sums less what was posted for later ones. */
const ledgerAt = ({ companyId, accountId }: Ref, asOf: Date) => sql`
  select b.currency, (sum(b.balance_minor) - coalesce(max(later.minor), 0))::bigint as minor from ledger_balance b
  left join (
    select p.currency, sum(p.amount_minor)::bigint as minor from journal j join posting p on p.company_id = j.company_id and p.journal_id = j.id
    where j.company_id = ${companyId} and j.account_id = ${accountId} and j.effective_at > ${asOf} and p.book in ('balance', 'withheld') group by 1
  ) later on later.currency = b.currency
  where b.company_id = ${companyId} and b.account_id = ${accountId} and b.book in ('balance', 'withheld') group by b.currency`
