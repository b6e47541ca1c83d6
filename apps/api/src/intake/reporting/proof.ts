import type { PayPal } from '@paydesk/paypal/client'
import { notAllowedMs } from '@paydesk/paypal/outcome'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Db, inCompany } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'
import type { Log } from '../../lib/log.ts'
import { clientOf, noteBalances } from '../../paypal/paypalAccount/paypalAccount.ts'
import { inLease, type Ref } from './lease.ts'
import { partsOf } from './open.ts'
import type { Reading, Side } from './reading.ts'
import { failureWords, secondMs } from './window.ts'

/** The furthest that a proof goes back: an older one says little about now. */
const backMs = 3_600_000
const maxMoves = 20_000

export type Move = { from: string; to: string }

/**
 * The latest whole second in which, as far as the rows tell, no balance moved. PayPal counts in seconds, so a second in which something
 * moved is neither before nor after it. A row that we first see as settled moved at some time between its two dates.
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
    from journal j left join paypal_transaction t on t.company_id = j.company_id and t.id = j.transaction_id
    where j.company_id = ${companyId} and j.account_id = ${accountId} and j.kind in ('row', 'change', 'correction')
      and j.effective_at >= ${new Date(complete.getTime() - backMs)} order by j.effective_at desc limit ${maxMoves}`.execute(db)
  return rows
}

type Asked = { pool: pg.Pool; paypal: PayPal; log: Log; ref: Ref; beginsAt: Date | null; completeThrough: Date | null }
export type ToldBalance = { currency: string; total: number; available: number; withheld: number }

/** PayPal's balances at one quiet moment. Undefined: there was no such moment, or PayPal does not tell. */
async function askBalances({
  pool,
  paypal,
  log,
  ref,
  beginsAt,
  completeThrough,
}: Asked): Promise<{ asOf: Date; told: ToldBalance[] } | undefined> {
  if (!completeThrough || !beginsAt) return undefined
  const moves = await inCompany(pool, ref.companyId, (db) => movesOf(db, ref, completeThrough))
  const asOf = moves.length < maxMoves ? quietSecond(completeThrough, moves) : undefined
  if (!asOf || asOf <= beginsAt) return undefined
  const answer = await paypal.reporting.balances({ asOf })
  if (answer.outcome !== 'done') {
    // If it was only not its turn, the next reading proves.
    if (notAllowedMs(answer) === undefined)
      log.warn({ ...ref, reason: failureWords(answer) }, 'PayPal gave no balances to prove the books with')
    return undefined
  }
  // PayPal answered for the earlier moment up to which its balances are known. That is another moment, so it proves nothing.
  if (answer.value.as_of_time && answer.value.as_of_time.getTime() !== asOf.getTime()) return undefined
  return { asOf, told: answer.value.balances.map(partsOf) }
}

/**
 * Whether this reading ends with a proof. Each proof is a call, and events bring readings forward many times in one interval: then one
 * proof in each interval is enough, as long as the books agree.
 */
export async function proofIsDue({ pool, outside, lease }: Reading): Promise<boolean> {
  const { companyId, accountId } = lease
  const { rows } = await inCompany(pool, companyId, (db) =>
    sql`select from balance_proof where company_id = ${companyId} and account_id = ${accountId}
      having count(*) > 0 and bool_and(difference_minor = 0) and max(checked_at) > now() - make_interval(secs => ${outside.paypalSyncSeconds * 0.9})`.execute(
      db,
    ),
  )
  return rows.length === 0
}

/** Compares the books at one quiet moment with PayPal's balances at the same moment. Without a quiet moment there is no new proof. */
export async function proveBalances({ pool, paypal, lease, log }: Reading): Promise<void> {
  const asked = await askBalances({ pool, paypal, log, ref: lease, ...lease })
  if (asked) await inLease(pool, lease, (db) => writeProof(db, lease, asked.asOf, asked.told))
}

/** Does the same at once, even if a worker is reading the account: for `npm run ledger:verify -- --ask`. */
export async function proveAccount({ pool, outside, log }: Side, ref: Ref): Promise<boolean> {
  const known = await inCompany(pool, ref.companyId, async (db) => {
    const { rows } = await sql<{ beginsAt: string | null; completeThrough: string | null }>`
      select begins_at, complete_through from account_sync where company_id = ${ref.companyId} and account_id = ${ref.accountId}`.execute(
      db,
    )
    return { paypal: await clientOf(db, outside, ref), ...rows[0] }
  })
  if (!known.paypal || !known.beginsAt || !known.completeThrough) return false
  const [beginsAt, completeThrough] = [new Date(known.beginsAt), new Date(known.completeThrough)]
  const asked = await askBalances({ pool, paypal: known.paypal, log, ref, beginsAt, completeThrough })
  if (asked) await inCompany(pool, ref.companyId, (db) => writeProof(db, ref, asked.asOf, asked.told))
  return asked !== undefined
}

async function writeProof(db: Db, { companyId, accountId }: Ref, asOf: Date, told: ToldBalance[]): Promise<void> {
  await sql`
    insert into balance_proof as p (company_id, account_id, currency, as_of, paypal_minor, ledger_minor)
    select ${companyId}, ${accountId}, coalesce(t.currency, l.currency), ${asOf}, coalesce(t.total, 0), coalesce(l.minor, 0)
    from jsonb_to_recordset(${toJsonb(told)}::jsonb) as t (currency text, total bigint)
    full join (${ledgerAt({ companyId, accountId }, asOf)}) l on l.currency = t.currency
    on conflict (company_id, account_id, currency) do update set as_of = excluded.as_of, paypal_minor = excluded.paypal_minor,
      ledger_minor = excluded.ledger_minor, checked_at = now()`.execute(db)
  await noteBalances(db, { companyId, accountId }, asOf, told)
}

/** The balance that our books show for a moment: today's sums less everything posted for later moments. */
const ledgerAt = ({ companyId, accountId }: Ref, asOf: Date) => sql`
  select b.currency, (sum(b.balance_minor) - coalesce(max(later.minor), 0))::bigint as minor from ledger_balance b
  left join (
    select p.currency, sum(p.amount_minor)::bigint as minor from journal j join posting p on p.company_id = j.company_id and p.journal_id = j.id
    where j.company_id = ${companyId} and j.account_id = ${accountId} and j.effective_at > ${asOf} and p.book in ('balance', 'withheld') group by 1
  ) later on later.currency = b.currency
  where b.company_id = ${companyId} and b.account_id = ${accountId} and b.book in ('balance', 'withheld') group by b.currency`
