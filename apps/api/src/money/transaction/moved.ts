import type { Id } from '@paydesk/contract/lib/id'
import { isSettled } from '@paydesk/contract/money/transaction'
import { classOf, followingClasses } from '@paydesk/contract/money/transactionCode'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import type { Seen } from './merge.ts'
import type { ToldRow } from './row.ts'

const isFollowing = (row: ToldRow) =>
  row.referenceId !== '' && followingClasses.includes(classOf(row.eventCode, row.grossMinor))

/**
 * Whether a row of this batch refers to another and bears the date under which that one was first
 * told as settled. Then the date says nothing about when its money moved. The database knows the
 * rows of earlier batches (is_followed).
 */
export function followsIn(told: (ToldRow & Seen)[]) {
  const dates = Map.groupBy(
    told.filter(isFollowing),
    ({ accountId, referenceId }) => `${accountId} ${referenceId}`,
  )
  return ({
    accountId,
    providerTransactionId,
    settledAt,
  }: Pick<ToldRow & Seen, 'accountId' | 'providerTransactionId' | 'settledAt'>) =>
    (dates.get(`${accountId} ${providerTransactionId}`) ?? []).some((row) =>
      [row.occurredAt, isSettled(row.status) ? row.settledAt : null].some(
        (date) => date !== null && settledAt !== null && Date.parse(date) === Date.parse(settledAt),
      ),
    )
}

/**
 * Dates the rows anew that rows of this batch refer to: they may have come first, and may have been
 * dated without knowing of these.
 */
export async function redateFollowed(
  db: Db,
  companyId: Id<'company'>,
  told: ToldRow[],
): Promise<string[]> {
  const by = told.filter(isFollowing)
  if (by.length === 0) return []
  const references = [...new Set(by.map(({ referenceId }) => referenceId))]
  const accounts = [...new Set(by.map(({ accountId }) => accountId))]
  const { rows } = await sql<{ id: string }>`
    with dated as materialized (
      select t.id,
        moved_at_of(
          t.status, t.occurred_at, t.settled_at, t.pending_at, t.found_at,
          is_followed(
            t.company_id, t.account_id, t.provider_transaction_id, t.reference_id, t.class,
            t.gross_minor, t.settled_at
          )
        ) as moved_at
      from paypal_transaction t
      where t.company_id = ${companyId} and t.account_id = any(${accounts}::uuid[])
        and (
          t.provider_transaction_id = any(${references})
          or (t.reference_id <> '' and t.reference_id = any(${references}) and follows(t.class))
        )
        and t.status in ('S', 'V') and t.settled_at > t.occurred_at and t.pending_at is null
    )
    update paypal_transaction t set moved_at = d.moved_at, version = version + 1
    from dated d
    where t.company_id = ${companyId} and t.id = d.id and t.moved_at is distinct from d.moved_at
    returning t.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Writes where PayPal's balance showed that rows moved, or that it agrees with where they stand.
 * Their journals follow. The caller holds the books.
 */
export async function setFound(
  db: Db,
  companyId: Id<'company'>,
  found: { id: string; at: Date }[],
): Promise<void> {
  if (found.length === 0) return
  await sql`
    update paypal_transaction t
    set found_at = f.at,
      moved_at = moved_at_of(t.status, t.occurred_at, t.settled_at, t.pending_at, f.at, false),
      version = version + 1
    from unnest(
      ${found.map(({ id }) => id)}::uuid[], ${found.map(({ at }) => at)}::timestamptz[]
    ) f (id, at)
    where t.company_id = ${companyId} and t.id = f.id and t.status in ('S', 'V')`.execute(db)
}
