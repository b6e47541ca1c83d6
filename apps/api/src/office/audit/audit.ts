import type { AuditAction } from '@paydesk/contract/office/auditLog'
import type { Actor } from '../../lib/actor.ts'
import type { Db } from '../../lib/db.ts'
import { toJsonb } from '../../lib/json.ts'

export { matchingEntries } from './filter.ts'

/** The person who makes a change: an actor, or someone who is just signing in. */
export type Doer = Pick<Actor, 'companyId' | 'name' | 'address' | 'device'> & {
  userId: Actor['userId'] | null
}

export type Change = {
  /** What was done, as `entity.verb`: 'user.disable'. */
  action: AuditAction
  entityId: string
  /** The entity's name at this moment. */
  label?: string
  before?: object | null
  after?: object | null
}

/** What the entry points hand in: who else hears of a change, in the same transaction. */
export type Hearer = (db: Db, actor: Doer, change: Change) => Promise<void>
let hearer: Hearer = async () => {}
export const onChange = (hears: Hearer) => {
  hearer = hears
}

/**
 * Writes who did what, in the transaction that does it. Call it last: from here to the commit the
 * company's chain is locked. It keeps only the fields of `before` and `after` that differ; secrets
 * must not be in either.
 */
export async function recordChange(
  db: Db,
  actor: Doer,
  { action, entityId, label = '', before, after }: Change,
) {
  const changed = differing(before ?? null, after ?? null)
  // The chain is locked only after this.
  await hearer(db, actor, { action, entityId, label, ...changed })
  await db
    .insertInto('auditEntry')
    .values({
      companyId: actor.companyId,
      actorId: actor.userId,
      actorName: actor.name,
      action,
      entity: action.split('.')[0] as string,
      entityId,
      entityLabel: label,
      before: changed.before && toJsonb(changed.before),
      after: changed.after && toJsonb(changed.after),
      address: actor.address,
      device: actor.device,
    })
    .execute()
}

export function differing(before: object | null, after: object | null) {
  if (!before || !after) return { before, after }
  const [from, to] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]),
  )
  const pick = (values: Record<string, unknown>) =>
    Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))
  return { before: pick(from), after: pick(to) }
}
