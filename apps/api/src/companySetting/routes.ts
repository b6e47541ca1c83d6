import { companySettingApi } from '@paydesk/contract/companySetting'
import type { FastifyInstance } from 'fastify'
import { route } from '../lib/route.ts'
import { readSettings, updateSettings } from './companySetting.ts'

export function companySettingRoutes(app: FastifyInstance) {
  route(app, companySettingApi.read, ({ db, actor }) => readSettings(db, actor.companyId))
  // Tabs that were left out arrive as absent keys, never as undefined: the body is JSON.
  route(app, companySettingApi.update, ({ db, actor, body }) => updateSettings(db, actor, body as Parameters<typeof updateSettings>[2]))
}
