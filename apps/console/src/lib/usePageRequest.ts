import type { Access } from '@paydesk/contract/lib/access'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** What the palette can ask a page to open, and who may ask for it. */
export const pageRequestAccess = {
  importBills: 'CreatePayPalBill',
  newCustomer: 'UpdateCustomer|CreatePayPalBill',
  inviteUser: 'UpdateUser',
} as const satisfies Record<string, Access>
export type PageRequest = keyof typeof pageRequestAccess

/**
 * Opens it once. The request is removed from the history, so that a reload does not open it again.
 */
export function usePageRequest(what: PageRequest, open: () => void) {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const isRequested = (state as { asked?: PageRequest } | null)?.asked === what
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per request, whatever else changed
  useEffect(() => {
    if (!isRequested) return
    open()
    void navigate({ search }, { replace: true, state: null })
  }, [isRequested])
}
