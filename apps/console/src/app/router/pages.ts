import { matchPath } from 'react-router'
import { loadDayjsLocale, loadInsideTexts, withTexts } from '../../lib/i18n.ts'
import { lazyPage } from '../../lib/lazyPage.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { type Page, pagesOf } from '../landing.ts'
import { layoutRoutes, type PageLoader, plainRoutes, type Route } from '../routes.ts'

export const layoutPages = pagesOf(layoutRoutes)
/** The pages that need nobody signed in. */
export const plainPages = pagesOf(plainRoutes).filter(({ route }) => route.page)

async function loadLayout() {
  const [layout] = await Promise.all([import('../layout/Layout.tsx'), loadInsideTexts(), loadDayjsLocale()])
  return layout
}
export const LazyLayout = lazyPage(loadLayout)

/** One lazy component per page: routes with the same page share it, and switching between them does not load it again. */
const components = new Map<PageLoader, ReturnType<typeof lazyPage<{ name: RouteName }>>>()
export function componentOf({ route }: Page) {
  if (!route.page) return undefined
  const component = components.get(route.page) ?? lazyPage(loaderOf(route, route.page))
  components.set(route.page, component)
  return component
}

const loaderOf = ({ texts }: Route, load: PageLoader) => (texts ? withTexts(texts, load) : load)

/** The lazy components show failures, so this function ignores them. */
export function preloadPage(pathname: string) {
  void loadLayout().catch(() => undefined)
  const page = layoutPages.find(({ route }) => matchPath({ path: route.path, caseSensitive: true }, pathname))
  if (page?.route.page) void loaderOf(page.route, page.route.page)().catch(() => undefined)
}
