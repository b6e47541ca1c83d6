import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Times } from './times.ts'

const patienceMs = 1000
const insertEveryMs = 50
const lookEveryMs = 250
const lateSeconds = 10

/**
 * One connection past the product. When it fails it is left, and the next statement opens another.
 */
class Connection {
  private readonly url: string
  private client: pg.Client | undefined
  constructor(url: string) {
    this.url = url
  }

  async ask<T extends pg.QueryResultRow>(text: string): Promise<T | undefined> {
    try {
      this.client ??= await this.connect()
      return (await this.client.query<T>(text)).rows[0]
    } catch {
      await this.leave()
      return undefined
    }
  }

  /**
   * The statement is never cancelled: a commit that waits for the standby would then look done
   * and could be lost.
   */
  async leave() {
    const left = this.client
    this.client = undefined
    // Its end is waited for by nobody: a server that has vanished does not say goodbye.
    left?.end().catch(() => {})
  }

  private async connect() {
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    })
    client.on('error', () => {})
    await client.connect()
    return client
  }
}

/**
 * Sees from outside of the product what no caller is told: that work is done and events are borne
 * out, or that there are none to do. People whose calls waited for the database go on one after the
 * other, and PayPal delivers anew after a pause: that is no silence of the workers. It also writes
 * into a table of its own, which tells how long the bare cluster takes for the same fault.
 */
export class Outsider {
  private readonly looker: Connection
  private readonly writer: Connection
  private readonly times: Times
  private over = false
  private work: Promise<unknown> = Promise.resolve()
  /** Operations that were asked for some time ago and are not done, when that was last seen. */
  late = 0
  /** How many operations have been done, and how many events borne out or put off. */
  done = { jobs: 0, events: 0 }

  constructor(productUrl: string, ownUrl: string, times: Times) {
    this.looker = new Connection(productUrl)
    this.writer = new Connection(ownUrl)
    this.times = times
  }

  async start() {
    await this.writer.ask(
      'create table if not exists bare (n bigint generated always as identity, at timestamptz default now())',
    )
    this.work = Promise.all([this.look(), this.write()])
  }

  async end() {
    this.over = true
    await this.work
    await Promise.all([this.looker.leave(), this.writer.leave()])
  }

  private async look() {
    for (; !this.over; await sleep(lookEveryMs)) {
      const seen = await this.looker.ask<{
        jobs: number
        open: number
        late: number
        events: number
        due: number
      }>(
        `select count(*) filter (where state in ('done', 'refused'))::int as jobs,
           count(*) filter (where state not in ('done', 'refused'))::int as open,
           count(*) filter (
             where state not in ('done', 'refused')
             and created_at < now() - interval '${lateSeconds} seconds'
           )::int as late,
           (select count(*)::int from paypal_event_outcome) as events,
           (select count(*)::int from paypal_event_todo where due_at < now()) as due
         from operation`,
      )
      if (!seen) continue
      if (seen.jobs > this.done.jobs || seen.open === 0) this.times.note('jobs')
      if (seen.events > this.done.events || seen.due === 0) this.times.note('events')
      this.done = { jobs: seen.jobs, events: seen.events }
      this.late = seen.late
    }
  }

  private async write() {
    for (; !this.over; await sleep(insertEveryMs))
      if (await this.writer.ask('insert into bare default values returning n'))
        this.times.note('bare')
  }
}
