import { companySettingApi } from '@paydesk/contract/people/companySetting'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { readSettingPage, updateSettings } from './companySetting.ts'

export function companySettingRoutes(app: FastifyInstance) {
  route(app, companySettingApi.read, ({ db, actor }) => readSettingPage(db, actor.companyId))
  // Tabs that were left out arrive as absent keys, never as undefined: the body is JSON.
  route(app, companySettingApi.update, ({ db, actor, body, deps }) =>
    updateSettings(db, deps.outside.secrets, actor, body as Parameters<typeof updateSettings>[3]),
  )
}
