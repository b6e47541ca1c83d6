import type { ChangeOf } from '@paydesk/contract/lib/change'
import type { Id } from '@paydesk/contract/lib/id'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { Listening } from './listen.ts'

const channel = 'paydesk_change'
/** A notification of PostgreSQL takes 8,000 bytes; one change is at most about 140. */
const perMessage = 50

/**
 * `ownerId` is the owner of the bill concerned. Without it, everyone in the company may
 * know of the change.
 */
export type Announced = (ChangeOf | SessionChanged) & { ownerId?: Id<'user'> }

/**
 * Told by the database itself: a session, or all of a company's, may be over or work elsewhere. It
 * is for the API only, not for screens.
 */
type SessionChanged = { entity: 'session'; id: string }
type Message = { companyId: Id<'company'>; changes: Announced[] }
type Listener = { hear: (changes: Announced[]) => void; miss: () => void }

/** Tells every open screen of the changes, when and only when the caller's transaction commits. */
export async function announce(
  db: Db,
  companyId: Id<'company'>,
  changes: Announced[],
): Promise<void> {
  const parts = Array.from({ length: Math.ceil(changes.length / perMessage) }, (_, n) =>
    changes.slice(n * perMessage, (n + 1) * perMessage),
  )
  await Promise.all(
    parts.map((changes) =>
      sql`
        select pg_notify(
          ${channel}, ${JSON.stringify({ companyId, changes } satisfies Message)}
        )`.execute(db),
    ),
  )
}

/** Hears of all changes and hands them to the streams of each company. */
export class Changes {
  private readonly listeners = new Map<string, Set<Listener>>()

  /**
   * Changes that were announced while nobody listened are lost, so then all listeners must ask for
   * everything again.
   */
  listenOn(listening: Listening): Promise<void> {
    return listening.on(channel, {
      hear: (payload) => this.hear(payload),
      missed: () => {
        for (const { miss } of [...this.listeners.values()].flatMap((all) => [...all])) miss()
      },
    })
  }

  subscribe(companyId: Id<'company'>, listener: Listener): () => void {
    const all = this.listeners.get(companyId) ?? new Set()
    this.listeners.set(companyId, all.add(listener))
    return () => {
      all.delete(listener)
      if (all.size === 0) this.listeners.delete(companyId)
    }
  }

  private hear(payload: string) {
    const { companyId, changes } = JSON.parse(payload) as Message
    for (const { hear } of this.listeners.get(companyId) ?? []) hear(changes)
  }
}
