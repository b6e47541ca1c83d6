import type { Hold, HomeMoney } from '@paydesk/contract/desk/home'
import { canPermission } from '@paydesk/contract/lib/access'
import { sql } from 'kysely'
import { type AgeRow, ageingOf, ageOf } from '../../billing/bill/bill.ts'
import type { Actor } from '../../lib/actor.ts'
import { todayIn } from '../../lib/clock.ts'
import type { Db } from '../../lib/db.ts'
import { unexplained } from '../../money/transaction/transaction.ts'

/**
 * Only what was held in these days is named; the sum beside it is that of the books and has all of
 * it.
 */
const holdDays = 190
const namedHolds = 6

export async function readMoney(db: Db, actor: Actor): Promise<HomeMoney> {
  return {
    unmatched: canPermission(actor, 'ReconcileTransaction') ? await readUnmatched(db, actor) : null,
    holds: canPermission(actor, 'ViewPaypalTransaction') ? await readHolds(db, actor) : null,
  }
}

/**
 * By days of the company's calendar, as the transactions' own filter counts them, and from the
 * index of what is unexplained alone.
 */
async function readUnmatched(db: Db, { companyId, companyTimezone }: Actor) {
  const today = todayIn(companyTimezone)
  const { rows } = await sql<AgeRow>`
    select t.currency,
      ${ageOf(sql`${today}::date - (t.occurred_at at time zone ${companyTimezone})::date`)} as age,
      count(*) as count, sum(t.gross_minor)::bigint as amount_minor
    from paypal_transaction t
    where t.company_id = ${companyId} and ${unexplained}
    group by 1, 2`.execute(db)
  return ageingOf(today, rows)
}

/**
 * Holds less their releases, of one payment each, since the day after which something was
 * held all the time; PayPal may name no payment, and then an earlier hold that was released
 * is no part of this one. With the bill that it paid, and the dispute because of which PayPal
 * most often holds it.
 */
async function readHolds(db: Db, { companyId }: Actor): Promise<Hold[]> {
  const { rows } = await sql<Hold>`
    select h.currency, h.amount_minor, h.since, b.id as bill_id, b.number as bill_number,
      d.id as dispute_id, d.seller_due_at as until
    from (
      select currency, account_id, reference_id, -sum(gross_minor)::bigint as amount_minor,
        min(at) filter (
          where gross_minor < 0 and (nothing_held_at is null or at > nothing_held_at)
        ) as since
      from (
        select *,
          max(at) filter (where sum_minor >= 0) over (
            partition by currency, account_id, reference_id
          ) as nothing_held_at
        from (
          select t.currency, t.account_id, t.reference_id, t.gross_minor,
            coalesce(t.moved_at, t.occurred_at) as at,
            sum(t.gross_minor) over (
              partition by t.currency, t.account_id, t.reference_id
              order by coalesce(t.moved_at, t.occurred_at), t.id
            ) as sum_minor
          from paypal_transaction t
          where t.company_id = ${companyId} and t.class = 'hold' and t.status in ('S', 'V')
            and t.occurred_at > now() - make_interval(days => ${holdDays})
        ) moved
      ) held
      group by 1, 2, 3 having sum(gross_minor) < 0 order by 4 desc limit ${namedHolds}
    ) h
    left join lateral (
      select b.id, b.number
      from bill_payment p
      join bill b on b.company_id = p.company_id and b.id = p.bill_id
      where p.company_id = ${companyId}
        and p.provider_payment_id = h.reference_id
        and p.account_id = h.account_id
        and h.reference_id <> ''
      limit 1
    ) b on true
    left join lateral (
      select d.id, d.seller_due_at
      from dispute d
      where d.company_id = ${companyId} and d.bill_id = b.id and d.status <> 'RESOLVED'
      limit 1
    ) d on true
    order by h.amount_minor desc, h.since`.execute(db)
  return rows
}
