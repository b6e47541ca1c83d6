import { notificationChoiceApi } from '@paydesk/contract/people/notificationChoice'
import type { FastifyInstance } from 'fastify'
import { assertFresh, refuse } from '../../lib/errors.ts'
import { route } from '../../lib/route.ts'
import { recordChange } from '../../office/audit/audit.ts'
import { readChoices } from './notificationChoice.ts'

export function notificationChoiceRoutes(app: FastifyInstance) {
  route(app, notificationChoiceApi.read, ({ db, actor }) => readChoices(db, actor))

  route(app, notificationChoiceApi.replace, async ({ db, actor, body }) => {
    const { companyId, userId } = actor
    const before = await readChoices(db, actor)
    assertFresh(before, body.version)
    const choices = before.choices.map(
      (choice) => body.choices.find(({ kind }) => kind === choice.kind) ?? choice,
    )
    const { digestHour = before.digestHour, quiet = before.quiet } = body
    const values = {
      choices: JSON.stringify(choices),
      digestHour,
      quietFrom: quiet?.from ?? null,
      quietTo: quiet?.to ?? null,
    }
    const version = body.version + 1
    const saved = await db
      .insertInto('notificationChoice')
      .values({ companyId, userId, ...values, version })
      .onConflict((conflict) =>
        conflict
          .columns(['companyId', 'userId'])
          .doUpdateSet({ ...values, version })
          .where('notificationChoice.version', '=', body.version),
      )
      .returning('version')
      .executeTakeFirst()
    if (!saved) throw refuse('conflict.stale', {}, await readChoices(db, actor))
    const after = { ...before, version: saved.version, choices, digestHour, quiet }
    const facts = ({ choices: list, digestHour: hour, quiet: hours }: typeof after) => ({
      ...Object.fromEntries(list.map(({ kind, ...channels }) => [kind, channels])),
      digestHour: hour,
      quiet: hours,
    })
    await recordChange(db, actor, {
      action: 'user.chooseNotifications',
      entityId: userId,
      label: actor.name,
      before: facts(before),
      after: facts(after),
    })
    return after
  })
}
