import { sql } from 'kysely'
import { z } from 'zod'
import { describeDevice } from '../lib/device.ts'
import { type JobKind, job } from '../lib/job.ts'

export const noticeNewDevice = {
  name: 'session.noticeNewDevice',
  data: z.object({ companyId: z.uuid(), userId: z.uuid(), sessionId: z.uuid() }),
} satisfies JobKind

export const sessionJobs = [
  /** Tells someone that their account was used from a machine or place it had not been used from before. */
  job(noticeNewDevice, async ({ db, data: { companyId, userId, sessionId } }) => {
    const session = await db
      .selectFrom('session')
      .select(['address', 'userAgent', 'createdAt'])
      .where('companyId', '=', companyId)
      .where('id', '=', sessionId)
      .executeTakeFirst()
    if (!session) return
    const earlier = await db
      .selectFrom('session')
      .select((query) => [
        query.fn.countAll().as('all'),
        sql<number>`count(*) filter (where address = ${session.address} and user_agent = ${session.userAgent})`.as('alike'),
      ])
      .where('companyId', '=', companyId)
      .where('userId', '=', userId)
      .where('createdAt', '<', session.createdAt)
      .executeTakeFirstOrThrow()
    // The very first sign-in is new by definition and tells nothing.
    if (Number(earlier.all) === 0 || Number(earlier.alike) > 0) return
    await db
      .insertInto('notice')
      .values({
        companyId,
        userId,
        kind: 'newDevice',
        subjectId: sessionId,
        data: JSON.stringify({ address: session.address, device: describeDevice(session.userAgent), at: session.createdAt }),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }),

  /** Nightly: rows that only matter for a while, across all companies. */
  job({ name: 'session.sweep', data: z.object({}), cron: '17 3 * * *' }, async ({ db, log }) => {
    const { rows } = await sql<Record<string, number>>`select sweep_sessions() as sessions, sweep_idempotency() as keys`.execute(db)
    await sql`delete from login_throttle where window_ends_at < now() - interval '1 day'`.execute(db)
    log.info(rows[0], 'swept')
  }),
]
