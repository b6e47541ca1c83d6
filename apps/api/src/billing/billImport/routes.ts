import { billImportApi, importMaxBytes } from '@paydesk/contract/billing/billImport'
import type { FastifyInstance } from 'fastify'
import { route } from '../../lib/route.ts'
import { checkImport, runImport } from './billImport.ts'

export function billImportRoutes(app: FastifyInstance) {
  // The file's first bytes tell its kind; the content type only says that the body is not JSON. The
  // parser has a scope of its own, because no other call takes such a body.
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: importMaxBytes },
      (_request, body, done) => done(null, body),
    )
    route(scope, billImportApi.check, ({ db, actor, body }) =>
      checkImport(db, actor, body as Buffer),
    )
    route(scope, billImportApi.run, ({ db, actor, body }) => runImport(db, actor, body as Buffer))
  })
}
