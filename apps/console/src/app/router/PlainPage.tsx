import type { Page } from '../landing.ts'
import { componentOf } from './pages.ts'

/** A page outside the layout, for anyone. */
export function PlainPage({ page }: { page: Page }) {
  const Component = componentOf(page)
  return Component && <Component name={page.route.name} />
}
