import { accountApi, avatarMaxBytes, avatarTypes } from '@paydesk/contract/people/account'
import type { FastifyInstance } from 'fastify'
import { bytesRoute, route } from '../../lib/route.ts'
import { listPasskeys } from '../passkey/passkey.ts'
import { readSecondFactor } from '../secondFactor/secondFactor.ts'
import { secondFactorRequired } from '../session/session.ts'
import { findAvatar, readAccount, setAvatar, updateAccount } from './account.ts'

export function accountRoutes(app: FastifyInstance) {
  route(app, accountApi.read, ({ db, actor }) => readAccount(db, actor))
  route(app, accountApi.update, ({ db, deps, actor, body }) => updateAccount(db, deps, actor, body))

  route(app, accountApi.security, async ({ db, actor }) => {
    const { passwordChangedAt, demo } = await db
      .selectFrom('appUser')
      .select(['passwordChangedAt', 'demo'])
      .where('companyId', '=', actor.companyId)
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow()
    return {
      passwordChangedAt,
      secondFactor: (await readSecondFactor(db, actor)) ?? null,
      secondFactorRequired: await secondFactorRequired(db, {
        companyId: actor.companyId,
        userId: actor.userId,
        demo,
      }),
      passkeyCount: (await listPasskeys(db, actor)).length,
    }
  })

  // The sender's content type is not trusted; it only says that this is no JSON. The parser has a
  // scope of its own, so that other calls accept no such bodies.
  app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/octet-stream', ...avatarTypes],
      { parseAs: 'buffer', bodyLimit: avatarMaxBytes },
      (_request, body, done) => done(null, body),
    )
    route(scope, accountApi.setAvatar, ({ db, actor, body }) =>
      setAvatar(db, actor, body as Buffer),
    )
  })

  bytesRoute(app, accountApi.avatar, async ({ db, params, reply }) => {
    const { type, bytes } = await findAvatar(db, params.id)
    reply.headers({
      'content-type': type,
      // The bytes may do nothing, whatever else they could be read as.
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline; filename="avatar"',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    return bytes
  })
}
