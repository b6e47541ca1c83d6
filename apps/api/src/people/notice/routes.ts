import { countCap } from '@paydesk/contract/lib/page'
import { companySettingApi } from '@paydesk/contract/people/companySetting'
import { type Notice, noticeApi, unreadCap } from '@paydesk/contract/people/notice'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { refuse } from '../../lib/errors.ts'
import { announce } from '../../lib/live/change.ts'
import { route } from '../../lib/route.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { readSettingPage } from '../companySetting/companySetting.ts'

export function noticeRoutes(app: FastifyInstance) {
  route(app, noticeApi.list, async ({ db, actor, query }) => {
    const { current, pageSize, before, unread } = query
    const mine = sql`company_id = ${actor.companyId} and user_id = ${actor.userId}`
    const matching = sql`${mine} ${unread ? sql`and read_at is null` : sql``}
      ${before ? sql`and (created_at, id) < (select created_at, id from notice where ${mine} and id = ${before})` : sql``}`
    const capped = (which: ReturnType<typeof sql>, cap: number) =>
      sql<{
        count: number
      }>`select count(*) from (select from notice where ${which} limit ${cap + 1}) c`.execute(db)
    const [{ rows: list }, total, notRead] = await Promise.all([
      sql<Notice>`select id, kind, data, read_at, created_at from notice where ${matching}
        order by created_at desc, id desc
        limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(db),
      capped(matching, countCap),
      capped(sql`${mine} and read_at is null`, unreadCap),
    ])
    const count = total.rows[0]?.count ?? 0
    // The contract's schema checks each kind's data on the way out.
    return {
      list,
      total: Math.min(count, countCap),
      totalIsExact: count <= countCap,
      unread: notRead.rows[0]?.count ?? 0,
    }
  })

  route(app, noticeApi.mark, async ({ db, actor, params, body }) => {
    const marked = await db
      .updateTable('notice')
      .set({ readAt: body.read ? sql<string>`coalesce(read_at, now())` : null })
      .where('companyId', '=', actor.companyId)
      .where('userId', '=', actor.userId)
      .where('id', '=', params.id)
      .returning(['id', 'readAt'])
      .executeTakeFirst()
    if (!marked) throw refuse('notFound')
    // This updates the other tabs of the same person.
    await announce(db, actor.companyId, [{ entity: 'notice', id: actor.userId }])
    return marked
  })

  route(app, noticeApi.readAll, async ({ db, actor }) => {
    const { rows } = await sql`update notice set read_at = now()
      where company_id = ${actor.companyId} and user_id = ${actor.userId} and read_at is null
      returning id`.execute(db)
    await announce(db, actor.companyId, [{ entity: 'notice', id: actor.userId }])
    return { marked: rows.length }
  })

  /** Sends a test message to one of the company's chat bots, on the same way as every notice. */
  route(app, companySettingApi.testBot, async ({ db, actor, params: { id } }) => {
    const { notifications } = await readSettingPage(db, actor.companyId)
    const bot = notifications.webhooks.find((one) => one.id === id)
    if (!bot) throw refuse('notFound')
    await sql`insert into notice_delivery (company_id, channel, target_id, kind, subject_id, data, due_at)
      values (${actor.companyId}, 'chat', ${id}, 'test', new_id(), '{}', now())`.execute(db)
    await recordChange(db, actor, {
      action: 'companySetting.testBot',
      entityId: id,
      label: bot.name,
    })
    return { id }
  })
}
