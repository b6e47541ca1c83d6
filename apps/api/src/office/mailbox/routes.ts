import { mailboxApi } from '@paydesk/contract/office/mailbox'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'

/** Development only: whoever can reach this page can read every code and link. */
export function mailboxRoutes(app: FastifyInstance) {
  if (app.deps.production) return
  route(app, mailboxApi.list, async ({ db }) => ({
    list: await db
      .selectFrom('devMailbox')
      .select(['id', 'channel', 'recipient', 'subject', 'body as text', 'createdAt'])
      .orderBy('createdAt', 'desc')
      .limit(50)
      .execute(),
  }))
}
