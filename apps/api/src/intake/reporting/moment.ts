import { sql } from 'kysely'
import { recountRows } from '../../billing/bill/bill.ts'
import { type Db, inCompany } from '../../lib/db.ts'
import { lockBooks } from '../../money/ledger/ledger.ts'
import { announceRows, setFound } from '../../money/transaction/transaction.ts'
import {
  type Asking,
  AskLater,
  askBalanceAt,
  askDayEnd,
  dayEndsToAsk,
  proves,
} from './balanceAt.ts'
import { type Doubt, isOpen, isWrong, narrow, type Point, turnOf } from './doubt.ts'
import { inLease, type Ref } from './lease.ts'
import { mayMoveEarly } from './proof.ts'
import type { Reading } from './reading.ts'
import { secondMs } from './window.ts'

/**
 * The most balances of the past that one reading asks for, and the most days' ends among
 * what it asks about.
 */
const maxCalls = 80
const maxDayEnds = 40
/** The most rows in doubt of one currency that are looked at together. */
const maxDoubts = 200

type DoubtRow = {
  id: string
  currency: string
  netMinor: number
  from: string
  to: string
  movedAt: string
  /**
   * The day's end by which the balance shows whether the row stands on the right day. Null: it
   * moved on that day in any case.
   */
  checkAt: string | null
  /**
   * It was told as pending, and its date is another row's doing: neither is the moment of the
   * money, also where its day is right.
   */
  isUndated: boolean
}

/**
 * Asks for PayPal's balance at the end of every month, and of days on whose end it depends when a
 * row moved. Where the books differ, looks for the row that stands wrong and dates it anew.
 * Whatever is not asked or found now, the next reading goes on with.
 */
export async function proveDays(reading: Reading): Promise<void> {
  const { pool, lease } = reading
  if (!lease.completeThrough) return
  const asking: Asking = { ...reading, callsLeft: maxCalls }
  const inDoubt = await inCompany(pool, lease.companyId, (db) => readDoubts(db, lease))
  const turns = [...Map.groupBy(inDoubt, ({ currency }) => currency).values()].map((rows) =>
    turnOf(rows, maxDoubts, Math.random()),
  )
  const checks = turns.flatMap(({ rows }) =>
    rows.flatMap(({ checkAt }) => (checkAt === null ? [] : [new Date(checkAt)])),
  )
  try {
    for (const endsAt of await dayEndsToAsk(asking, checks, maxDayEnds))
      await askDayEnd(asking, endsAt)
    const lacks = await inCompany(pool, lease.companyId, (db) => readLacks(db, lease))
    for (const turn of turns) if (!lacks(turn.rows)) await settle(asking, turn)
  } catch (error) {
    if (!(error instanceof AskLater)) throw error
  }
}

/**
 * Rows that were first told as settled under another date than their first. A row that was told as
 * pending before is in doubt only if its date is another row's doing, or if the books differ from
 * PayPal's balance at a day's end before that date. Withdrawals and refunds are left out: when they
 * leave PayPal's balance is another question (decision 0051).
 */
