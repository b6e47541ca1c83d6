import { matchPath } from 'react-router'
import { loadConsoleTexts, loadDayjsLocale } from '../lib/i18n.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import type { RouteName } from '../lib/routeName.ts'
import { type Page, pagesOf } from './landing.ts'
import { layoutRoutes, type PageLoader, plainRoutes } from './routes.ts'

export const layoutPages = pagesOf(layoutRoutes)
export const plainPages = pagesOf(plainRoutes)

async function loadLayout() {
  const [layout] = await Promise.all([import('./Layout.tsx'), loadConsoleTexts(), loadDayjsLocale()])
  return layout
}
export const LazyLayout = lazyPage(loadLayout)

/** One lazy component per page: two routes with the same page share it, and switching between them does not load again. */
const components = new Map<PageLoader, ReturnType<typeof lazyPage<{ name: RouteName }>>>()
export function componentOf({ route }: Page) {
  if (!route.page) return undefined
  const component = components.get(route.page) ?? lazyPage(route.page)
  components.set(route.page, component)
  return component
}

/** Failures are left to the lazy components, which show them. */
export function preloadPage(pathname: string) {
  void loadLayout().catch(() => undefined)
  const page = layoutPages.find(({ route }) => matchPath(route.path, pathname))
  void page?.route.page?.().catch(() => undefined)
}
