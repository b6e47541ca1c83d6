import type { Access } from '@paydesk/contract/lib/access'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** What the palette can ask a page to open, and who may ask for it. */
export const whoMay = {
  importBills: 'CreatePayPalBill',
  newCustomer: 'UpdateCustomer|CreatePayPalBill',
  inviteUser: 'UpdateUser',
} as const satisfies Record<string, Access>
export type Asked = keyof typeof whoMay

/** Opens it once. The request is removed from the history, so that a reload does not open it again. */
export function useAsked(what: Asked, open: () => void) {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const isAsked = (state as { asked?: Asked } | null)?.asked === what
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per asking, whatever changed besides
  useEffect(() => {
    if (!isAsked) return
    open()
    void navigate({ search }, { replace: true, state: null })
  }, [isAsked])
}