async function readDoubts(
  db: Db,
  { companyId, accountId, completeThrough }: Reading['lease'],
): Promise<DoubtRow[]> {
  const { rows } = await sql<DoubtRow>`
    with off as materialized (
      select d.ends_at, b.currency from day_end d
      join balance_at b on b.company_id = d.company_id
        and b.account_id = d.account_id
        and b.as_of = d.as_of
      cross join lateral balance_difference(b) x
      where d.company_id = ${companyId} and d.account_id = ${accountId} and x.difference_minor <> 0
    )
    select t.id, t.currency, t.net_minor, t.from, t.to, t.moved_at,
      coalesce(
        t.off_at, case when t.check_at > t.from and t.check_at <= t.to then t.check_at end
      ) as check_at,
      t.pending_at is not null and t.is_followed as is_undated
    from (
      select t.*,
        is_followed(
          t.company_id, t.account_id, t.provider_transaction_id, t.reference_id, t.class,
          t.gross_minor, t.settled_at
        ) as is_followed,
        (
          select max(o.ends_at)
          from off o
          where t.pending_at is not null
            and o.currency = t.currency
            and o.ends_at > t.from
            and o.ends_at <= t.to
        ) as off_at
      from (
        select t.*, greatest(t.occurred_at, t.pending_at) as
        from, t.settled_at as to,
          (
            (
              (t.moved_at at time zone c.timezone)::date + case
                when t.moved_at < t.settled_at then 1
                else 0
              end
            )::timestamp at time zone c.timezone
          ) as check_at
        from paypal_transaction t join company c on c.id = t.company_id
        where t.company_id = ${companyId}
          and t.account_id = ${accountId}
          and t.status in ('S', 'V')
          and t.settled_at > t.occurred_at
          and t.found_at is null
          and t.net_minor <> 0
          and not (${mayMoveEarly})
          and t.settled_at < ${completeThrough}
          and t.settled_at > greatest(t.occurred_at, t.pending_at)
      ) t
    ) t
    where t.pending_at is null or t.off_at is not null or t.is_followed
    order by t.from, t.id`.execute(db)
  return rows
}

/**
 * Whether the books may lack money of a currency: a row was not understood, or the books differ
 * from PayPal's balance now. A difference in the past is then perhaps the lacking row's, and would
 * be laid on one of the same amount that stands right.
 */
async function readLacks(
  db: Db,
  { companyId, accountId }: Ref,
): Promise<(rows: DoubtRow[]) => boolean> {
  const { rows } = await sql<{ currency: string | null }>`
    select null as currency
    from row_set_aside
    where company_id = ${companyId} and account_id = ${accountId} and understood_at is null
    union
    select currency
    from balance_proof
    where company_id = ${companyId}
      and account_id = ${accountId}
      and difference_minor <> 0`.execute(db)
  return (doubts) =>
    rows.some(({ currency }) => currency === null || currency === doubts[0]?.currency)
}

/** `others`: rows in doubt of the same currency that have their turn another time. */
type Turn = { rows: DoubtRow[]; others: DoubtRow[] }

const doubtOf = ({ id, netMinor, from, to, movedAt, checkAt }: DoubtRow): Doubt => ({
  id,
  net: netMinor,
  from: Date.parse(from),
  to: Date.parse(to),
  movedAt: Date.parse(movedAt),
  checkAt: checkAt === null ? null : Date.parse(checkAt),
})

/**
 * What PayPal said about one currency so far. A balance that proves a day's end counts for that
 * end.
 */
async function readPoints(
  db: Db,
  { companyId, accountId }: Ref,
  currency: string,
  from: Date,
  to: Date,
  others: Doubt[],
): Promise<Point[]> {
  const { rows } = await sql<{ at: string; offBy: number; early: number[] }>`
    select case
      when proves(b.company_id, b.account_id, b.as_of, d.ends_at) then coalesce(d.ends_at, b.as_of)
      else b.as_of
    end as at,
      b.paypal_minor - b.ledger_minor as off_by,
      to_json(early_sums(b.company_id, b.account_id, b.currency, b.as_of)) as early
    from balance_at b
    left join day_end d on d.company_id = b.company_id
      and d.account_id = b.account_id
      and d.as_of = b.as_of
    where b.company_id = ${companyId}
      and b.account_id = ${accountId}
      and b.currency = ${currency}
      and b.as_of > ${from}
      and b.as_of <= ${to}
      and proves(b.company_id, b.account_id, b.as_of, b.as_of)
    order by 1`.execute(db)
  return rows.map(({ at: text, offBy, early }) => {
    const at = Date.parse(text)
    return { at, offBy, pending: early, isWhole: !others.some((other) => isOpen(other, at)) }
  })
}

