import { Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import { PageLoading } from '../ui/PageLoading.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { GuardedPage } from './GuardedPage.tsx'
import type { Page } from './landing.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { componentOf, LazyLayout, layoutPages, plainPages } from './pages.ts'
import { RequireUser } from './RequireUser.tsx'

/** BrowserRouter, not createBrowserRouter: half the size, and data loading is react-query's. */
export function App() {
  return (
    <BrowserRouter>
      <ErrorBoundary>
        <Suspense fallback={<PageLoading fullScreen />}>
          <Routes>
            {plainPages.map((page) => (
              <Route key={page.route.path} path={page.route.path} element={<PlainPage page={page} />} />
            ))}
            <Route element={<RequireUser />}>
              <Route element={<LazyLayout />}>
                {layoutPages.map((page) => (
                  <Route key={page.route.path} path={page.route.path} element={<GuardedPage page={page} />} />
                ))}
              </Route>
              <Route path="*" element={<NotFoundPage />} />
            </Route>
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </BrowserRouter>
  )
}

function PlainPage({ page }: { page: Page }) {
  const Component = componentOf(page)
  if (page.route.redirect) return <Navigate to={page.route.redirect} replace />
  return Component && <Component name={page.route.name} />
}
