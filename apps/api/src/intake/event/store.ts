import { createHash } from 'node:crypto'
import type { Id } from '@paydesk/contract/lib/id'
import { WebhookEvent } from '@paydesk/paypal/webhooks'
import { sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import { byBatch, type Db, enterCompany, inTransaction, isTransient } from '../../lib/db.ts'
import { refuse } from '../../lib/errors.ts'
import { eventChannel } from './event.ts'
import { type Contradiction, contradictions } from './known.ts'

const Named = z.looseObject({ id: z.string() })
const Wrapped = z.looseObject({ invoice: Named })
const Disputed = z.looseObject({ dispute_id: z.string() })

/**
 * The id of the resource that an event is about. PayPal wraps an invoice (paypal §3.6) but nothing
 * else; a dispute's id has a name of its own.
 */
export function resourceIdOf(resource: unknown): string | null {
  const wrapped = Wrapped.safeParse(resource)
  if (wrapped.success) return wrapped.data.invoice.id
  const plain = Named.safeParse(resource)
  if (plain.success) return plain.data.id
  const disputed = Disputed.safeParse(resource)
  return disputed.success ? disputed.data.dispute_id : null
}

/**
 * PayPal's ids and types have no other characters; what stands in notices and e-mails must not be
 * somebody's own text.
 */
const Storable = WebhookEvent.extend({
  id: z.string().regex(/^[A-Za-z0-9-]{1,60}$/),
  event_type: z.string().regex(/^[A-Z0-9._-]{1,100}$/),
})

/** Reads a delivery; undefined: the bytes are no event, whoever signed them. */
export function readDelivery(raw: Buffer): WebhookEvent | undefined {
  try {
    return Storable.parse(JSON.parse(raw.toString('utf8')))
  } catch {
    return undefined
  }
}

export type Delivery = {
  companyId: Id<'company'>
  accountId: Id<'paypalAccount'>
  transmissionId: string
  raw: Buffer
  event: WebhookEvent
}
/**
 * new: it is on disk now. known: the same bytes were there before. Otherwise its id, or its
 * transmission's, came with other bytes before.
 */
export type Stored = 'new' | 'known' | Contradiction
type Waiting = Delivery & { stored: (result: Stored) => void; failed: (error: unknown) => void }

/**
 * Stores many deliveries in one commit. A flush begins at once if none is under way, so a
 * single event waits for nobody and a thousand share a few commits; a second one begins
 * beside it when many wait. No delivery is answered before its commit. (One commit per event
 * took a third of the machine.)
 */
export class EventStore {
  private readonly pool: pg.Pool
  private readonly waiting = new Map<string, Waiting[]>()
  private flushes = 0
  private held = 0
  private heldBytes = 0
  private storing = 0
  constructor(pool: pg.Pool) {
    this.pool = pool
  }

  /** Resolves when the event is on disk, now or before. */
  async add(delivery: Delivery): Promise<Stored> {
    // PayPal can deliver again, but memory must not grow without limit.
    if (this.held >= maxHeld || this.heldBytes >= maxHeldBytes) throw refuse('unavailable')
    this.held++
    this.heldBytes += delivery.raw.length
    return new Promise((stored, failed) => {
      const queue = this.waiting.get(delivery.companyId) ?? []
      this.waiting.set(delivery.companyId, queue)
      queue.push({ ...delivery, stored, failed })
      this.flush()
    })
  }

  private flush() {
    if (
      this.waiting.size === 0 ||
      this.flushes >= maxFlushes ||
      (this.flushes > 0 && this.held - this.storing < manyWaiting)
    )
      return
    const batch = this.take()
    this.flushes++
    this.storing += batch.length
    void this.store(batch).finally(() => {
      this.flushes--
      this.storing -= batch.length
      this.held -= batch.length
      for (const { raw } of batch) this.heldBytes -= raw.length
      this.flush()
    })
    this.flush()
  }

  /**
   * Takes some of each company in turn: a company with thousands does not keep the others waiting.
   */
  private take(): Waiting[] {
    const batch: Waiting[] = []
    for (const [companyId, queue] of this.waiting) {
      batch.push(...queue.splice(0, maxTurn))
      this.waiting.delete(companyId)
      // The rest goes to the end of the map, and this loop reaches it again.
      if (queue.length > 0) this.waiting.set(companyId, queue)
      if (batch.length > maxBatch - maxTurn) break
    }
    return batch
  }

  private async store(batch: Waiting[]): Promise<void> {
    try {
      const resultOf = await inTransaction(this.pool, [byBatch], (db) => storeBatch(db, batch))
      for (const one of batch) one.stored(resultOf(one))
    } catch (error) {
      if (batch.length === 1 || isTransient(error)) {
        for (const one of batch) one.failed(error)
        return
      }
      // An event that cannot be stored must not make others fail, least of all another company's.
      const half = Math.ceil(batch.length / 2)
      await this.store(batch.slice(0, half))
      await this.store(batch.slice(half))
    }
  }
}

/** While one flush waits for the disk, the other is written. */
const maxFlushes = 2
const manyWaiting = 64
const maxBatch = 256
const maxTurn = 32
/** Deliveries waiting for the database; most have some four kilobytes. */
const maxHeld = 5000
const maxHeldBytes = 64 * 1024 * 1024
/**
 * Few sizes make few statements for PostgreSQL to prepare; a company's part is split into as many
 * of them as needed.
 */
const sizes = [128, 64, 32, 16, 8, 4, 2, 1]
function* inSizes<T>(rows: T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; ) {
    const size = sizes.find((one) => one <= rows.length - from) ?? 1
    yield rows.slice(from, from + size)
    from += size
  }
}