/** Finds where rows of one currency moved, as far as PayPal's balances tell, and writes it. */
async function settle(reading: Asking, { rows, others }: Turn): Promise<void> {
  const { pool, lease } = reading
  const [first] = rows
  if (!first) return
  const span = {
    from: new Date(Math.min(...rows.map(({ from }) => Date.parse(from))) - secondMs),
    to: new Date(Math.max(...rows.map(({ to }) => Date.parse(to))) + 61_000),
  }
  const beside = others.map(doubtOf)
  const readNow = (db: Db) => readPoints(db, lease, first.currency, span.from, span.to, beside)
  const narrowed = async () =>
    narrow(rows.map(doubtOf), await inCompany(pool, lease.companyId, readNow))
  let known = await narrowed()
  const exact = new Set<string>()
  /** PayPal's balance inside their time told nothing: asking for it again would tell no more. */
  const stuck = new Set<string>()
  const canAsk = ({ id, from, to }: Doubt) => from < to && !exact.has(id) && !stuck.has(id)
  for (;;) {
    const wrongPlace = known.findIndex((doubt) => isWrong(doubt) && canAsk(doubt))
    // A row that stands at a wrong moment of the right day would hide, between the two, when
    // others moved.
    const place =
      wrongPlace >= 0
        ? wrongPlace
        : known.findIndex((doubt, n) => rows[n]?.isUndated && canAsk(doubt))
    const asked = known[place]
    if (!asked) break
    if (await askWithin(reading, asked)) {
      known = await narrowed()
      if (known[place]?.from === asked.from && known[place]?.to === asked.to) stuck.add(asked.id)
    } else exact.add(asked.id)
  }
  const found: { id: string; at: Date }[] = []
  for (const [n, doubt] of known.entries()) {
    const { checkAt } = rows[n] as DoubtRow
    const isChecked =
      checkAt === null || doubt.to < Date.parse(checkAt) || doubt.from >= Date.parse(checkAt)
    if (!isWrong(doubt))
      found.push(...(isChecked ? [{ id: doubt.id, at: new Date(doubt.movedAt) }] : []))
    else if (doubt.from >= doubt.to) found.push({ id: doubt.id, at: new Date(doubt.from) })
    else if (exact.has(doubt.id))
      found.push({ id: doubt.id, at: await likelySecond(reading, doubt) })
  }
  if (found.length === 0) return
  await inLease(pool, lease, async (db) => {
    await lockBooks(db, [lease.accountId])
    await setFound(db, lease.companyId, found)
    // A bill counts its money on the day on which the books have it.
    await recountRows(
      db,
      lease.companyId,
      found.map(({ id }) => id),
    )
    await announceRows(
      db,
      lease.companyId,
      known.filter(isWrong).map(({ id }) => id),
    )
  })
}

/**
 * Asks for the balance at a moment inside the time in which the row moved. False: PayPal answers
 * for no moment in it.
 */
async function askWithin(reading: Asking, { from, to }: Doubt): Promise<boolean> {
  const { lease } = reading
  const middle = from + Math.ceil((to - from) / 2 / secondMs) * secondMs
  const isInside = async (db: Db, told: Date) =>
    told.getTime() > from && told.getTime() <= to && (await proves(db, lease, told))
  for (const at of new Set([middle, to, middle + secondMs, middle - secondMs]))
    if ((await askBalanceAt(reading, new Date(at), isInside)) instanceof Date) return true
  return false
}

/**
 * PayPal answers for no moment in this short time, because other money moved in every second of it
 * or because it answers by the minute. PayPal settles in batches: a second in which other money
 * moved is likelier than a quiet one.
 */
async function likelySecond({ pool, lease }: Reading, { id, from, to }: Doubt): Promise<Date> {
  const { companyId, accountId } = lease
  const { rows } = await inCompany(pool, companyId, (db) =>
    sql<{ at: string | null }>`
      select max(effective_at) as at
      from journal
      where company_id = ${companyId} and account_id = ${accountId} and kind <> 'match'
        and transaction_id <> ${id}
        and effective_at between ${new Date(from)} and ${new Date(to)}`.execute(db),
  )
  return new Date(rows[0]?.at ?? from)
}
