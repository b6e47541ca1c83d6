import { useLayoutEffect } from 'react'
import { place } from '../../lib/place.ts'
import type { Page } from '../landing.ts'
import { componentOf } from '../pageComponent.ts'
import { signInPages } from '../signInPages.ts'

/** A page outside the layout, for anyone. */
export function PlainPage({ page }: { page: Page }) {
  if (signInPages.includes(page.route)) return <LeaveConsole />
  const Component = componentOf(page.route)
  return Component && <Component name={page.route.name} />
}

/** The pages of signing in are not the console's: app/Root.tsx draws them in its place. */
function LeaveConsole() {
  useLayoutEffect(place.arrived, [])
  return null
}
