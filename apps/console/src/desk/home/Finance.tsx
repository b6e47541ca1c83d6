import { homeApi } from '@paydesk/contract/desk/home'
import { canAccess } from '@paydesk/contract/lib/access'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { Holds } from './Holds.tsx'
import { Unmatched } from './Unmatched.tsx'

/** Asked for once, shown in two places: what waits for its bill, and what PayPal holds back. */
export function useHomeMoney() {
  const may = canAccess(useCurrentUser(), homeApi.money.permission)
  return useApi(homeApi.money, {}, { enabled: may }).data
}

export function UnmatchedMoney() {
  const unmatched = useHomeMoney()?.unmatched
  return unmatched ? <Unmatched unmatched={unmatched} /> : null
}

export function HeldMoney() {
  const holds = useHomeMoney()?.holds
  return holds ? <Holds holds={holds} /> : null
}
