import type { Clock } from './clock.ts'
import type { Collection } from './store.ts'

export interface Task {
  id: string
  seq: number
  dueAt: number
  kind: string
  subject: string
}

type Work = (task: Task) => void | Promise<void>

/**
 * Things that happen later on the simulator's clock: deliveries, clearing eChecks, scheduled sends,
 * dispute deadlines.
 */
export class Schedule {
  readonly #clock: Clock
  readonly #tasks: Collection<Task>
  readonly #heap: Task[] = []
  readonly #work = new Map<string, Work>()
  readonly #running = new Set<Promise<void>>()
  #seq = 0
  #timer: NodeJS.Timeout | undefined
  #started = false
  #pumping = false
  /** How many deliveries run at once; the others wait in the heap. */
  limit = 64

  constructor(clock: Clock, tasks: Collection<Task>) {
    this.#clock = clock
    this.#tasks = tasks
  }

  load(): void {
    for (const task of this.#tasks.values()) {
      this.#seq = Math.max(this.#seq, task.seq)
      this.#push(task)
    }
  }

  on(kind: string, work: Work): void {
    this.#work.set(kind, work)
  }

  /**
   * A `derived` task is added again after a restart by the code that added it, so it is
   * not written down.
   */
  add(kind: string, subject: string, dueAt: number, derived = false): Task {
    const seq = ++this.#seq
    const task = { id: String(seq), seq, dueAt, kind, subject }
    if (!derived) this.#tasks.put(task.id, task)
    this.#push(task)
    if (this.#started) this.#arm()
    return task
  }

  get waiting(): number {
    return this.#heap.length
  }

  /** When the next task is due, for whoever moves the clock from outside. */
  get nextAt(): number | undefined {
    return this.#peek()?.dueAt
  }

  start(): void {
    this.#started = true
    this.#arm()
  }

  stop(): void {
    this.#started = false
    clearTimeout(this.#timer)
  }

  /**
   * Runs the tasks that are due, oldest first. The timer calls it; work that takes time
   * (deliveries) goes on beside it.
   */
  pump(): void {
    if (this.#pumping) return
    this.#pumping = true
    while (this.#running.size < this.limit) {
      const task = this.#takeDue(this.#clock.now())
      if (!task) break
      this.#run(task)
    }
    this.#pumping = false
    if (this.#started) this.#arm()
  }

  /**
   * Advances the clock and stops at every due moment, so that a task of that moment is dated by it.
   */
  async advanceTo(target: number): Promise<void> {
    const wasFrozen = this.#clock.frozen
    this.#clock.freeze()
    for (;;) {
      const next = this.#peek()
      if (!next || next.dueAt > target) {
        if (this.#running.size === 0) break
        await Promise.race(this.#running)
        continue
      }
      // Work of an earlier moment must end before time moves on, because a failed delivery
      // schedules its retry from that moment.
      if (next.dueAt > this.#clock.now() && this.#running.size > 0) {
        await Promise.all(this.#running)
        continue
      }
      this.#clock.moveTo(next.dueAt)
      if (this.#running.size >= this.limit) await Promise.race(this.#running)
      else {
        const task = this.#takeDue(this.#clock.now())
        if (task) this.#run(task)
      }
    }
    this.#clock.moveTo(target)
    if (!wasFrozen) this.#clock.thaw()
    if (this.#started) this.#arm()
  }

  /** Resolves when everything that is due by now is done. */
  async idle(): Promise<void> {
    for (;;) {
      this.pump()
      const next = this.#peek()
      if (this.#running.size === 0 && (!next || next.dueAt > this.#clock.now())) return
      if (this.#running.size) await Promise.race(this.#running)
    }
  }

  #run(task: Task): void {
    this.#tasks.delete(task.id)
    const done = this.#work.get(task.kind)?.(task)
    if (!done) return
    const running = done.then(() => {
      this.#running.delete(running)
      if (this.#started) this.pump()
    })
    this.#running.add(running)
  }

  #arm(): void {
    clearTimeout(this.#timer)
    const next = this.#peek()
    if (!next || this.#running.size >= this.limit) return
    const wait = Math.min(Math.max(0, next.dueAt - this.#clock.now()), 60_000)
    if (this.#clock.frozen && wait > 0) return
    this.#timer = setTimeout(() => this.pump(), wait)
    this.#timer.unref()
  }

  #peek(): Task | undefined {
    return this.#heap[0]
  }

  #takeDue(now: number): Task | undefined {
    const next = this.#peek()
    return next && next.dueAt <= now ? this.#pop() : undefined
  }

  #before(a: number, b: number): boolean {
    const x = this.#heap[a] as Task
    const y = this.#heap[b] as Task
    return x.dueAt < y.dueAt || (x.dueAt === y.dueAt && x.seq < y.seq)
  }

  #swap(a: number, b: number): void {
    const held = this.#heap[a] as Task
    this.#heap[a] = this.#heap[b] as Task
    this.#heap[b] = held
  }

  #push(task: Task): void {
    this.#heap.push(task)
    for (let at = this.#heap.length - 1; at > 0; ) {
      const up = (at - 1) >> 1
      if (!this.#before(at, up)) break
      this.#swap(at, up)
      at = up
    }
  }

  #pop(): Task | undefined {
    const top = this.#heap[0]
    const last = this.#heap.pop()
    if (!top || !last || this.#heap.length === 0) return top
    this.#heap[0] = last
    for (let at = 0; ; ) {
      let least = at
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < this.#heap.length && this.#before(child, least)) least = child
      if (least === at) return top
      this.#swap(at, least)
      at = least
    }
  }
}
