import type { Id } from '@paydesk/contract/lib/id'
import { type RawBuilder, sql } from 'kysely'

/**
 * PayPal tells of a payment within seconds and repeats a delivery that failed for days: hours
 * without one are no chance.
 */
const silentHours = 6
/** A payment of just now may still be told. */
const freshMinutes = 30
/** Older payments say nothing about the events of today. */
const lookBackDays = 3

/**
 * Accounts of which no event came for hours, although bills were paid meanwhile: reading shows the
 * payments, and only later. Whether PayPal's events tell of payments that are no bill's depends on
 * the account's apps (paypal §7.1), so that those prove nothing. The columns are those of
 * readingProblems.
 */
export const silentEvents = (companyId: Id<'company'>): RawBuilder<unknown> => sql`
  select 'eventsSilent' as kind, a.id as subject_id, x.heard_at as since, a.id as account_id,
    null::uuid as bill_id, null::text as currency, null::bigint as amount_minor,
    x.heard_at as as_of, coalesce(h.webhook_failure, '') as detail
  from paypal_account a
  left join paypal_account_health h on h.company_id = a.company_id and h.account_id = a.id
  cross join lateral (
    select greatest(h.last_event_at, a.created_at, a.secret_changed_at) as heard_at
  ) x
  where a.company_id = ${companyId} and a.client_id <> '' and a.state in ('active', 'limited')
    and x.heard_at < now() - make_interval(hours => ${silentHours})
    and exists (
      select
      from paypal_transaction t
      where t.company_id = a.company_id
        and t.account_id = a.id
        and t.class = 'payment'
        and t.status = 'S'
        and (
          t.paypal_invoice_id <> ''
          or exists (
            select
            from match_line l
            where l.company_id = t.company_id
              and l.transaction_id = t.id
              and not is_from_elsewhere(l.rule)
          )
        )
        and t.occurred_at < now() - make_interval(mins => ${freshMinutes})
        and t.occurred_at > greatest(x.heard_at, now() - make_interval(days => ${lookBackDays}))
    )`
