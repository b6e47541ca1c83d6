/** One entry of an error's `details`. Switch on `issue`, never on `description`: PayPal may reword it. */
export interface Issue {
  issue: string
  field?: string
  value?: string
  location?: string
  description?: string
}

/**
 * Nothing happened, and we know it. `by` says who declined: PayPal with an answer, the network before the request
 * left (no connection was made), the token call, or our own policy.
 */
export interface Refusal {
  by: 'paypal' | 'network' | 'token' | 'policy'
  name: string
  message: string
  issues: Issue[]
  status?: number
  debugId?: string
  /** Present for 429: PayPal's own guidance is 30 s when the header is missing. */
  retryAfterMs?: number
  /** The answer as received, for details that the envelope does not name (RESULTSET_TOO_LARGE carries its limits there). */
  raw?: unknown
}

export type UnknownReason = 'timeout' | 'dropped' | 'serverError' | 'unreadable' | 'inProgress'

/**
 * The result of a call. `unknown` means that PayPal may or may not have done the work: look before repeating, in the way the
 * operation's `ifUnknown` says. A 5xx is unknown too, because PayPal can answer one after doing the work.
 */
export type Outcome<T> =
  | { outcome: 'done'; value: T; status: number; debugId?: string }
  | { outcome: 'refused'; refusal: Refusal }
  | { outcome: 'unknown'; reason: UnknownReason; message: string; status?: number; debugId?: string }

export const hasIssue = (refusal: Refusal, ...issues: string[]) =>
  issues.includes(refusal.name) || refusal.issues.some((i) => issues.includes(i.issue))

/** For callers that cannot go on without the value, such as set-up code and tests. */
export class CallFailed extends Error {
  readonly failure: Exclude<Outcome<unknown>, { outcome: 'done' }>
  constructor(failure: Exclude<Outcome<unknown>, { outcome: 'done' }>) {
    super(failure.outcome === 'refused' ? `${failure.refusal.name}: ${describe(failure.refusal)}` : `${failure.reason}: ${failure.message}`)
    this.name = 'CallFailed'
    this.failure = failure
  }
}

const describe = (refusal: Refusal) => refusal.issues.map((i) => i.issue).join(', ') || refusal.message

export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.outcome === 'done') return outcome.value
  throw new CallFailed(outcome)
}
