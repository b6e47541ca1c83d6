import { canAccess, type Holder } from '@paydesk/contract/lib/access'
import { matchPath } from 'react-router'
import type { Route } from './route.ts'

/** A page as the router sees it, with the group of the menu in which it stands. */
export type Page = { route: Route; group?: Route }

export const pagesOf = (routes: readonly Route[]): Page[] =>
  routes.flatMap((route) => [
    { route },
    ...(route.children ?? []).map((child) => ({ route: child, group: route })),
  ])

/**
 * A page's own permission decides; that of its group only shows the group in the menu
 * (spec §2, §6).
 */
export const canOpen = (user: Holder, { route }: Page) => canAccess(user, route.access)

/** What the menu shows: allowed pages, and groups in which at least one page is left. */
export function menuFor(user: Holder, routes: readonly Route[]): Route[] {
  return routes.flatMap((route) => {
    if (route.hideInMenu || !canAccess(user, route.access)) return []
    if (!route.children) return [route]
    const children = route.children.filter(
      (child) => !child.hideInMenu && canAccess(user, child.access),
    )
    return children.length > 0 ? [{ ...route, children }] : []
  })
}

/** Where a page stands in the menu. A record's page stands at the list that it belongs to. */
export function placeOf(pathname: string, menu: readonly Route[]): Partial<Page> {
  return (
    pagesOf(menu).find(
      ({ route }) =>
        !route.children &&
        matchPath({ path: route.path, end: false, caseSensitive: true }, pathname),
    ) ?? {}
  )
}

/**
 * Where opening a group leads: to the spec's target, or to the first page of the group that this
 * user may open. Undefined when there is no such page, which is a 403.
 */
export function landingOf(user: Holder, group: Route): string | undefined {
  if (!canAccess(user, group.access)) return undefined
  const open = (group.children ?? []).filter(
    (child) => !child.hideInMenu && canAccess(user, child.access),
  )
  return (open.find((child) => child.path === group.redirect) ?? open[0])?.path
}
