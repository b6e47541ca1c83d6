import { paths } from '@paydesk/contract/lib/paths'
import { Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import { PageLoading } from '../../ui/page/PageLoading.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { GuardedNavigation } from './GuardedNavigation.tsx'
import { GuardedPage } from './GuardedPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PlainPage } from './PlainPage.tsx'
import { LazyLayout, layoutPages, plainPages } from './pages.ts'
import { RequireUser } from './RequireUser.tsx'

/**
 * BrowserRouter, not createBrowserRouter: half the size, and data loading is react-query's. Paths
 * are those of spec §2, letter by letter.
 */
export function App() {
  return (
    <BrowserRouter>
      <GuardedNavigation>
        <ErrorBoundary>
          <Suspense fallback={<PageLoading fullScreen />}>
            <Routes>
              {plainPages.map((page) => (
                <Route
                  key={page.route.path}
                  caseSensitive
                  path={page.route.path}
                  element={<PlainPage page={page} />}
                />
              ))}
              <Route element={<RequireUser />}>
                <Route
                  caseSensitive
                  path={paths.root()}
                  element={<Navigate to={paths.welcome()} replace />}
                />
                <Route element={<LazyLayout />}>
                  {layoutPages.map((page) => (
                    <Route
                      key={page.route.path}
                      caseSensitive
                      path={page.route.path}
                      element={<GuardedPage page={page} />}
                    />
                  ))}
                </Route>
                <Route path="*" element={<NotFoundPage />} />
              </Route>
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </GuardedNavigation>
    </BrowserRouter>
  )
}
