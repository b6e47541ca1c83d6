import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import type { Template } from './texts.ts'

/**
 * Messages of one kind within an hour. A person asks a few times for a letter that does not come; a
 * company invites a team in a morning.
 */
export const hourly = { recipient: 5, company: 100 }

type Asked = { companyId: Id<'company'>; recipient: string; template: Template }

/**
 * Refuses a message that somebody may send as often as they like, to whom they like, beyond what a
 * person needs. It counts what was really sent: what is rolled back does not count.
 */
export async function admitMessage(db: Db, asked: Asked): Promise<void> {
  const { companyId } = asked
  // One after the other, so that calls at the same time cannot pass the limit together.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`message ${companyId}`}, 0))`.execute(
    db,
  )
  const seconds = Math.max(
    await waitFor(db, asked, hourly.company),
    await waitFor(db, asked, hourly.recipient, asked.recipient),
  )
  if (seconds > 0)
    throw refuse('message.tooMany', { minutes: Math.ceil(seconds / 60) }, { seconds })
}

/** Seconds until fewer than `limit` messages are within the hour; 0 if that is so now. */
async function waitFor(
  db: Db,
  { companyId, template }: Asked,
  limit: number,
  recipient?: string,
): Promise<number> {
  const { rows } = await sql<{ sent: number; seconds: number }>`
    select count(*)::integer as sent,
      ceil(extract(epoch from min(x.created_at) + interval '1 hour' - now()))::integer as seconds
    from (
      select created_at from message
      where company_id = ${companyId}
        and template = ${template}
        and created_at > now() - interval '1 hour'
        ${recipient === undefined ? sql`` : sql`and lower(recipient) = lower(${recipient})`}
      order by created_at desc limit ${limit}
    ) x`.execute(db)
  const [found] = rows
  return found && found.sent >= limit ? Math.max(1, found.seconds) : 0
}
