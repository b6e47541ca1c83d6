import { notificationChoiceApi } from '@paydesk/contract/notificationChoice'
import type { FastifyInstance } from 'fastify'
import { recordChange } from '../audit/audit.ts'
import { assertFresh, refuse } from '../lib/errors.ts'
import { route } from '../lib/route.ts'
import { readChoices } from './notificationChoice.ts'

export function notificationChoiceRoutes(app: FastifyInstance) {
  route(app, notificationChoiceApi.read, ({ db, actor }) => readChoices(db, actor))

  route(app, notificationChoiceApi.replace, async ({ db, actor, body }) => {
    const { companyId, userId } = actor
    const before = await readChoices(db, actor)
    assertFresh(before, body.version)
    const choices = before.choices.map((choice) => body.choices.find(({ kind }) => kind === choice.kind) ?? choice)
    const saved = await db
      .insertInto('notificationChoice')
      .values({ companyId, userId, choices: JSON.stringify(choices), version: body.version + 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['companyId', 'userId'])
          .doUpdateSet({ choices: JSON.stringify(choices), version: body.version + 1 })
          .where('notificationChoice.version', '=', body.version),
      )
      .returning('version')
      .executeTakeFirst()
    if (!saved) throw refuse('conflict.stale', {}, await readChoices(db, actor))
    const after = { version: saved.version, choices }
    const facts = (list: typeof choices) => Object.fromEntries(list.map(({ kind, ...channels }) => [kind, channels]))
    await recordChange(db, actor, {
      action: 'user.chooseNotifications',
      entityId: userId,
      label: actor.name,
      before: facts(before.choices),
      after: facts(choices),
    })
    return after
  })
}
