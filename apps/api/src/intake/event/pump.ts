import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import pg from 'pg'
import { inCompany, inCompanyByBatch, inTransaction, isTransient } from '../../lib/db.ts'
import type { Jobs } from '../../lib/job.ts'
import type { Log } from '../../lib/log.ts'
import { applyDue, dueEvents } from './apply.ts'
import { eventChannel } from './event.ts'
import type { EventKey } from './outcome.ts'

/** In a larger batch more events share statements; a smaller one holds its bills for a shorter time. */
const batchSize = 200
/** Companies at a time: while one company's statements run, another's events are read. */
const lanes = 2
const pollMs = 1000
/** An event that cannot be applied is tried again this many times, then kept as failed for a person to look at. */
const maxTries = 8

type Parts = { pool: pg.Pool; jobs: Jobs; log: Log; databaseUrl: string }

/**
 * Applies stored events. It has its own loop instead of jobs: the inbox is the work list, so an event costs no job of its own. Any number
 * of workers may run it. Each claims rows that nobody else holds, and the rows of a killed worker are free again at once.
 */
export class EventPump {
  private readonly parts: Parts
  private running: Promise<void> | undefined
  private again = false
  private stopped = false
  private timer: NodeJS.Timeout | undefined
  private listener: pg.Client | undefined
  constructor(parts: Parts) {
    this.parts = parts
  }

  async start(): Promise<void> {
    this.timer = setInterval(() => this.wake(), pollMs)
    await this.listen()
    this.wake()
  }

  /** Listening only speeds things up: without the connection the poll finds due events within a second. */
  private async listen(): Promise<void> {
    const client = new pg.Client({ connectionString: this.parts.databaseUrl, application_name: 'paydesk-events', keepAlive: true })
    client.on('error', () => {})
    client.on('end', () => !this.stopped && setTimeout(() => void this.listen(), 1000).unref())
    client.on('notification', () => this.wake())
    this.listener = client
    await client.connect().then(
      () => client.query(`listen ${eventChannel}`),
      () => {},
    )
  }

  wake(): void {
    this.again = true
    this.running ??= this.run().finally(() => {
      this.running = undefined
    })
  }

  private async run(): Promise<void> {
    while (this.again && !this.stopped) {
      this.again = false
      try {
        const waiting = await this.companies()
        // Each company gets one batch in turn: a company with a backlog keeps nobody else waiting.
        const lane = async () => {
          for (let next = waiting.shift(); next; next = waiting.shift()) {
            const more = await this.applyBatch(next).catch((error: unknown) =>
              this.parts.log.error({ err: error }, 'applying events failed'),
            )
            if (more === true) waiting.push(next)
          }
        }
        await Promise.all(Array.from({ length: lanes }, lane))
      } catch (error) {
        this.parts.log.error({ err: error }, 'applying events failed')
      }
    }
  }

  private companies(): Promise<string[]> {
    return inTransaction(this.parts.pool, [], async (db) => {
      const { rows } = await sql<{ id: string }>`select companies_with_due_events() as id`.execute(db)
      return rows.map(({ id }) => id)
    })
  }

  /** Returns whether there may be more. */
  private async applyBatch(companyId: Id<'company'>): Promise<boolean> {
    if (this.stopped) return false
    const { pool, jobs } = this.parts
    try {
      return (await inCompanyByBatch(pool, companyId, (db) => applyDue(db, jobs, companyId, batchSize))) === batchSize
    } catch (error) {
      // One of the events cannot be applied. Applying them one at a time finds it, so that it does not hold up the others.
      this.parts.log.warn({ err: error, companyId }, 'a batch of events failed')
      await this.applySingly(companyId)
      return false
    }
  }

  private async applySingly(companyId: Id<'company'>): Promise<void> {
    const { pool, jobs, log } = this.parts
    const due = await inCompany(pool, companyId, (db) => dueEvents(db, companyId, batchSize))
    for (const key of due) {
      if (this.stopped) return
      try {
        await inCompany(pool, companyId, (db) => applyDue(db, jobs, companyId, 1, key))
      } catch (error) {
        log.error({ err: error, companyId, ...key }, 'an event failed')
        // A failure of the database is not the event's fault: all events stay on the list, and the next round tries again.
        if (isTransient(error)) return
        await inCompany(pool, companyId, (db) => putOff(companyId, key, (error as Error).message).execute(db))
      }
    }
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    await this.running
    await this.listener?.end().catch(() => {})
  }
}

/** Waits longer after each try; after the last one, takes the event off the list with its reason. */
const putOff = (companyId: Id<'company'>, { accountId, eventId }: EventKey, reason: string) => sql`
  with gone as (
    delete from paypal_event_todo where company_id = ${companyId} and account_id = ${accountId} and event_id = ${eventId}
      and tries >= ${maxTries}
  ), kept as (
    update paypal_event_todo set tries = tries + 1, due_at = now() + make_interval(secs => 2 ^ least(tries, 10))
    where company_id = ${companyId} and account_id = ${accountId} and event_id = ${eventId} and tries < ${maxTries}
  )
  insert into paypal_event_outcome (company_id, account_id, event_id, outcome, reason)
  values (${companyId}, ${accountId}, ${eventId}, 'failed', ${reason.slice(0, 500)})
  on conflict (company_id, account_id, event_id) do update set outcome = 'failed', reason = excluded.reason, at = now()`
