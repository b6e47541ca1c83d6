/** Calls at once, then not again until `ms` have passed; calls in between are dropped. */
export function throttle(action: () => void, ms: number, now: () => number = Date.now): () => void {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    if (now() - last < ms) return
    last = now()
    action()
  }
}
