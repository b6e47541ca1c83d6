import { type Refusal, refuse } from './errors.ts'

/** Whose work it is. The two names differ, because one count holds both. */
export type Who = { company: string; user: string }

type Limits = {
  total: number
  company: number
  user: number
  waiting: number
  /**
   * What is said to someone who is over, and for how long; without it the time is reckoned from
   * what is under way.
   */
  refusal?: (seconds: number) => Refusal
  seconds?: number
}

/** A connection that may close while its call waits. */
type Caller = {
  destroyed: boolean
  once: (event: 'close', heard: () => void) => unknown
  off: (event: 'close', heard: () => void) => unknown
}
type Waiter = { who: Who; start: (leave: () => void) => void }

const longestWaitMs = 30_000
export const longestRetrySeconds = 30

/**
 * Work of one kind that is under way in this process. Whoever finds no place waits, and places that
 * become free go round: company by company, in a company user by user. So the newcomer's turn comes
 * after one piece of work, however many calls another has waiting.
 */
export class Lane {
  private readonly limits: Limits
  private readonly running = new Count()
  private readonly waiting = new Count()
  /** Who waits, by company and user. The order of the keys is the order of turns. */
  private readonly queue = new Map<string, Map<string, Waiter[]>>()
  private meanMs = 200

  constructor(limits: Limits) {
    this.limits = limits
  }

  /** What is under way and what waits, for tests and for whoever debugs. */
  get state() {
    return { running: this.running.total, waiting: this.waiting.total }
  }

  get isWaitedFor() {
    return this.waiting.total > 0
  }

  /**
   * Resolves with the function that gives the place back. `always` is for work that has begun and
   * cannot be refused any more: it waits like the others, however long.
   */
  enter(who: Who, caller?: Caller, always = false): Promise<() => void> {
    if (caller?.destroyed) return Promise.reject(this.refusal(who))
    if (this.hasRoom(who)) return Promise.resolve(this.start(who))
    if (!always && this.waiting.of(who.user) >= this.limits.waiting)
      return Promise.reject(this.refusal(who))
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        caller?.off('close', giveUp)
      }
      const waiter: Waiter = {
        who,
        start: (leave) => {
          stop()
          resolve(leave)
        },
      }
      const giveUp = () => {
        stop()
        this.forget(waiter)
        reject(this.refusal(who))
      }
      const timer = always ? undefined : setTimeout(giveUp, longestWaitMs)
      caller?.once('close', giveUp)
      this.enqueue(waiter)
    })
  }

  private hasRoom({ company, user }: Who) {
    const { running, limits } = this
    return (
      running.total < limits.total &&
      running.of(company) < limits.company &&
      running.of(user) < limits.user
    )
  }

  private start(who: Who): () => void {
    this.running.add(who, 1)
    const since = performance.now()
    let held = true
    return () => {
      if (!held) return
      held = false
      this.running.add(who, -1)
      this.meanMs += (performance.now() - since - this.meanMs) / 10
      this.next()
    }
  }

  /** Gives free places to those who wait. Whose turn it was goes to the end of the round. */
  private next() {
    for (let found = this.nextWaiter(); found; found = this.nextWaiter()) {
      this.forget(found)
      found.start(this.start(found.who))
    }
  }

  private nextWaiter(): Waiter | undefined {
    if (this.running.total >= this.limits.total) return undefined
    for (const [company, users] of this.queue) {
      for (const [user, [first]] of users) {
        if (!first || !this.hasRoom(first.who)) continue
        toTheEnd(users, user)
        toTheEnd(this.queue, company)
        return first
      }
    }
    return undefined
  }

  private enqueue(waiter: Waiter) {
    const { company, user } = waiter.who
    const users = this.queue.get(company) ?? new Map<string, Waiter[]>()
    this.queue.set(company, users.set(user, [...(users.get(user) ?? []), waiter]))
    this.waiting.add(waiter.who, 1)
  }

  private forget(waiter: Waiter) {
    const { company, user } = waiter.who
    const users = this.queue.get(company)
    const rest = users?.get(user)?.filter((one) => one !== waiter) ?? []
    if (rest.length > 0) users?.set(user, rest)
    else users?.delete(user)
    if (users?.size === 0) this.queue.delete(company)
    this.waiting.add(waiter.who, -1)
  }

  private refusal({ user }: Who): Refusal {
    const { user: atOnce, seconds, refusal } = this.limits
    const reckoned = Math.ceil(((this.waiting.of(user) + 1) * this.meanMs) / atOnce / 1000)
    const wait = seconds ?? Math.min(longestRetrySeconds, Math.max(1, reckoned))
    return refusal?.(wait) ?? refuse('limit.busy', { seconds: wait }, { seconds: wait })
  }
}

function toTheEnd<T>(map: Map<string, T>, key: string) {
  const value = map.get(key) as T
  map.delete(key)
  map.set(key, value)
}

/** How many in all, of each company and of each user. Whoever has none is not kept. */
class Count {
  total = 0
  private readonly counts = new Map<string, number>()
  of = (key: string) => this.counts.get(key) ?? 0
  add({ company, user }: Who, by: 1 | -1) {
    this.total += by
    for (const key of [company, user]) {
      const count = this.of(key) + by
      if (count > 0) this.counts.set(key, count)
      else this.counts.delete(key)
    }
  }
}
