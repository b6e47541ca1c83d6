import { streamApi } from '@paydesk/contract/desk/stream'
import type { Change } from '@paydesk/contract/lib/change'
import { ApiError } from '../api/apiError.ts'
import { dataOf, requestOf } from '../api/request.ts'
import { textPack } from '../i18n.ts'
import { waitMs } from './backoff.ts'
import { eventReader } from './serverSentEvents.ts'

/**
 * The service sends something every 15 s; a connection that is silent for this long is dead, even
 * if TCP reports no error.
 */
const silenceMs = 40_000

type Listener = { onOpen: () => void; onChange: (change: Change) => void; onDown: () => void }

/**
 * Keeps one stream open until the signal. It reconnects after every end, and sooner when the
 * browser says that the network is back.
 */
export async function keepStream(
  token: string,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    const onOpen = () => {
      failures = 0
      listener.onOpen()
    }
    const refused = await readStream(token, { ...listener, onOpen }, signal).catch(
      (error: unknown) => error,
    )
    if (signal.aborted) return
    listener.onDown()
    if (refused instanceof ApiError && refused.errorCode === 401) throw refused
    await pause(waitMs(failures, refused instanceof ApiError ? refused.retryAfterMs : 0), signal)
  }
}

async function readStream(token: string, { onOpen, onChange }: Listener, signal: AbortSignal) {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), silenceMs)
  }
  heard()
  try {
    const body = await open(token, AbortSignal.any([signal, silence.signal]))
    onOpen()
    const read = eventReader()
    for (const reader = body.getReader(); ; ) {
      const { done, value } = await reader.read()
      if (done) return
      heard()
      for (const data of read(value)) onChange(JSON.parse(data) as Change)
    }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Not EventSource, which cannot send the token in a header; the token must not stand in an address.
 */
async function open(token: string, signal: AbortSignal) {
  const [url, init] = requestOf(streamApi.open, {}, token, textPack)
  const response = await fetch(url, {
    ...init,
    headers: { ...init.headers, Accept: 'text/event-stream' },
    signal,
    cache: 'no-store',
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!response.ok || !isStream || !response.body)
    throw await dataOf(response).then(() => new Error('Not a stream'))
  return response.body.pipeThrough(new TextDecoderStream())
}

/**
 * Waits before the next try. Offline it waits longer, because trying is of no use; back online
 * it stops waiting.
 */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = navigator.onLine ? setTimeout(done, ms) : undefined
    signal.addEventListener('abort', done)
    window.addEventListener('online', done)
  })
}
