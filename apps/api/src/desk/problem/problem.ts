import { mostProblems, type Problem } from '@paydesk/contract/desk/problem'
import type { Id } from '@paydesk/contract/lib/id'
import type { Currency } from '@paydesk/contract/lib/money'
import { type ProblemKind, problemKinds } from '@paydesk/contract/people/problemNotice'
import { type RawBuilder, sql } from 'kysely'
import { changedCurrencies } from '../../billing/bill/bill.ts'
import { unknownRefunds } from '../../billing/refund/refund.ts'
import { silentEvents } from '../../intake/event/event.ts'
import { readingProblems } from '../../intake/reporting/reporting.ts'
import type { Db } from '../../lib/db.ts'

/**
 * What is wrong now, read from the records themselves: what is put right is gone at once, wherever
 * it was put right. Each feature knows its own problems; a new kind is another line here.
 */
const problemsNow = (companyId: Id<'company'>, everySeconds: number): RawBuilder<unknown> =>
  sql.join(
    [
      readingProblems(companyId, everySeconds),
      silentEvents(companyId),
      unknownRefunds(companyId),
      changedCurrencies(companyId),
    ],
    sql` union all `,
  )

const inOrder = sql`array_position(${[...problemKinds]}::text[], n.kind)`

export async function readProblems(
  db: Db,
  companyId: Id<'company'>,
  everySeconds: number,
): Promise<{ list: Problem[]; total: number }> {
  const { rows } = await sql<Problem & { total: number }>`
    select n.kind, n.subject_id, coalesce(n.since, p.opened_at, now()) as since, n.account_id,
      coalesce(a.label, '') as account_label, n.bill_id, b.number as bill_number, n.currency,
      n.amount_minor, n.as_of, n.detail, n.total
    from (
      select n.*, count(*) over () as total,
        row_number() over (partition by n.kind order by n.since, n.subject_id) as place
      from (${problemsNow(companyId, everySeconds)}) n
    ) n
    left join problem p on p.company_id = ${companyId}
      and p.kind = n.kind
      and p.subject_id = n.subject_id
      and p.ended_at is null
    left join paypal_account a on a.company_id = ${companyId} and a.id = n.account_id
    left join bill b on b.company_id = ${companyId} and b.id = n.bill_id
    where n.place <= ${mostProblems}
    order by ${inOrder}, 3, n.subject_id`.execute(db)
  return { list: rows.map(({ total: _, ...problem }) => problem), total: rows[0]?.total ?? 0 }
}

export async function countProblems(db: Db, companyId: Id<'company'>, everySeconds: number) {
  const { rows } = await sql<{ kind: ProblemKind; count: number }>`
    select n.kind, count(*) as count
    from (${problemsNow(companyId, everySeconds)}) n
    group by n.kind
    order by ${inOrder}`.execute(db)
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    countIsExact: true,
    kinds: rows.map(({ kind }) => kind),
  }
}

export type NewProblem = {
  kind: ProblemKind
  id: string
  count: number
  accountId: string | null
  label: string
  billNumber: string | null
  amountMinor: number | null
  currency: Currency | null
}

/**
 * Remembers what is wrong from now on, and forgets what is not any more. Returns what is new, one
 * for each kind and account. Two workers at once: the second waits for the first one's rows and
 * finds nothing new.
 */
export async function notice(
  db: Db,
  companyId: Id<'company'>,
  everySeconds: number,
): Promise<NewProblem[]> {
  const { rows } = await sql<NewProblem>`
    with n as materialized (${problemsNow(companyId, everySeconds)}), gone as (
      update problem p
      set ended_at = now()
      where p.company_id = ${companyId} and p.ended_at is null
        and not exists (select from n where n.kind = p.kind and n.subject_id = p.subject_id)
    ), old as (
      delete from problem where company_id = ${companyId} and ended_at < now() - interval '90 days'
    ), made as (
      insert into problem (company_id, kind, subject_id)
      select ${companyId}, n.kind, n.subject_id
      from n
      order by n.kind, n.subject_id
      on conflict (company_id, kind, subject_id)
      where ended_at is null
      do nothing
      returning id, kind, subject_id
    )
    select distinct on (n.kind, n.account_id) n.kind, made.id,
      count(*) over (partition by n.kind, n.account_id) as count, n.account_id,
      coalesce(a.label, '') as label, b.number as bill_number, n.amount_minor, n.currency
    from made join n on n.kind = made.kind and n.subject_id = made.subject_id
    left join paypal_account a on a.company_id = ${companyId} and a.id = n.account_id
    left join bill b on b.company_id = ${companyId} and b.id = n.bill_id
    order by n.kind, n.account_id, made.id`.execute(db)
  return rows
}
