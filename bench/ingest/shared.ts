import type { Account, PayPal } from './world.ts'

export type Given = {
  port: number
  paypal: PayPal
  accounts: Account[]
  from: number
  to: number
  connections: number
  shared: SharedArrayBuffer
}
/** Without a pace, a connection sends the next as soon as it is answered. Paced, each has its time, and is late if nobody is free. */
export type Run = { perSecond?: number; seconds: number }
export type Ran = { latenciesMs: Float64Array; repeated: number }

/** In `shared`: how many were acknowledged, and how many may be before whoever applies them has caught up. */
export const [acknowledgedAt, allowedAt] = [0, 1]
