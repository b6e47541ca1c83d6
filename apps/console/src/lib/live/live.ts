import type { Change } from '@paydesk/contract/lib/change'
import { useSyncExternalStore } from 'react'
import { showError } from '../api/errors.ts'
import { queryClient } from '../api/query.ts'
import { liveRefresh } from './liveRefresh.ts'
import { keepStream } from './liveStream.ts'

/**
 * Messages between the tab that holds the stream and the others. A tab that opens later asks with
 * `who`; `up` and `down` answer it.
 */
type Message = { kind: 'opened' | 'up' | 'down' | 'who' } | { kind: 'change'; change: Change }

/**
 * Live updates: one stream per browser, held by one of its tabs (Web Locks), passed on to all of
 * them (BroadcastChannel). The stream brings no data, only what has changed; screens then ask again
 * with their own permissions. Without the stream, the focus refresh of spec §9 remains.
 */
export function startLive(token: string, scope: string): () => void {
  const stop = new AbortController()
  const channel = new BroadcastChannel(`live ${scope}`)
  const refresh = liveRefresh(queryClient)
  let leads = false

  const receive = (message: Message) => {
    if (message.kind === 'change') return refresh.after(message.change)
    if (message.kind === 'who')
      return leads
        ? channel.postMessage({ kind: downSince === undefined ? 'up' : 'down' })
        : undefined
    setDown(message.kind === 'down')
    // The stream does not repeat what happened while it was down.
    if (message.kind === 'opened') void refresh.all()
  }
  const broadcast = (message: Message) => {
    channel.postMessage(message)
    receive(message)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => receive(data)
  setDown(true)
  channel.postMessage({ kind: 'who' })

  const lead = () => {
    leads = true
    const listener = {
      onOpen: () => broadcast({ kind: 'opened' }),
      onDown: () => broadcast({ kind: 'down' }),
      onChange: (change: Change) => broadcast({ kind: 'change', change }),
    }
    return keepStream(token, listener, stop.signal)
  }
  // Web Locks need https; without them every tab has a stream of its own.
  const leading = navigator.locks
    ? navigator.locks.request(`live ${scope}`, { signal: stop.signal }, lead)
    : lead()
  leading.catch((error: unknown) => (stop.signal.aborted ? undefined : showError(error)))

  const onVisible = () => (document.hidden ? undefined : refresh.stale())
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    stop.abort()
    channel.close()
    document.removeEventListener('visibilitychange', onVisible)
    setDown(false)
  }
}

let downSince: number | undefined
const listeners = new Set<() => void>()

function setDown(isDown: boolean) {
  if (isDown === (downSince !== undefined)) return
  downSince = isDown ? Date.now() : undefined
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Since when (ms) no live updates arrive; undefined while they do. */
export const useLiveDownSince = () => useSyncExternalStore(subscribe, () => downSince)
