import type { ChangeOf } from '@paydesk/contract/lib/change'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './db.ts'
import type { Log } from './log.ts'

const channel = 'paydesk_change'
/** A notification of PostgreSQL takes 8,000 bytes; one change is at most about 140. */
const perMessage = 50

/** `ownerId` is the owner of the bill concerned. Without it, everyone in the company may know of the change. */
export type Announced = (ChangeOf | SessionChanged) & { ownerId?: Id<'user'> }

/** Told by the database itself: a session, or all of a company's, may be over or work elsewhere. It is for the API only, not for screens. */
type SessionChanged = { entity: 'session'; id: string }
type Message = { companyId: Id<'company'>; changes: Announced[] }
type Listener = { hear: (changes: Announced[]) => void; miss: () => void }

/** Tells every open screen of the changes, when and only when the caller's transaction commits. */
export async function announce(db: Db, companyId: Id<'company'>, changes: Announced[]): Promise<void> {
  const parts = Array.from({ length: Math.ceil(changes.length / perMessage) }, (_, n) =>
    changes.slice(n * perMessage, (n + 1) * perMessage),
  )
  await Promise.all(
    parts.map((changes) => sql`select pg_notify(${channel}, ${JSON.stringify({ companyId, changes } satisfies Message)})`.execute(db)),
  )
}

/** One connection per API process that hears of all changes and hands them to the streams of each company. */
export class Changes {
  private readonly listeners = new Map<string, Set<Listener>>()
  private client: pg.Client | undefined
  private stopped = false
  private readonly databaseUrl: string
  private readonly log: Log
  constructor(databaseUrl: string, log: Log) {
    this.databaseUrl = databaseUrl
    this.log = log
  }

  /** Reconnects without end. While the connection is gone, screens fall back to asking again when they get the focus. */
  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      application_name: 'paydesk-changes',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    const again = (reason: string) => {
      if (this.stopped || this.client !== client) return
      this.client = undefined
      this.log.warn({ reason }, 'changes: connection lost')
      // Changes announced while the connection is gone are not heard, so all listeners must ask for everything again.
      for (const listener of [...this.listeners.values()].flatMap((all) => [...all])) listener.miss()
      setTimeout(() => void this.start(), 1000).unref()
    }
    this.client = client
    client.on('error', ({ message }) => again(message))
    client.on('end', () => again('end'))
    client.on('notification', ({ payload }) => payload && this.hear(payload))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      again((error as Error).message)
    }
  }

  subscribe(companyId: Id<'company'>, listener: Listener): () => void {
    const all = this.listeners.get(companyId) ?? new Set()
    this.listeners.set(companyId, all.add(listener))
    return () => {
      all.delete(listener)
      if (all.size === 0) this.listeners.delete(companyId)
    }
  }

  async stop(): Promise<void> {
    this.stopped = true
    await this.client?.end().catch(() => {})
  }

  private hear(payload: string) {
    const { companyId, changes } = JSON.parse(payload) as Message
    for (const { hear } of this.listeners.get(companyId) ?? []) hear(changes)
  }
}
