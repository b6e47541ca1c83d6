import { loadDayjsLocale, loadInsideTexts } from '../../lib/i18n.ts'
import { lazyPage } from '../../lib/lazyPage.ts'
import { pagesOf } from '../landing.ts'
import { layoutRoutes, plainRoutes } from '../routes.ts'

export const layoutPages = pagesOf(layoutRoutes)
/**
 * The pages outside the layout that need nobody signed in. Those of signing in are drawn by
 * app/Root.tsx, without the console.
 */
export const plainPages = pagesOf(plainRoutes).filter(({ route }) => route.page)

export const LazyLayout = lazyPage(async () => {
  const [layout] = await Promise.all([
    import('../layout/Layout.tsx'),
    loadInsideTexts(),
    loadDayjsLocale(),
  ])
  return layout
})