/**
 * Events are always stored in one order: two flushes of the same events could otherwise deadlock.
 */
const order = ({ companyId, accountId, event }: Waiting) => `${companyId} ${accountId} ${event.id}`

/**
 * Stores company by company, each within its own rows as everywhere. All statements are sent in one
 * go and run in that order, in one transaction.
 */
async function storeBatch(db: Db, batch: Waiting[]): Promise<(one: Waiting) => Stored> {
  const sorted = batch
    .map((one) => ({ ...one, key: order(one), digest: digestOf(one.raw) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const storing: Promise<{ rows: { key: string }[] }>[] = []
  const others: Promise<unknown>[] = []
  for (const [companyId, some] of Map.groupBy(sorted, (one) => one.companyId)) {
    others.push(enterCompany(db, companyId))
    for (const rows of inSizes(distinct(some))) storing.push(insert(db, companyId, rows))
  }
  // A worker that is woken although no event was new finds nothing, which costs nothing.
  others.push(sql`select pg_notify(${eventChannel}, '')`.execute(db))
  const [stored] = await Promise.all([Promise.all(storing), ...others])
  const fresh = new Set(stored.flatMap(({ rows }) => rows).map(({ key }) => key))
  // Of two deliveries of one event in a batch, the first counts as the stored one.
  const results = new Map<Waiting, Stored>(
    batch.map((one) => [
      one,
      fresh.delete(`${order(one)} ${one.transmissionId}`) ? 'new' : 'known',
    ]),
  )
  for (const [companyId, some] of Map.groupBy(batch, (one) => one.companyId)) {
    const known = some.filter((one) => results.get(one) === 'known')
    if (known.length === 0) continue
    await enterCompany(db, companyId)
    for (const [one, contradiction] of await contradictions(db, companyId, known))
      results.set(one, contradiction)
  }
  return (one) => results.get(one) as Stored
}

const [earliest, latest] = [Date.UTC(2000), Date.UTC(2100)]
export const plain = (text: string | null | undefined) =>
  text && /^[!-~]{1,100}$/.test(text) ? text : null

type Digested = Waiting & { key: string; digest: Buffer }

/**
 * A delivery that came twice within a flush is sent once: the second is known then,
 * like any later one.
 */
const distinct = (rows: Digested[]): Digested[] => [
  ...new Map(
    rows.map((row) => [`${row.key} ${row.transmissionId} ${row.digest.toString('base64')}`, row]),
  ).values(),
]

const digestOf = (raw: Buffer) => createHash('sha256').update(raw).digest()

const insert = (db: Db, companyId: Id<'company'>, rows: Digested[]) => {
  const values = rows.map(({ accountId, transmissionId, raw, digest, event }) => {
    const at = event.create_time ? Date.parse(event.create_time) : Number.NaN
    // A time or an id that no database takes must not fail the deliveries that share its statement.
    const createdAt = at > earliest && at < latest ? new Date(at).toISOString() : null
    return sql`(
      ${accountId}::uuid, ${event.id}::text, ${event.event_type}::text,
      ${plain(event.resource_type) ?? ''}::text, ${plain(resourceIdOf(event.resource))}::text,
      ${createdAt}::timestamptz, ${transmissionId}::text, ${digest}::bytea, ${raw}::bytea
    )`
  })
  // Its body goes to the present month (decision 74), or stays in the row where there is none. Of
  // two deliveries with the same ids and other bytes, the digest tells which was stored.
  return sql<{ key: string }>`
    with given as materialized (
      select *
      from (values ${sql.join(values)}) v (
        account_id, event_id, event_type, resource_type, resource_id, created_at, transmission_id,
        digest, raw
      )
    ), month as materialized (
      select case when events_go_by_month() then now() end as body_at
    ), stored as (
      insert into paypal_event (
        company_id, account_id, event_id, event_type, resource_type, resource_id, created_at,
        transmission_id, digest, body_at, raw
      )
      select ${companyId}, g.account_id, g.event_id, g.event_type, g.resource_type, g.resource_id,
        g.created_at, g.transmission_id, g.digest, m.body_at,
        case when m.body_at is null then g.raw else '' end
      from given g cross join month m
      on conflict do nothing
      returning company_id, account_id, event_id, transmission_id, digest, body_at
    ), bodies as (
      insert into paypal_event_body (company_id, account_id, event_id, received_at, raw)
      select s.company_id, s.account_id, s.event_id, s.body_at, g.raw
      from stored s
      join given g using (account_id, event_id, transmission_id, digest)
      where s.body_at is not null
    ), listed as (
      insert into paypal_event_todo (company_id, account_id, event_id)
      select company_id, account_id, event_id
      from stored
    )
    select company_id || ' ' || account_id || ' ' || event_id || ' ' || transmission_id as key
    from stored`.execute(db)
}
