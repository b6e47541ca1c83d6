import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'

type Person = { companyId: Id<'company'>; userId: Id<'user'>; name: string }

export type ManualLine = {
  billId: Id<'bill'> | null
  amountMinor: number
  deductionMinor: number
  reason: string
}

/** Adds lines by which a person explains a row. */
export const matchByHand = (
  db: Db,
  { companyId, userId, name }: Person,
  id: string,
  lines: ManualLine[],
) =>
  sql`
    insert into match_line (
      company_id, transaction_id, bill_id, amount_minor, deduction_minor, reason, rule, actor_id,
      actor_name
    )
    select ${companyId}, ${id}, l."billId", l."amountMinor", l."deductionMinor", l.reason,
      'manual', ${userId}, ${name}
    from jsonb_to_recordset(${toJsonb(lines)}::jsonb) as l (
      "billId" uuid, "amountMinor" bigint, "deductionMinor" bigint, reason text
    )`.execute(db)

/** Deletes all lines of a row. `setMatch` writes the row's own match columns. */
export const clearMatch = (db: Db, companyId: Id<'company'>, id: string) =>
  sql`delete from match_line where company_id = ${companyId} and transaction_id = ${id}`.execute(db)

export type MatchChange = {
  state: 'manual' | 'unmatched' | 'ignored'
  matchedMinor: number
  reason: string
}
/**
 * The same statement moves the ledger. `matched_by` also keeps automatic matching away from what
 * a person decided.
 */
export const setMatch = (
  db: Db,
  { companyId, name }: Person,
  id: string,
  { state, matchedMinor, reason }: MatchChange,
) =>
  sql`
    update paypal_transaction
    set match_state = ${state},
      matched_minor = ${matchedMinor},
      match_reason = ${reason},
      matched_by = ${name},
      matched_at = now(),
      version = version + 1
    where company_id = ${companyId} and id = ${id}`.execute(db)

export const assignRow = (
  db: Db,
  companyId: Id<'company'>,
  id: string,
  assigneeId: Id<'user'> | null,
) =>
  sql`update paypal_transaction set assignee_id = ${assigneeId}, version = version + 1
    where company_id = ${companyId} and id = ${id}`.execute(db)

/** Writes why a payment is pending, if it still is and no reason is known yet. */
export const setPendingReason = (db: Db, companyId: Id<'company'>, id: string, reason: string) =>
  sql`update paypal_transaction set pending_reason = ${reason}, version = version + 1
    where company_id = ${companyId}
      and id = ${id}
      and status = 'P'
      and pending_reason = ''`.execute(db)
