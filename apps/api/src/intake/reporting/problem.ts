import type { Id } from '@paydesk/contract/lib/id'
import { type RawBuilder, sql } from 'kysely'

/**
 * A failing account tries again after one, two and four minutes: whoever is told by then could
 * not have waited.
 */
const failingMinutes = 3
/**
 * An account that nobody has read for three intervals is not read, whatever its failures say; a
 * short interval forgives a restart.
 */
const missedIntervals = 3
const leastSilenceSeconds = 180

/**
 * What is wrong with an account's books and with reading it, as rows of (kind, subject_id,
 * since, account_id, bill_id, currency, amount_minor, as_of, detail). `since` is null where only
 * the first look knows it.
 */
export const readingProblems = (
  companyId: Id<'company'>,
  everySeconds: number,
): RawBuilder<unknown> => sql`
  select 'booksDiffer' as kind, md5(p.account_id::text || p.currency)::uuid as subject_id,
    null::timestamptz as since, p.account_id, null::uuid as bill_id, p.currency,
    p.difference_minor as amount_minor, p.as_of, '' as detail
  from balance_proof p
  join paypal_account a on a.company_id = p.company_id
    and a.id = p.account_id
    and a.state <> 'archived'
  where p.company_id = ${companyId} and p.difference_minor <> 0
  union all
  select 'monthDiffers', md5(a.id::text || m.month || d.currency)::uuid, null, a.id, null,
    d.currency, d."differenceMinor", m.ends_at, m.month
  from paypal_account a
  join company c on c.id = a.company_id
  cross join lateral month_proofs(a.company_id, a.id, c.timezone) m
  cross join lateral jsonb_to_recordset(m.differences) as d (
    currency text, "differenceMinor" bigint
  )
  where a.company_id = ${companyId} and a.state <> 'archived' and d."differenceMinor" <> 0
  union all
  select 'readingStopped', a.id, coalesce(s.failing_since, x.read_at), a.id, null, null, null,
    x.read_at, coalesce(s.failure, '')
  from paypal_account a
  left join account_sync s on s.company_id = a.company_id and s.account_id = a.id
  cross join lateral (
    select greatest(s.read_at, a.created_at, a.state_changed_at, a.secret_changed_at) as read_at
  ) x
  where a.company_id = ${companyId}
    and a.client_id <> ''
    and a.secret_sealed is not null
    and a.state <> 'archived'
    and (
      s.failing_since < now() - make_interval(mins => ${failingMinutes})
      or x.read_at < now() - make_interval(
        secs => ${Math.max(leastSilenceSeconds, missedIntervals * everySeconds)}
      )
    )
  union all
  select 'rowSetAside', r.id, r.first_seen_at, r.account_id, null, null, null, r.occurred_at,
    r.why || ': ' || r.detail
  from row_set_aside r
  where r.company_id = ${companyId} and r.settled_at is null and r.understood_at is null`
