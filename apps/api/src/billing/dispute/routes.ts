import { disputeApi, evidenceMaxBytes } from '@paydesk/contract/billing/dispute'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { addFile, answerDispute, removeFile, resyncDispute } from './answer.ts'
import { listDisputes, readDispute, readFile } from './read.ts'

export function disputeRoutes(app: FastifyInstance) {
  const { jobs } = app.deps
  route(app, disputeApi.list, ({ db, actor, query }) => listDisputes(db, actor, query))
  route(app, disputeApi.read, ({ db, actor, params }) => readDispute(db, actor, params.id))
  route(app, disputeApi.resync, ({ db, actor, params }) =>
    resyncDispute(db, jobs, actor, params.id),
  )
  route(app, disputeApi.answer, ({ db, actor, params, body }) =>
    answerDispute(db, jobs, actor, params.id, body),
  )
  route(app, disputeApi.readFile, ({ db, actor, params }) => readFile(db, actor, params))
  route(app, disputeApi.removeFile, ({ db, actor, params }) =>
    removeFile(db, actor, params.id, params.fileId),
  )

  // The file's first bytes tell its kind. The parser has a scope of its own, because no other call
  // takes such a body.
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: evidenceMaxBytes },
      (_request, body, done) => done(null, body),
    )
    route(scope, disputeApi.addFile, ({ db, actor, params, query, body }) =>
      addFile(db, actor, params.id, query.name, body as Buffer),
    )
  })
}
