import { companySettingApi } from '@paydesk/contract/people/companySetting'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { refuse } from '../../lib/errors.ts'
import { route } from '../../lib/route.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { readSettingPage, updateSettings } from './companySetting.ts'

export function companySettingRoutes(app: FastifyInstance) {
  route(app, companySettingApi.read, ({ db, actor }) => readSettingPage(db, actor.companyId))
  // Tabs that were left out arrive as absent keys, never as undefined: the body is JSON.
  route(app, companySettingApi.update, ({ db, actor, body, deps }) =>
    updateSettings(db, deps.outside.secrets, actor, body as Parameters<typeof updateSettings>[3]),
  )

  route(app, companySettingApi.testBot, async ({ db, actor, params: { id } }) => {
    const { notifications } = await readSettingPage(db, actor.companyId)
    const bot = notifications.webhooks.find((one) => one.id === id)
    if (!bot) throw refuse('notFound')
    await sql`insert into notice_delivery (company_id, channel, target_id, kind, subject_id, data, due_at)
      values (${actor.companyId}, 'chat', ${id}, 'test', new_id(), '{}', now())`.execute(db)
    await recordChange(db, actor, { action: 'companySetting.testBot', entityId: id, label: bot.name })
    return { id }
  })
}
