import { WebhookEvent } from '@paydesk/paypal/webhooks'
import { sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import { type Db, inCompanyByBatch } from '../lib/db.ts'
import { refuse } from '../lib/errors.ts'
import { eventChannel } from './event.ts'

const Named = z.looseObject({ id: z.string() })
const Wrapped = z.looseObject({ invoice: Named })
const Disputed = z.looseObject({ dispute_id: z.string() })

/** What an event is about: PayPal wraps an invoice (facts §3.6) and not the others; a dispute has a name of its own for its id. */
export function resourceIdOf(resource: unknown): string | null {
  const wrapped = Wrapped.safeParse(resource)
  if (wrapped.success) return wrapped.data.invoice.id
  const plain = Named.safeParse(resource)
  if (plain.success) return plain.data.id
  const disputed = Disputed.safeParse(resource)
  return disputed.success ? disputed.data.dispute_id : null
}

export type Delivery = { companyId: string; accountId: string; transmissionId: string; raw: Buffer }
type Waiting = Delivery & { event: WebhookEvent; stored: (isNew: boolean) => void; failed: (error: unknown) => void }

/**
 * Many deliveries, one commit. A flush begins at once while fewer than two are under way, so that a single event waits for nobody and
 * a thousand share a few commits; nobody is answered before theirs. (One commit per event took a third of the machine.)
 */
export class EventStore {
  private readonly pool: pg.Pool
  private readonly waiting = new Map<string, Waiting[]>()
  private flushes = 0
  private held = 0
  constructor(pool: pg.Pool) {
    this.pool = pool
  }

  /** Resolves when it is on disk. False: this event is here already. */
  async add(delivery: Delivery): Promise<boolean> {
    const event = WebhookEvent.parse(JSON.parse(delivery.raw.toString('utf8')))
    // PayPal delivers again; memory does not grow again.
    if (this.held >= maxHeld) throw refuse('unavailable')
    this.held++
    return new Promise((stored, failed) => {
      const queue = this.waiting.get(delivery.companyId) ?? []
      this.waiting.set(delivery.companyId, queue)
      queue.push({ ...delivery, event, stored, failed })
      this.flush()
    })
  }

  private flush() {
    const [next] = this.waiting
    if (!next || this.flushes >= maxFlushes) return
    const [companyId, queue] = next
    const batch = queue.splice(0, maxBatch)
    // To the end of the line: a company with many events does not keep the others waiting.
    this.waiting.delete(companyId)
    if (queue.length > 0) this.waiting.set(companyId, queue)
    this.flushes++
    // Always in one order: two flushes of the same events could otherwise wait for each other.
    batch.sort((a, b) => (a.event.id < b.event.id ? -1 : 1))
    inCompanyByBatch(this.pool, companyId, (db) => storeBatch(db, companyId, batch))
      .then(
        (isNew) => {
          for (const [index, one] of batch.entries()) one.stored(isNew[index] === true)
        },
        (error) => {
          for (const one of batch) one.failed(error)
        },
      )
      .finally(() => {
        this.flushes--
        this.held -= batch.length
        this.flush()
      })
    this.flush()
  }
}

/** Each is one company's: while one waits for the disk, the other is written. */
const maxFlushes = 2
const maxBatch = 128
/** Some 20 MB of deliveries that wait for the database. */
const maxHeld = 5000
/** Few sizes, so that there are few statements for PostgreSQL to know; a batch is as many of them as it takes, in one transaction. */
const sizes = [128, 32, 8, 1]
function* inSizes<T>(rows: T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; ) {
    const size = sizes.find((one) => one <= rows.length - from) ?? 1
    yield rows.slice(from, from + size)
    from += size
  }
}

async function storeBatch(db: Db, companyId: string, batch: Waiting[]): Promise<boolean[]> {
  const rows = batch.map(({ accountId, transmissionId, raw, event }) => {
    const at = event.create_time ? Date.parse(event.create_time) : Number.NaN
    const createdAt = Number.isNaN(at) ? null : new Date(at).toISOString()
    return sql`(${accountId}::uuid, ${event.id}::text, ${event.event_type}::text, ${event.resource_type ?? ''}::text,
      ${resourceIdOf(event.resource)}::text, ${createdAt}::timestamptz, ${transmissionId}::text, ${raw}::bytea)`
  })
  const storing = [...inSizes(rows)].map((some) =>
    sql<{ accountId: string; eventId: string }>`
      with stored as (
        insert into paypal_event (company_id, account_id, event_id, event_type, resource_type, resource_id, created_at, transmission_id, raw)
        select ${companyId}, v.* from (values ${sql.join(some)}) v
        on conflict do nothing returning company_id, account_id, event_id
      )
      insert into paypal_event_todo (company_id, account_id, event_id) select * from stored returning account_id, event_id`.execute(db),
  )
  // Sent together: one wait. A worker that is woken for events that were here already finds nothing, which costs nothing.
  const [stored] = await Promise.all([Promise.all(storing), sql`select pg_notify(${eventChannel}, '')`.execute(db)])
  const fresh = new Set(stored.flatMap(({ rows }) => rows).map(({ accountId, eventId }) => `${accountId} ${eventId}`))
  // Of two deliveries of one event in one batch, the first is the one that was stored.
  return batch.map(({ accountId, event }) => fresh.delete(`${accountId} ${event.id}`))
}
