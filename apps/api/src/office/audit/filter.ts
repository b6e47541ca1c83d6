import type { Id } from '@paydesk/contract/lib/id'
import type { AuditFilter } from '@paydesk/contract/office/auditLog'
import { sql } from 'kysely'
import type { z } from 'zod'

/** A condition that the entry `e` matches the filters. */
export const matchingEntries = (
  companyId: Id<'company'>,
  { actorId, entity, action, entityId, security, from, to }: z.output<typeof AuditFilter>,
) =>
  sql`e.company_id = ${companyId}
    ${actorId ? sql`and e.actor_id = ${actorId}` : sql``}
    ${entity ? sql`and e.entity = ${entity}` : sql``}
    ${action ? sql`and e.action = ${action}` : sql``}
    ${entityId ? sql`and e.entity_id = ${entityId}` : sql``}
    ${security ? sql`and audit_is_security(e.action, e.after)` : sql``}
    ${from ? sql`and e.at >= ${from}` : sql``} ${to ? sql`and e.at < ${to}` : sql``}`
