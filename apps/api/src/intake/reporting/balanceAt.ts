import { notAllowedMs } from '@paydesk/paypal/outcome'
import { sql } from 'kysely'
import { type Db, inCompany } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'
import { lockBooks } from '../../money/ledger/ledger.ts'
import { inLease, type Ref } from './lease.ts'
import { partsOf } from './open.ts'
import type { ToldBalance } from './proof.ts'
import type { Reading } from './reading.ts'
import { failureWords, secondMs } from './window.ts'

/** PayPal cannot be asked now: the next reading goes on. */
export class AskLater extends Error {}

/**
 * A reading that asks for balances of the past. `callsLeft`: how many more, whatever
 * they are asked for.
 */
export type Asking = Reading & { callsLeft: number }

/** A moment for which PayPal told its balance. Text: why it told none. */
export async function askBalanceAt(
  reading: Asking,
  at: Date,
  isUsable: (db: Db, told: Date) => Promise<boolean>,
): Promise<Date | string> {
  const { pool, paypal, lease, log } = reading
  if (Date.now() > reading.deadline || reading.callsLeft <= 0) throw new AskLater()
  reading.callsLeft--
  const answer = await paypal.reporting.balances({ asOf: at })
  if (answer.outcome === 'unknown' || notAllowedMs(answer) !== undefined) throw new AskLater()
  if (answer.outcome === 'refused') {
    if (answer.refusal.retryAfterMs !== undefined) throw new AskLater()
    log.warn(
      { accountId: lease.accountId, at, reason: failureWords(answer) },
      'PayPal gave no balance of the past',
    )
    return failureWords(answer)
  }
  const told = answer.value.as_of_time ?? at
  return inLease(pool, lease, async (db) => {
    // A journal that is being written is either in the sum below, or finds the moment that is
    // written here (follow_journals).
    await lockBooks(db, [lease.accountId])
    if (!(await isUsable(db, told))) return `PayPal gave its balance of ${told.toISOString()}`
    await writeBalances(db, lease, told, answer.value.balances.map(partsOf))
    return told
  })
}

/**
 * Whether a balance told for one moment proves another; with one argument, whether the
 * moment was quiet.
 */
export async function proves(
  db: Db,
  { companyId, accountId }: Ref,
  told: Date,
  at = told,
): Promise<boolean> {
  const { rows } = await sql<{
    proves: boolean
  }>`select proves(${companyId}, ${accountId}, ${told}, ${at})`.execute(db)
  return rows[0]?.proves === true
}

async function writeBalances(
  db: Db,
  { companyId, accountId }: Ref,
  asOf: Date,
  told: ToldBalance[],
): Promise<void> {
  await sql`
    insert into balance_at as p (
      company_id, account_id, as_of, currency, paypal_minor, ledger_minor
    )
    select ${companyId}, ${accountId}, ${asOf}, coalesce(b.currency, l.currency),
      coalesce(b.total, 0), coalesce(l.minor, 0)
    from jsonb_to_recordset(${toJsonb(told)}::jsonb) as b (currency text, total bigint)
    full join (${ledgerBefore({ companyId, accountId }, asOf)}) l on l.currency = b.currency
    on conflict (company_id, account_id, as_of, currency) do update
      set paypal_minor = excluded.paypal_minor,
        ledger_minor = excluded.ledger_minor,
        asked_at = now()`.execute(db)
}

/**
 * The balance that our books show for a moment: today's sums less everything posted for it
 * and for later ones.
 */
const ledgerBefore = ({ companyId, accountId }: Ref, asOf: Date) => sql`
  select b.currency, (sum(b.balance_minor) - coalesce(max(later.minor), 0))::bigint as minor
  from ledger_balance b
  left join (
    select p.currency, sum(p.amount_minor)::bigint as minor
    from journal j
    join posting p on p.company_id = j.company_id and p.journal_id = j.id
    where j.company_id = ${companyId}
      and j.account_id = ${accountId}
      and j.effective_at >= ${asOf}
      and p.book in ('balance', 'withheld')
    group by 1
  ) later on later.currency = b.currency
  where b.company_id = ${companyId}
    and b.account_id = ${accountId}
    and b.book in ('balance', 'withheld')
  group by b.currency`

/**
 * How far from a day's end PayPal is asked, until it answers for a moment that proves it: it may
 * answer for the minute before.
 */
const besideMs = [0, -secondMs, secondMs, 61_000, -61_000]

/** Asks for the balance at a day's end, and keeps which moment proves it. */
export async function askDayEnd(reading: Asking, endsAt: Date): Promise<void> {
  const { pool, lease } = reading
  const isUsable = async (db: Db, told: Date) =>
    told <= (lease.completeThrough as Date) && (await proves(db, lease, told, endsAt))
  let said: Date | string = ''
  for (const ms of besideMs) {
    said = await askBalanceAt(reading, new Date(endsAt.getTime() + ms), isUsable)
    if (said instanceof Date) break
  }
  const { companyId, accountId } = lease
  const [asOf, failure] = said instanceof Date ? [said, ''] : [null, said.slice(0, 300)]
  await inLease(pool, lease, (db) =>
    sql`
      insert into day_end (company_id, account_id, ends_at, as_of, failure)
      values (${companyId}, ${accountId}, ${endsAt}, ${asOf}, ${failure})
      on conflict (company_id, account_id, ends_at)
      do update set
        as_of = excluded.as_of, failure = excluded.failure, asked_at = now()`.execute(db),
  )
}

/** How long until PayPal is asked again about a day's end for which it gave nothing useful. */
const againSeconds = 86_400

/**
 * The ends of months, and these other moments, that PayPal was not asked about yet; the latest
 * first.
 */
export async function dayEndsToAsk(
  { pool, lease }: Reading,
  others: Date[],
  most: number,
): Promise<Date[]> {
  const { companyId, accountId } = lease
  const { rows } = await inCompany(pool, companyId, (db) =>
    sql<{ endsAt: string }>`
      select w.ends_at from (
        select m.ends_at
        from month_ends(
          ${companyId}, ${accountId}, (select timezone from company where id = ${companyId})
        ) m
        where m.as_of is null
        union select unnest(${others}::timestamptz[])
      ) w
      left join day_end d on d.company_id = ${companyId}
        and d.account_id = ${accountId}
        and d.ends_at = w.ends_at
      where d.ends_at is null or (d.asked_at < now() - make_interval(secs => ${againSeconds})
        and (d.as_of is null or not proves(${companyId}, ${accountId}, d.as_of, d.ends_at)))
      order by 1 desc limit ${most}`.execute(db),
  )
  return rows.map(({ endsAt }) => new Date(endsAt))
}
