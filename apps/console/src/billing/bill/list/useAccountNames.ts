import { canAccess } from '@paydesk/contract/lib/access'
import { paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { useApi } from '../../../lib/api/query.ts'

/**
 * The accounts by name. People who manage accounts read all of them; people who make bills know the
 * accounts that they may send through, for any currency. Others have no names to choose from.
 */
export function useAccountNames(): { value: string; label: string }[] | undefined {
  const user = useCurrentUser()
  const readsAll = canAccess(user, paypalAccountApi.list.permission)
  const readsSome = !readsAll && canAccess(user, paypalAccountApi.choice.permission)
  const all = useApi(paypalAccountApi.list, { query: { pageSize: 100 } }, { enabled: readsAll })
    .data?.list
  const some = useApi(
    paypalAccountApi.choice,
    { query: { currency: 'USD' } },
    { enabled: readsSome },
  ).data?.accounts
  return readsAll || readsSome
    ? (all ?? some ?? []).map(({ id, label }) => ({ value: id, label }))
    : undefined
}
