/** A read is repeated by itself if the service asks for at most this many seconds of patience. */
const shortSeconds = 3

/** When to come back, by the answer's own word. */
export function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
}

/**
 * Sends a read. If the service is busy for a moment (429), it is sent once more, after the time
 * that the service named and a little that differs from browser to browser. What it answers then is
 * final: the person reads it, and nothing repeats behind their back.
 */
export async function patiently(
  send: () => Promise<Response>,
  signal: AbortSignal | null | undefined,
  random = Math.random(),
): Promise<Response> {
  const response = await send()
  const ms = response.status === 429 ? retryAfterMs(response) : undefined
  if (ms === undefined || ms > shortSeconds * 1000) return response
  // The connection is free for others meanwhile.
  await response.body?.cancel()
  await pause(ms + random * 500, signal)
  return send()
}

/** Ends early when nobody waits any more. */
export function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
    if (signal?.aborted) done()
  })
}
