import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { inCompany, inTransaction, isTransient, whileAway } from '../../lib/db.ts'
import type { Listening } from '../../lib/live/listen.ts'
import { inSpan } from '../../lib/watch/trace.ts'
import type { AccountRef } from '../../paypal/paypalAccount/paypalAccount.ts'
import { confirmDue, type Looking, type Side } from './confirm.ts'
import { eventChannel } from './event.ts'
import { readHints } from './hint.ts'
import { endLook, freeLook, keepLook, leaseMs, takeLook } from './lease.ts'
import { putOff } from './outcome.ts'

/** Accounts at a time: most of a look is waiting for PayPal. */
const lanes = 8
const pollMs = 500
/** An account with a backlog gives its place to others after this time. */
const longestMs = 30_000
/**
 * Under load each commit of the door wakes the pump: what comes in this time is looked for once.
 */
const gatherMs = 100

/**
 * Looks at PayPal for stored events. It has its own loop instead of jobs: the inbox is the work
 * list, so an event costs no job of its own. Any number of workers may run it. Each takes accounts
 * that nobody else looks at, and those of a killed worker are free again in seconds.
 */
export class EventPump {
  private readonly parts: Side
  private running: Promise<void> | undefined
  private again = false
  private stopped = false
  private timer: NodeJS.Timeout | undefined
  private lookedAt = Date.now()
  /** Looks under way, by account. */
  private readonly looks = new Map<string, Promise<void>>()
  constructor(parts: Side) {
    this.parts = parts
  }

  /** Hearing of events only speeds things up: the poll finds due ones within half a second. */
  async start(listening: Listening): Promise<void> {
    this.timer = setInterval(() => this.wake(), pollMs)
    const wake = () => this.wake()
    await listening.on(eventChannel, { hear: wake, missed: wake })
    this.wake()
  }

  /** How long ago it last asked which accounts have due events: it does so twice a second. */
  lookAgeMs(): number {
    return Date.now() - this.lookedAt
  }

  wake(): void {
    this.again = true
    this.running ??= this.run().finally(() => {
      this.running = undefined
    })
  }

  /**
   * Begins a look at each account that has due events. It waits for none: an account that PayPal
   * keeps waiting holds up no other.
   */
  private async run(): Promise<void> {
    while (this.again && !this.stopped) {
      this.again = false
      const waiting = await this.accounts().catch((error: unknown) => {
        this.parts.log.error({ err: error }, 'no events could be looked for')
        return []
      })
      for (const ref of waiting) {
        if (this.looks.size >= lanes) return
        if (this.looks.has(ref.accountId)) continue
        const look = this.look(ref).finally(() => {
          this.looks.delete(ref.accountId)
          // Another account may have waited for this lane.
          if (this.looks.size === lanes - 1) this.wake()
        })
        this.looks.set(ref.accountId, look)
      }
      await sleep(gatherMs)
    }
  }

  private accounts(): Promise<AccountRef[]> {
    return inTransaction(
      this.parts.pool,
      [],
      async (db) =>
        (await sql<AccountRef>`select * from accounts_with_due_events()`.execute(db)).rows,
    ).finally(() => {
      this.lookedAt = Date.now()
    })
  }

  private async look(ref: AccountRef): Promise<void> {
    const { pool, log, outside } = this.parts
    try {
      if (!(await takeLook(pool, ref))) return
      const beating = keepLook(pool, ref)
      try {
        const looking = await inSpan('events of an account', 'CONSUMER', () => this.lookOften(ref))
        const heldMs = looking.result === 'held' ? looking.holdMs : 0
        await endLook(
          pool,
          ref,
          looking.result === 'failed'
            ? looking
            : { restMs: Math.max(outside.paypalLookRestMs, heldMs) },
        )
      } finally {
        clearInterval(beating)
      }
    } catch (error) {
      log.error({ err: error, ...ref }, 'the account’s events could not be looked at')
      // Whether the account was taken, or given back, may have been lost with the database. Nobody
      // would look until the lease is over.
      if (isTransient(error)) await whileAway(() => freeLook(pool, ref), leaseMs).catch(() => {})
    }
  }

  private async lookOften(ref: AccountRef): Promise<Looking> {
    for (const until = Date.now() + longestMs; ; ) {
      const looking = await confirmDue(this.parts, ref).catch((error: unknown) =>
        this.lookSingly(ref, error),
      )
      if (looking.result !== 'more' || this.stopped || Date.now() > until) return looking
    }
  }

  /**
   * One of the events makes our own code fail. Looking at them one at a time finds it, so that it
   * does not hold up the others.
   */
  private async lookSingly(ref: AccountRef, error: unknown): Promise<Looking> {
    const { pool, log } = this.parts
    log.warn({ err: error, ...ref }, 'a batch of events failed')
    // A failure of the database is not the events' fault: all stay on the list, and the next
    // round tries again.
    if (isTransient(error) || isTooSlow(error)) return { result: 'done' }
    const hints = await inCompany(pool, ref.companyId, (db) =>
      readHints(db, ref, { limit: 50, patienceSeconds: 0 }),
    )
    for (const { eventId } of hints) {
      if (this.stopped) break
      try {
        const looking = await confirmDue(this.parts, ref, eventId)
        if (looking.result === 'failed' || looking.result === 'held') return looking
      } catch (error) {
        log.error({ err: error, ...ref, eventId }, 'an event failed')
        if (isTransient(error) || isTooSlow(error)) break
        await inCompany(pool, ref.companyId, (db) =>
          putOff(db, ref, eventId, (error as Error).message),
        )
      }
    }
    return { result: 'done' }
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    await this.running
    await Promise.all(this.looks.values())
  }
}

/** Someone else held the books for longer than a statement may take. */
const isTooSlow = (error: unknown) => (error as { code?: unknown }).code === '57014'
