import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** So many calls are begun at one turn of the event loop, and of each caller one. */
const perTurn = 8
/**
 * What may wait in all, and of one connection. Browsers and proxies send a call when the one before
 * is answered; only attackers send ahead.
 */
const most = { waiting: 5000, ofConnection: 4 }

type Waiting = { begin: () => void; next: Waiting | undefined }
type Queue = { first: Waiting; last: Waiting }

/**
 * Calls that arrive together are begun turn by turn, caller by caller: one user's burst is
 * worked off between the calls of others, who would otherwise wait until all of it was read and
 * refused. This stands before the framework, because what that does before any hook of ours is a
 * good part of the work.
 */
export function inTurns(handle: RequestListener): RequestListener {
  /** What waits, by caller, in the order of turns. */
  const callers = new Map<string, Queue>()
  const begunNow = new Set<string>()
  const ofConnection = new WeakMap<Socket, number>()
  let waiting = 0

  const turn = () => {
    begunNow.clear()
    let left = perTurn
    for (const [caller, { first, last }] of callers) {
      if (left-- === 0 || begunNow.has(caller)) break
      callers.delete(caller)
      begunNow.add(caller)
      // Whoever has more goes to the end, and the loop ends where it would meet them again.
      if (first.next) callers.set(caller, { first: first.next, last })
      first.begin()
    }
    if (begunNow.size > 0) setImmediate(turn)
  }

  const enqueue = (caller: string, { socket }: IncomingMessage, begin: () => void) => {
    const count = (ofConnection.get(socket) ?? 0) + 1
    if (waiting >= most.waiting || count > most.ofConnection) return void socket.destroy()
    ofConnection.set(socket, count)
    waiting++
    const one: Waiting = {
      next: undefined,
      begin: () => {
        waiting--
        ofConnection.set(socket, (ofConnection.get(socket) ?? 1) - 1)
        if (!socket.destroyed) begin()
      },
    }
    const queue = callers.get(caller)
    if (queue) {
      queue.last.next = one
      queue.last = one
    } else callers.set(caller, { first: one, last: one })
  }

  return (request, response) => {
    const caller = callerOf(request)
    const begin = () => handle(request, response)
    if (callers.has(caller) || begunNow.has(caller) || begunNow.size >= perTurn)
      return enqueue(caller, request, begin)
    if (begunNow.size === 0) setImmediate(turn)
    begunNow.add(caller)
    begin()
  }
}

/**
 * The session, or the address as the nearest proxy saw it. Inventing either gains a place in the
 * round, and the round has limits of its own.
 */
function callerOf({ headers, socket }: IncomingMessage): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
  return (
    headers.authorization ??
    (forwarded.slice(forwarded.lastIndexOf(',') + 1).trim() || (socket.remoteAddress ?? ''))
  )
}
