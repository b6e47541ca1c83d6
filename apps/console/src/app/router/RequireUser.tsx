import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { CurrentUserContext, currentUserQuery, isRefusedToken } from '../../lib/api/currentUser.ts'
import { session, useSession } from '../../lib/api/session.ts'
import { loginPathFrom } from '../../lib/redirect.ts'
import { PageLoading } from '../../ui/page/PageLoading.tsx'

/**
 * Wraps every page but the login page. Without a user it leads to the login page, whatever the
 * reason (spec §2, §4, §7).
 */
export function RequireUser() {
  const { token, leaving } = useSession()
  const { data: user, error } = useQuery({ ...currentUserQuery(token), enabled: token !== '' })
  if (user && token)
    return (
      <CurrentUserContext value={user}>
        <Outlet />
      </CurrentUserContext>
    )
  if (leaving || (token && !error)) return <PageLoading fullScreen />
  return <ToLogin error={error} />
}

function ToLogin({ error }: { error: Error | null }) {
  const location = useLocation()
  const refused = isRefusedToken(error)
  useEffect(() => {
    if (refused) session.remove()
  }, [refused])
  // The token may still be good when the service cannot be reached, so the login page then
  // offers to try again.
  return (
    <Navigate
      to={loginPathFrom(location)}
      state={{ unreachable: error !== null && !refused }}
      replace
    />
  )
}
