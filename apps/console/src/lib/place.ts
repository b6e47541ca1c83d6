import { useSyncExternalStore } from 'react'

/**
 * The address of the pages before sign-in, which have no router: it says which of them is shown, or
 * that the console is. The console's router keeps its own count of steps in the state of the
 * browser's history (lib/unsaved.ts reads it), so the count goes on here.
 */
const listeners = new Set<() => void>()
const arrived = () => {
  for (const listener of listeners) listener()
}

function go(path: string, { replace = false } = {}) {
  const idx = (window.history.state?.idx ?? 0) + (replace ? 0 : 1)
  if (replace) window.history.replaceState({ idx }, '', path)
  else window.history.pushState({ idx }, '', path)
  arrived()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

export const place = {
  go,
  /** The console's router has arrived at a page that is not the console's. */
  arrived,
  /** What the console left for the page that it led to. */
  left: (): { unreachable?: boolean } => window.history.state?.usr ?? {},
}

/** Draws anew only when what is asked of the address changes. */
export const usePlace = <T>(ask: (pathname: string) => T): T =>
  useSyncExternalStore(subscribe, () => ask(window.location.pathname))
