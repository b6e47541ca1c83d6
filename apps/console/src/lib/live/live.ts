import type { Change } from '@paydesk/contract/lib/change'
import { useSyncExternalStore } from 'react'
import { showError } from '../api/errors.ts'
import { queryClient } from '../api/query.ts'
import { liveRefresh } from './liveRefresh.ts'
import { keepStream } from './liveStream.ts'

/** Between the tab that holds the stream and the others. `who` is asked by a tab that comes later, `up` and `down` answer it. */
type Message = { kind: 'opened' | 'up' | 'down' | 'who' } | { kind: 'change'; change: Change }

/**
 * Live updates: one stream per browser, held by one of its tabs (Web Locks), heard by all (BroadcastChannel). It brings no
 * data, only what has changed; screens ask again with their own permissions. Without it the focus refresh of spec §9 remains.
 */
export function startLive(token: string, scope: string): () => void {
  const stop = new AbortController()
  const channel = new BroadcastChannel(`live ${scope}`)
  const refresh = liveRefresh(queryClient)
  let leads = false

  const hear = (message: Message) => {
    if (message.kind === 'change') return refresh.after(message.change)
    if (message.kind === 'who') return leads ? channel.postMessage({ kind: downSince === undefined ? 'up' : 'down' }) : undefined
    setDown(message.kind === 'down')
    // What happened while nobody listened is not told again.
    if (message.kind === 'opened') void refresh.all()
  }
  const tell = (message: Message) => {
    channel.postMessage(message)
    hear(message)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data)
  setDown(true)
  channel.postMessage({ kind: 'who' })

  const lead = () => {
    leads = true
    const listener = {
      onOpen: () => tell({ kind: 'opened' }),
      onDown: () => tell({ kind: 'down' }),
      onChange: (change: Change) => tell({ kind: 'change', change }),
    }
    return keepStream(token, listener, stop.signal)
  }
  // Without https there are no Web Locks, and every tab has a stream of its own.
  const leading = navigator.locks ? navigator.locks.request(`live ${scope}`, { signal: stop.signal }, lead) : lead()
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

/** Since when (ms) nothing live arrives; undefined while it does. */
export const useLiveDownSince = () => useSyncExternalStore(subscribe, () => downSince)
