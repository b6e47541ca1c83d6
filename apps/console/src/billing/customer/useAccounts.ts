import { canAccess } from '@paydesk/contract/lib/access'
import { paypalAccountApi } from '@paydesk/contract/paypal/paypalAccount'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'

const input = { query: { pageSize: 100 } }

/**
 * The PayPal accounts that can be a customer's usual one; undefined for those who may
 * not see accounts.
 */
export function useAccounts(): { value: string; label: string }[] | undefined {
  const allowed = canAccess(useCurrentUser(), paypalAccountApi.list.permission)
  const { data } = useQuery({
    queryKey: [paypalAccountApi.list.method, paypalAccountApi.list.path, input],
    queryFn: ({ signal }) => call(paypalAccountApi.list, input, { signal }),
    enabled: allowed,
  })
  if (!allowed) return undefined
  return (data?.list ?? [])
    .filter(({ state }) => state !== 'archived')
    .map(({ id, label }) => ({ value: id, label }))
}
