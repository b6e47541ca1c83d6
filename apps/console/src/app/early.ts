import { localeFrom, localeKey, textPackOf } from '../lib/locale.ts'
import { type PackName, packs } from '../lib/textPacks.ts'
import { layoutRoutes } from './routes.ts'
import { signInPageAt } from './signInPages.ts'

export const loadConsole = () => import('./Console.tsx')

/**
 * Begins to load all that the page at this address needs, at once and before React is there: what
 * is loaded when something else asks for it comes a journey to the service later each time. The
 * components show failures, so this function ignores them.
 */
export function loadEarly(pathname: string) {
  const signIn = signInPageAt(pathname)
  if (signIn) return begin([() => signIn.page?.(), ...textsOf('first', ...(signIn.texts ?? []))])
  const route = layoutRoutes
    .flatMap((group) => [group, ...(group.children ?? [])])
    .find(({ path }) => fits(path, pathname))
  begin([
    loadConsole,
    () => import('./layout/Layout.tsx'),
    () => route?.page?.(),
    ...textsOf('first', 'inside', ...(route?.texts ?? [])),
  ])
}

const begin = (loaders: (() => Promise<unknown> | undefined)[]) => {
  for (const load of loaders) load()?.catch(() => undefined)
}

const pack = () => textPackOf(localeFrom(localStorage.getItem(localeKey)))
const textsOf = (...names: PackName[]) => names.map((name) => packs[name][pack()])

function fits(pattern: string, pathname: string) {
  const [parts, given] = [pattern.split('/'), pathname.split('/')]
  return (
    parts.length === given.length &&
    parts.every((part, at) => part.startsWith(':') || part === given[at])
  )
}

/**
 * Whoever does something on a page of signing in will soon need the console: its files
 * (build/later.ts lists them in the page) are then fetched with low priority, and run only
 * after signing in.
 */
export function fetchConsoleSoon() {
  const events = ['input', 'pointerdown', 'keydown']
  const fetchIt = () => {
    for (const event of events) document.removeEventListener(event, fetchIt)
    const files = document.querySelector<HTMLTemplateElement>('template#console')
    if (files) document.head.append(files.content)
  }
  for (const event of events) document.addEventListener(event, fetchIt)
}
