/**
 * One entry of an error's `details`. Switch on `issue`, never on `description`: PayPal may reword
 * it.
 */
export interface Issue {
  issue: string
  field?: string
  value?: string
  location?: string
  description?: string
}

/**
 * Nothing happened, and we know it. `by` says who declined: PayPal with an answer, the network
 * before the request left (no connection was made), the token call, our own policy, or our own
 * allowance of calls: it is not this call's turn yet.
 */
export interface Refusal {
  by: 'paypal' | 'network' | 'token' | 'policy' | 'allowance'
  name: string
  message: string
  issues: Issue[]
  status?: number
  debugId?: string
  /**
   * Present for 429, and when the allowance did not let the call go: how long to wait
   * before another try.
   */
  retryAfterMs?: number
  /**
   * The answer as received, for details that the envelope does not name (RESULTSET_TOO_LARGE
   * carries its limits there).
   */
  raw?: unknown
}

export type UnknownReason = 'timeout' | 'dropped' | 'serverError' | 'unreadable' | 'inProgress'

/**
 * The result of a call. `unknown` means that PayPal may or may not have done the work: look before
 * repeating, in the way the operation's `ifUnknown` says. A 5xx is unknown too, because PayPal can
 * answer one after doing the work.
 */
export type Outcome<T> =
  | { outcome: 'done'; value: T; status: number; debugId?: string }
  | { outcome: 'refused'; refusal: Refusal }
  | {
      outcome: 'unknown'
      reason: UnknownReason
      message: string
      status?: number
      debugId?: string
    }

export const hasIssue = (refusal: Refusal, ...issues: string[]) =>
  issues.includes(refusal.name) || refusal.issues.some((i) => issues.includes(i.issue))

/**
 * PayPal refuses the call in words that may mean "this was done already": a conflict, a request id
 * that was used, an invoice id that was used (paypal §2.1, §2.3). Our own earlier call may have had
 * its effect, so this is no refusal before someone has looked.
 */
export const mayMeanDone = (refusal: Refusal) =>
  refusal.by === 'paypal' &&
  (refusal.status === 409 || hasIssue(refusal, 'DUPLICATE_REQUEST_ID', 'DUPLICATE_INVOICE_ID'))

/**
 * How long to wait, if the call was not sent because it was not its turn. This says nothing about
 * PayPal or about the account.
 */
export const notAllowedMs = (outcome: Outcome<unknown>): number | undefined =>
  outcome.outcome === 'refused' && outcome.refusal.by === 'allowance'
    ? (outcome.refusal.retryAfterMs ?? 0)
    : undefined

/** For callers that cannot go on without the value, such as set-up code and tests. */
export class CallFailed extends Error {
  /**
   * Not a plain property: a log that writes errors out must not write PayPal's answer, which may
   * name a customer.
   */
  readonly #failure: Exclude<Outcome<unknown>, { outcome: 'done' }>
  constructor(failure: Exclude<Outcome<unknown>, { outcome: 'done' }>) {
    super(
      failure.outcome === 'refused'
        ? `${failure.refusal.name}: ${describe(failure.refusal)}`
        : `${failure.reason}: ${failure.message}`,
    )
    this.name = 'CallFailed'
    this.#failure = failure
  }

  get failure() {
    return this.#failure
  }
}

const describe = (refusal: Refusal) =>
  refusal.issues.map((i) => i.issue).join(', ') || refusal.message

export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.outcome === 'done') return outcome.value
  throw new CallFailed(outcome)
}
