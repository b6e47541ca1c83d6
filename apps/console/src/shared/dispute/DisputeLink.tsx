import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'

/** Leads to the dispute, for those who may open it; for others the words stand alone. */
export function DisputeLink({ id, children }: { id: string; children: ReactNode }) {
  return canAccess(useCurrentUser(), 'ViewDispute') ? (
    <Link to={paths.dispute(id)}>{children}</Link>
  ) : (
    children
  )
}

/** The dispute that a refused refund names. */
export function disputeIdOf(data: unknown): string | undefined {
  const id =
    typeof data === 'object' && data !== null && 'disputeId' in data ? data.disputeId : undefined
  return typeof id === 'string' ? id : undefined
}
