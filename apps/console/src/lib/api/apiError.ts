import type { Failure } from '@paydesk/contract/lib/envelope'

/** What went wrong with a call: the three ways that spec §8 distinguishes, and the rest. */
export type Problem =
  | { kind: 'business'; failure: Failure; status: number; retryAfterMs?: number }
  | { kind: 'status'; status: number }
  | { kind: 'noResponse' }
  | { kind: 'other' }

export class ApiError extends Error {
  override name = 'ApiError'
  readonly problem: Problem

  constructor(problem: Problem, cause?: unknown) {
    super(problem.kind === 'business' ? problem.failure.errorMessage : problem.kind, { cause })
    this.problem = problem
  }

  get errorCode() {
    return this.problem.kind === 'business' ? this.problem.failure.errorCode : undefined
  }

  /** The data of a refusal: the record as it is now, or the fields that are wrong. */
  get data(): unknown {
    return this.problem.kind === 'business' ? this.problem.failure.data : undefined
  }

  /** When the service wants to be asked again, if it said so. */
  get retryAfterMs(): number | undefined {
    return this.problem.kind === 'business' ? this.problem.retryAfterMs : undefined
  }

  /**
   * Whether it was refused before anybody looked at what was asked, and whether it had
   * been done before.
   */
  get isTurnedAway() {
    return this.problem.kind === 'business' && [401, 403, 429].includes(this.problem.status)
  }

  /** Whether the service decided. If not, it may or may not have done what was asked. */
  get isAnswer() {
    return this.problem.kind === 'business' && this.problem.status < 500
  }
}
