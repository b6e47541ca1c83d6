import type { Account } from '../../world/manyCompanies.ts'
import type { Pattern } from './pattern.ts'
import type { Lot } from './payments.ts'

export type SenderInput = {
  port: number
  pattern: Pattern
  accounts: Account[]
  lot: Lot
  part: { of: number; index: number }
  connections: number
  shared: SharedArrayBuffer
}
/**
 * Without `perSecond` a connection sends the next event as soon as it is answered. With it each
 * event has its time, and is late if no connection is free.
 */
export type Run = { perSecond?: number | undefined }
export type SenderResult = { latenciesMs: Float64Array; repeated: number }

/**
 * Places in `shared`, which all threads count in: events acknowledged, events under way, and how
 * many may be sent in all by now.
 */
export const [acknowledgedAt, openAt, allowedAt] = [0, 1, 2]
