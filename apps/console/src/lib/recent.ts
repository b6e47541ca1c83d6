/** Records that this person opened last in this company, in this browser. */
export type Recent = { path: string; title: string }

const recentKey = 'PaypalManageRecent'
const maxRecent = 6

type Stored = { scope: string; list: Recent[] }

export function recentFrom(stored: string | null, scope: string): Recent[] {
  try {
    const value = JSON.parse(stored ?? 'null') as Stored | null
    // The list belongs to another person or another company, and must not be shown here.
    if (value?.scope !== scope) return []
    return value.list.filter(
      ({ path, title }) => typeof path === 'string' && typeof title === 'string',
    )
  } catch {
    return []
  }
}

export const readRecent = (scope: string) => recentFrom(localStorage.getItem(recentKey), scope)

export const forgetRecent = () => localStorage.removeItem(recentKey)

export function remember(scope: string, opened: Recent) {
  const others = readRecent(scope).filter(({ path }) => path !== opened.path)
  const stored: Stored = { scope, list: [opened, ...others].slice(0, maxRecent) }
  localStorage.setItem(recentKey, JSON.stringify(stored))
}
