import { z } from 'zod'
import type { Id } from './id.ts'

export const changeEntities = [
  'bill',
  'customer',
  'paypalAccount',
  'event',
  'operation',
  'transaction',
  'coverage',
  'refund',
  'dispute',
  'notice',
  'rule',
] as const
type ChangeEntity = (typeof changeEntities)[number]

/**
 * Something that the reader may see has changed: the screen asks for it again, with the reader's
 * own permissions.
 */
export const Change = z.object({ entity: z.enum(changeEntities), id: z.string() })
export type Change = z.infer<typeof Change>

/**
 * Whose id goes with a change, where it is not the record's own: a person's notices, and how far an
 * account was read.
 */
type Others = { notice: 'user'; coverage: 'paypalAccount' }
/** A change with the id of the very record. PayPal names its own events. */
export type ChangeOf = {
  [E in ChangeEntity]: {
    entity: E
    id: E extends 'event' ? string : Id<E extends keyof Others ? Others[E] : E>
  }
}[ChangeEntity]
