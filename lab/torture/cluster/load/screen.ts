import { setTimeout as sleep } from 'node:timers/promises'
import type { Times } from './times.ts'

/**
 * The API sends something every 15 s; a screen that has heard nothing for longer takes its
 * connection for dead.
 */
const deadAfterMs = 25_000
const againAfterMs = 500

/** An open screen: hears of changes, and asks the other API when its stream ends. */
export class Screen {
  private readonly apis: string[]
  private readonly token: string
  private readonly times: Times
  private readonly signal: 'screen0' | 'screen1'
  private turn: number
  private readonly ended = new AbortController()
  private work: Promise<unknown> = Promise.resolve()

  constructor(apis: string[], token: string, times: Times, index: 0 | 1) {
    this.apis = apis
    this.token = token
    this.times = times
    this.signal = `screen${index}`
    this.turn = index
  }

  start() {
    this.work = this.listen()
  }

  async end() {
    this.ended.abort()
    await this.work
  }

  private async listen() {
    while (!this.ended.signal.aborted) {
      await this.open().catch(() => undefined)
      await sleep(againAfterMs)
    }
  }

  private async open() {
    const silent = new AbortController()
    let timer = setTimeout(() => silent.abort(), deadAfterMs)
    try {
      const answer = await fetch(
        `${this.apis[this.turn++ % this.apis.length]}/api/stream?seconds=3000`,
        {
          headers: { authorization: this.token },
          signal: AbortSignal.any([silent.signal, this.ended.signal]),
        },
      )
      for await (const chunk of answer.body ?? []) {
        clearTimeout(timer)
        timer = setTimeout(() => silent.abort(), deadAfterMs)
        if (answer.ok && Buffer.from(chunk).includes('data:')) this.times.note(this.signal)
      }
    } finally {
      clearTimeout(timer)
    }
  }
}
