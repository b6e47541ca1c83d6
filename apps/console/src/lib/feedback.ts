import type { ReactNode } from 'react'

export type Kind = 'success' | 'info' | 'warning' | 'error'
/**
 * A short message goes by itself; a note has a title, stands in the corner and waits to be
 * closed if it says so.
 */
export type Toast = {
  key: string
  kind: Kind
  text: string
  note?: { description: string; action?: ReactNode; stays: boolean }
}

/** At most this many messages are in view: the oldest makes room. */
const mostMessages = 3

let toasts: readonly Toast[] = []
let made = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** The same key is the same toast, whatever it said before. */
function show(toast: Omit<Toast, 'key'>, key = `toast ${++made}`) {
  const others = toasts.filter((other) => other.key !== key)
  const surplus = toast.note
    ? 0
    : Math.max(0, others.filter(({ note }) => !note).length - mostMessages + 1)
  const leaving = others.filter(({ note }) => !note).slice(0, surplus)
  set([...others.filter((other) => !leaving.includes(other)), { ...toast, key }])
}

const close = (key: string) => set(toasts.filter((toast) => toast.key !== key))
const saying = (kind: Kind) => (text: string) => show({ kind, text })

const messages = {
  success: saying('success'),
  info: saying('info'),
  warning: saying('warning'),
  error: saying('error'),
  open: ({ key, type, content }: { key: string; type: Kind; content: string }) =>
    show({ kind: type, text: content }, key),
}
type Note = {
  key?: string
  title: string
  description: string
  duration?: false
  actions?: ReactNode
}
const noting =
  (kind: Kind) =>
  ({ key, title, description, duration, actions }: Note) =>
    show(
      { kind, text: title, note: { description, action: actions, stays: duration === false } },
      key,
    )
const notes = { error: noting('error'), info: noting('info'), destroy: close }

/**
 * Messages and notes for all code, in React or not. ui/Toasts.tsx draws them, before and
 * behind the login.
 */
export const feedback = { message: () => messages, notification: () => notes }

export const toastList = {
  read: () => toasts,
  close,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
