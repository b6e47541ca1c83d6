import type { Id } from '@paydesk/contract/lib/id'
import { type RawBuilder, sql } from 'kysely'

/** A look usually tells within a minute whether a refund was made. */
const unknownMinutes = 3

/**
 * Refunds of which nobody knows whether PayPal made them; the columns are those of readingProblems
 * (intake/reporting/problem.ts).
 */
export const unknownRefunds = (companyId: Id<'company'>): RawBuilder<unknown> => sql`
  select 'refundUnknown' as kind, r.id as subject_id, o.unknown_since as since, r.account_id,
    r.bill_id, r.currency, r.amount_minor, null::timestamptz as as_of, '' as detail
  from operation o
  join refund r on r.company_id = o.company_id and r.id = o.refund_id and r.state = 'sending'
  where o.company_id = ${companyId}
    and o.state = 'unknown'
    and o.kind = 'refundPayment'
    and o.unknown_since < now() - make_interval(mins => ${unknownMinutes})`
