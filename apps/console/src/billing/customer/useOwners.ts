import { canAccess } from '@paydesk/contract/lib/access'
import { userApi } from '@paydesk/contract/people/user'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'

/** The people who can own a customer; undefined for those who may not see the company's users. */
export function useOwners(): { value: string; label: string }[] | undefined {
  const allowed = canAccess(useCurrentUser(), userApi.tree.permission)
  const { data } = useQuery({
    queryKey: [userApi.tree.method, userApi.tree.path, {}],
    queryFn: ({ signal }) => call(userApi.tree, {}, { signal }),
    enabled: allowed,
  })
  if (!allowed) return undefined
  return (data?.list ?? []).map(({ id, name, username }) => ({
    value: id,
    label: `${name} (${username})`,
  }))
}
