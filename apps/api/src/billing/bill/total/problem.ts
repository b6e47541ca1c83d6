import type { Id } from '@paydesk/contract/lib/id'
import { type RawBuilder, sql } from 'kysely'

/**
 * Bills that are in another currency at PayPal; the columns are those of readingProblems
 * (intake/reporting/problem.ts).
 */
export const changedCurrencies = (companyId: Id<'company'>): RawBuilder<unknown> => sql`
  select 'currencyChanged' as kind, b.id as subject_id, null::timestamptz as since, b.account_id,
    b.id as bill_id, b.currency, b.total_minor as amount_minor, null::timestamptz as as_of,
    b.other_currency as detail
  from bill b
  where b.company_id = ${companyId} and b.other_currency is not null and b.status <> 'cancelled'`
