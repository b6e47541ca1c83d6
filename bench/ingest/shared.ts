import type { Account, PayPal } from './world.ts'

export type SenderInput = {
  port: number
  paypal: PayPal
  accounts: Account[]
  from: number
  to: number
  connections: number
  shared: SharedArrayBuffer
}
/**
 * Without `perSecond` a connection sends the next event as soon as it is answered. With it each event has its time, and is late if no
 * connection is free.
 */
export type Run = { perSecond?: number; seconds: number }
export type SenderResult = { latenciesMs: Float64Array; repeated: number }

/** Places in `shared`: how many events were acknowledged, and how many may be before the worker has caught up. */
export const [acknowledgedAt, allowedAt] = [0, 1]
