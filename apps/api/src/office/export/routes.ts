import { auditLogApi } from '@paydesk/contract/office/auditLog'
import type { FastifyInstance } from 'fastify'
import { matchingEntries } from '../audit/audit.ts'
import { auditSheet } from './auditLog.ts'
import { exportRoute } from './export.ts'

/**
 * Declares the file of the audit log. All other files are declared beside their lists, but the
 * audit log lies below the export, which writes into it.
 */
export function exportRoutes(app: FastifyInstance) {
  exportRoute(app, auditLogApi.export, {
    name: 'audit-log',
    action: 'auditLog.export',
    sheet: ({ actor, query, language }) =>
      auditSheet(actor, matchingEntries(actor.companyId, query), language),
  })
}
