import { type Notice, noticeApi } from '@paydesk/contract/notice'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { refuse } from '../lib/errors.ts'
import { route } from '../lib/route.ts'

export function noticeRoutes(app: FastifyInstance) {
  route(app, noticeApi.list, async ({ db, actor, query }) => {
    const mine = db.selectFrom('notice').where('companyId', '=', actor.companyId).where('userId', '=', actor.userId)
    const list = await mine
      .select(['id', 'kind', 'data', 'readAt', 'createdAt'])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(query.pageSize)
      .offset((query.current - 1) * query.pageSize)
      .execute()
    const { total } = await mine.select((select) => select.fn.countAll().as('total')).executeTakeFirstOrThrow()
    // The contract's schema checks each kind's data on the way out.
    return { list: list as Notice[], total: Number(total), totalIsExact: true }
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
    return marked
  })
}
