import type { RequestListener } from 'node:http'

/** So many calls are begun at one turn of the event loop, and of each caller one. */
const perTurn = 8

/**
 * Calls that arrive together are begun turn by turn, caller by caller: one user's burst is worked off between the calls of others, who would
 * otherwise wait until all of it was read and refused. This stands before the framework, because what that does before any hook of ours is
 * a good part of the work.
 */
export function inTurns(handle: RequestListener): RequestListener {
  /** What waits, by caller, in the order of turns. */
  const callers = new Map<string, (() => void)[]>()
  const begunNow = new Set<string>()
  const turn = () => {
    begunNow.clear()
    for (const [caller, [begin, ...rest]] of [...callers].slice(0, perTurn)) {
      callers.delete(caller)
      if (rest.length > 0) callers.set(caller, rest)
      begunNow.add(caller)
      begin?.()
    }
    if (begunNow.size > 0) setImmediate(turn)
  }
  return (request, response) => {
    const caller = request.headers.authorization ?? request.socket.remoteAddress ?? ''
    const begin = () => handle(request, response)
    const waiting = callers.get(caller)
    if (waiting) return void waiting.push(begin)
    if (begunNow.has(caller) || begunNow.size === perTurn) return void callers.set(caller, [begin])
    if (begunNow.size === 0) setImmediate(turn)
    begunNow.add(caller)
    begin()
  }
}
