import { randomBytes } from 'node:crypto'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { z } from 'zod'
import { hashToken } from './actor.ts'
import type { Db } from './db.ts'

/**
 * A step that waits for a person. Whoever holds the token may take the step once, until the ticket
 * expires. The database keeps only the token's hash.
 */
export type TicketKind<S extends z.ZodType = z.ZodType> = {
  name: string
  data: S
  seconds: number
  maxTries?: number
}

export const newToken = () => randomBytes(32).toString('base64url')

export async function issueTicket<S extends z.ZodType>(
  db: Db,
  kind: TicketKind<S>,
  data: z.input<S>,
  token = newToken(),
) {
  const { expiresAt } = await db
    .insertInto('ticket')
    .values({
      hash: hashToken(token),
      kind: kind.name,
      data: JSON.stringify(kind.data.parse(data)),
      expiresAt: sql<string>`now() + ${kind.seconds} * interval '1 second'`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return { token, expiresAt }
}

/** Reads a ticket without redeeming it. */
export async function readTicket<S extends z.ZodType>(
  db: Db,
  kind: TicketKind<S>,
  token: string,
): Promise<z.output<S> | undefined> {
  const row = await db
    .selectFrom('ticket')
    .select('data')
    .where(live(kind, token))
    .executeTakeFirst()
  return row && kind.data.parse(row.data)
}

/**
 * Counts a try. The caller commits it before checking whether the try was right. Once the tries are
 * used up, the answer is undefined.
 */
export async function tryTicket<S extends z.ZodType>(
  db: Db,
  kind: TicketKind<S>,
  token: string,
): Promise<z.output<S> | undefined> {
  const row = await db
    .updateTable('ticket')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where(live(kind, token))
    .where('tries', '<', kind.maxTries ?? 1)
    .returning('data')
    .executeTakeFirst()
  return row && kind.data.parse(row.data)
}

/** Takes the ticket. Of two callers at the same moment, only one gets it. */
export async function redeemTicket<S extends z.ZodType>(
  db: Db,
  kind: TicketKind<S>,
  token: string,
): Promise<z.output<S> | undefined> {
  const row = await db
    .deleteFrom('ticket')
    .where(live(kind, token))
    .returning('data')
    .executeTakeFirst()
  return row && kind.data.parse(row.data)
}

export const revokeTickets = (db: Db, kind: TicketKind, userId: Id<'user'>) =>
  sql`delete from ticket where kind = ${kind.name} and data ->> 'userId' = ${userId}`.execute(db)

/** Whether such a ticket of this user is still open. */
export const hasTicket = async (db: Db, kind: TicketKind, userId: Id<'user'>): Promise<boolean> =>
  (
    await sql`
      select
      from ticket
      where kind = ${kind.name}
        and expires_at > now()
        and data @> jsonb_build_object('userId', ${userId}::text)
      limit 1`.execute(db)
  ).rows.length > 0

const live = (kind: TicketKind, token: string) =>
  sql<boolean>`hash = ${hashToken(token)} and kind = ${kind.name} and expires_at > now()`

export const sweepTickets = (db: Db) => sql`delete from ticket where expires_at < now()`.execute(db)
