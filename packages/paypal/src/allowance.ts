import type { CallKind } from './operation.ts'
import type { Refusal } from './outcome.ts'

export type Turn = { allowed: true } | { allowed: false; retryAfterMs: number }

/**
 * Who decides when a call may leave. Every attempt asks, the token's too; `ask` returns when it is
 * the call's turn.
 */
export interface Allowance {
  ask: (kind: CallKind) => Promise<Turn>
  /** PayPal answered 429: nobody whom the pause concerns is let through before it ends. */
  hold: (kind: CallKind, ms: number) => Promise<void>
}

export const notAllowed = (retryAfterMs: number): Refusal => ({
  by: 'allowance',
  name: 'NOT_SENT',
  message: 'It was not this call’s turn yet',
  issues: [],
  retryAfterMs,
})
