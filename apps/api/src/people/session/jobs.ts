import { sql } from 'kysely'
import { z } from 'zod'
import { namedTime } from '../../lib/clock.ts'
import { describeDevice } from '../../lib/device.ts'
import { job } from '../../lib/job.ts'
import { sweepThrottle } from '../../lib/throttle.ts'
import { sweepTickets } from '../../lib/ticket.ts'
import { mailUser } from '../../office/message/message.ts'
import { tellUsers } from '../notice/notice.ts'
import { readChoices } from '../notificationChoice/notificationChoice.ts'
import { mailResetLinks, sendResetLinks } from './forgot.ts'
import { makeCode, sendPhoneCode } from './phone.ts'
import { noticeNewDevice } from './session.ts'

export const sessionJobs = [
  /**
   * Tells someone that their account was used from a machine or place it had not been
   * used from before.
   */
  job(noticeNewDevice, async ({ db, data: { companyId, userId, sessionId }, jobs, outside }) => {
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
        sql<number>`count(*) filter (
          where address = ${session.address} and user_agent = ${session.userAgent}
        )`.as('alike'),
      ])
      .where('companyId', '=', companyId)
      .where('userId', '=', userId)
      .where('createdAt', '<', session.createdAt)
      .executeTakeFirstOrThrow()
    // The very first sign-in is always from a new device, so it is no news.
    if (Number(earlier.all) === 0 || Number(earlier.alike) > 0) return
    const owner = { companyId, userId }
    const facts = {
      address: session.address,
      device: describeDevice(session.userAgent),
      at: session.createdAt,
    }
    const { choices, timezone } = await readChoices(db, owner)
    if (choices.find(({ kind }) => kind === 'newDevice')?.email)
      await mailUser(db, { jobs, outside }, owner, 'newDevice', {
        ...facts,
        at: namedTime(facts.at, timezone),
      })
    // The e-mail was sent just now, with a text of its own: someone who did not sign in must know
    // at once, whatever their quiet hours are.
    await tellUsers(
      db,
      companyId,
      [userId],
      { kind: 'newDevice', choice: 'newDevice', subjectId: sessionId, data: facts },
      { byMail: false },
    )
  }),

  job(sendPhoneCode, ({ db, data, jobs, outside }) => makeCode(db, { jobs, outside }, data.phone)),
  job(sendResetLinks, ({ db, data, jobs, outside }) =>
    mailResetLinks(db, { jobs, outside }, data.account),
  ),

  /** Deletes every night, across all companies, rows that matter only for a while. */
  job({ name: 'session.sweep', data: z.object({}), cron: '17 3 * * *' }, async ({ db, log }) => {
    const { rows } = await sql<Record<string, number>>`
      select sweep_sessions() as sessions, sweep_idempotency() as keys,
        sweep_messages() as messages, sweep_devices() as devices`.execute(db)
    await sweepThrottle(db)
    await sweepTickets(db)
    await sql`delete from phone_code where expires_at < now() - interval '1 hour'`.execute(db)
    log.info(rows[0], 'swept')
  }),
]
