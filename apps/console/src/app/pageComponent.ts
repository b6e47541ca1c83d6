import { withTexts } from '../lib/i18n.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import type { RouteName } from '../lib/routeName.ts'
import type { PageLoader, Route } from './route.ts'

/**
 * One lazy component per page: routes with the same page share it, and switching between them does
 * not load it again.
 */
const components = new Map<PageLoader, ReturnType<typeof lazyPage<{ name: RouteName }>>>()

export function componentOf({ page, texts }: Route) {
  if (!page) return undefined
  const component = components.get(page) ?? lazyPage(texts ? withTexts(texts, page) : page)
  components.set(page, component)
  return component
}
