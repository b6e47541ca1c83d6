import { useSyncExternalStore } from 'react'
import { storedToken, tokenKey } from './token.ts'

/**
 * The session as this page sees it. `leaving`: signing out has begun, and the request still needs
 * the stored token.
 */
export type Session = { token: string; leaving: boolean }

let current: Session | undefined
const listeners = new Set<() => void>()

function read(): Session {
  current ??= { token: storedToken(), leaving: false }
  return current
}

function set(next: Session) {
  const before = read()
  if (next.token === before.token && next.leaving === before.leaving) return
  current = next
  for (const listener of listeners) listener()
}

export const session = {
  read,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  signIn(token: string) {
    localStorage.setItem(tokenKey, token)
    set({ token, leaving: false })
  },
  /**
   * The first step of signing out: user and token leave memory, but the token stays stored for the
   * request that follows.
   */
  forget: () => set({ token: '', leaving: true }),
  /**
   * The last step of signing out, and the only one after a 401. RequireUser then leads
   * to the login page.
   */
  remove() {
    localStorage.removeItem(tokenKey)
    set({ token: '', leaving: false })
  },
}

/** Signing in or out in another tab counts here as well. */
export function followOtherTabs() {
  window.addEventListener('storage', (event) => {
    // The key is null after localStorage.clear().
    if (event.key === tokenKey || event.key === null) set({ token: storedToken(), leaving: false })
  })
}

export const useSession = () => useSyncExternalStore(session.subscribe, session.read)
