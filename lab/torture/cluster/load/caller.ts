import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../../stack/client.ts'
import type { Times } from './times.ts'

/** A person presses again when nothing has come for so long. */
const patienceMs = 10_000
const readPatienceMs = 5000
/** A page that comes later than this is not live any more. */
export const liveMs = 3000
const pauseMs = 100
const longestPauseMs = 1000
/** So long after the load has ended, calls are still repeated. */
const graceMs = 120_000

export type Read = { at: number; ms: number; ok: boolean }
type Attempt = { status: number; answer: Answer<never> | undefined }

/** What all callers together have seen. */
export class CallBook {
  readonly statuses = new Map<string, number>()
  /**
   * Answers that nobody should get: no 200, not 503, and not a conflict that the caller must
   * expect.
   */
  readonly odd = new Map<string, number>()
  readonly reads: Read[] = []
  readonly gaveUp: string[] = []
  /** Keys that were used more than once, with the moment of their last use. */
  readonly repeated = new Map<string, number>()
  endsAt = Number.POSITIVE_INFINITY
  readonly times: Times
  constructor(times: Times) {
    this.times = times
  }

  note(status: number, what: string, isExpected: boolean) {
    const name = status === 0 ? 'connection lost' : String(status)
    this.statuses.set(name, (this.statuses.get(name) ?? 0) + 1)
    if (![0, 200, 503].includes(status) && !isExpected)
      this.odd.set(`${status} ${what}`, (this.odd.get(`${status} ${what}`) ?? 0) + 1)
  }
}

/** One signed-in person before two APIs. Whoever gets no answer from the one asks the other. */
export class Caller {
  private readonly apis: string[]
  private readonly token: string
  private readonly book: CallBook
  private turn: number
  constructor(apis: string[], token: string, book: CallBook, turn: number) {
    this.apis = apis
    this.token = token
    this.book = book
    this.turn = turn
  }

  /**
   * Repeats a change with its key until it is answered. Nothing is returned when nobody answered
   * even long after the load.
   */
  async change<T>(
    method: string,
    path: string,
    body: object,
    expected: string[] = [],
  ): Promise<Answer<T> | undefined> {
    const key = randomUUID()
    for (let attempt = 0; ; attempt++) {
      if (attempt > 0) this.book.repeated.set(key, Date.now())
      const { status, answer } = await this.attempt(method, path, {
        body,
        key,
        expected,
        patience: patienceMs,
      })
      if (status === 200) this.book.times.note('writes')
      if (answer && status < 500) return answer as Answer<T>
      if (Date.now() > this.book.endsAt + graceMs) {
        this.book.gaveUp.push(`${method} ${path}`)
        return undefined
      }
      // The other API can be asked at once; then all wait longer and longer, so that many who wait
      // are no storm of their own.
      await sleep(
        status === 0 && attempt === 0 ? 20 : Math.min(longestPauseMs, pauseMs * 2 ** attempt),
      )
    }
  }

  /** Repeats a look until it is answered. */
  async look<T>(path: string): Promise<T | undefined> {
    for (;;) {
      const { status, answer } = await this.attempt('GET', path, { patience: readPatienceMs })
      if (status === 200) return answer?.data
      if (Date.now() > this.book.endsAt + graceMs) return undefined
      await sleep(longestPauseMs)
    }
  }

  /** Looks once, at the other API if the first is not there, and notes how long that took. */
  async read(path: string): Promise<void> {
    const at = Date.now()
    let { status } = await this.attempt('GET', path, { patience: readPatienceMs })
    // As the proxy before them does, which asks none that is not ready.
    if ((status === 0 || status === 503) && Date.now() - at < liveMs)
      ({ status } = await this.attempt('GET', path, { patience: readPatienceMs }))
    const ms = Date.now() - at
    this.book.reads.push({ at, ms, ok: status === 200 })
    if (status === 200) this.book.times.note('reads')
  }

  private async attempt(
    method: string,
    path: string,
    {
      body,
      key,
      expected = [],
      patience,
    }: { body?: object; key?: string; expected?: string[]; patience: number },
  ): Promise<Attempt> {
    const api = this.apis[this.turn++ % this.apis.length]
    let status = 0
    let answer: Answer<never> | undefined
    try {
      const response = await fetch(api + path, {
        method,
        signal: AbortSignal.timeout(patience),
        headers: {
          authorization: this.token,
          'accept-language': 'en-US',
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const envelope = (await response.json()) as Omit<Answer<never>, 'status'>
      status = response.status
      answer = { status, ...envelope }
    } catch {
      // No answer, or half of one, is the same to a caller.
      status = 0
    }
    const code = String(answer?.errorCode ?? '')
    this.book.note(
      status,
      `${code} ${method} ${path.replace(/\?.*|[0-9a-f-]{36}/g, ':')}`,
      expected.includes(code),
    )
    return { status, answer }
  }
}
