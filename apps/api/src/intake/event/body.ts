import { sql } from 'kysely'

/**
 * The body of the event `e`: in its month, or in the row itself (decision 74). Null: it is no
 * longer kept. Joined row by row, so that only the month in question is read.
 */
export const bodyTable = sql`left join lateral (
  select b.raw from paypal_event_body b
  where b.company_id = e.company_id
    and b.account_id = e.account_id
    and b.event_id = e.event_id
    and b.received_at = e.body_at
  limit 1
) body on e.body_at is not null`
export const bodyColumn = sql<Buffer | null>`case
  when e.body_at is null then nullif(e.raw, '')
  else body.raw
end`
