/**
 * For this long, repeating a request asks for its lost answer; afterwards the same request counts
 * as a new action.
 */
const forgetAfterMs = 10 * 60_000

const unanswered = new Map<string, { key: string; at: number }>()

/**
 * The Idempotency-Key of one action of a person. "No response" is not "failed": pressing the button
 * again sends the same request with the same key and gets the first answer, while anything that was
 * answered is over and the next press is a new action.
 */
export function actionKeyOf(request: string, now = Date.now()): string {
  const earlier = unanswered.get(request)
  const key = earlier && now - earlier.at < forgetAfterMs ? earlier.key : newKey()
  unanswered.set(request, { key, at: now })
  return key
}

export const actionAnswered = (request: string) => void unanswered.delete(request)

/** Not crypto.randomUUID, which exists on https and localhost only. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
