import { Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { PageLoading } from '../../ui/page/PageLoading.tsx'
import { canOpen, landingOf, type Page } from '../landing.ts'
import { componentOf } from '../pageComponent.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { ForbiddenPage } from './ForbiddenPage.tsx'

/** A page of the layout for those who may open it, the redirect of a group, or 403. */
export function GuardedPage({ page }: { page: Page }) {
  const user = useCurrentUser()
  const { pathname } = useLocation()
  const Component = componentOf(page.route)
  const landing = page.route.redirect && landingOf(user, page.route)
  if (landing) return <Navigate to={landing} replace />
  if (!Component || !canOpen(user, page)) return <ForbiddenPage />
  return (
    <ErrorBoundary key={page.route.beside ?? pathname} at={pathname}>
      <Suspense fallback={<PageLoading />}>
        <Component name={page.route.name} />
      </Suspense>
    </ErrorBoundary>
  )
}
