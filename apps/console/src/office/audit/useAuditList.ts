import { auditActions, auditEntities } from '@paydesk/contract/office/auditLog'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { instantsOf } from '../../lib/dateRange.ts'
import { anyDay, anyId, anyText } from '../../lib/listQuery.ts'
import { useListQuery } from '../../ui/table/useListQuery.ts'

const filters = {
  actorId: anyId,
  entity: auditEntities,
  action: auditActions,
  entityId: anyText,
  security: ['true'] as const,
  from: anyDay,
  to: anyDay,
}

/**
 * The URL holds days, which people can read; the call needs moments, which depend on the
 * company's time zone.
 */
export function useAuditList() {
  const { company } = useCurrentUser()
  const list = useListQuery(filters)
  const { from, to, ...rest } = list.query
  const days = from && to ? { from, to } : undefined
  return { ...list, request: { ...rest, ...(days && instantsOf(days, company.timezone)) } }
}
export type AuditList = ReturnType<typeof useAuditList>
