import { type ErrorName, type ErrorParams, errorCatalogue } from '@paydesk/contract/lib/errors'
import type { Id } from '@paydesk/contract/lib/id'

/**
 * An expected "no": it has a status, a stable code and a text for people. Anything else thrown is a
 * bug and answers 500.
 */
export class Refusal extends Error {
  readonly code: ErrorName
  readonly params: ErrorParams
  readonly data: unknown
  /**
   * Whom the refused attempt was aimed at, for the log of security events. It is never
   * part of the answer.
   */
  aimedAt: AimedAt = {}
  constructor(code: ErrorName, params: ErrorParams = {}, data: unknown = null) {
    super(code)
    this.code = code
    this.params = params
    this.data = data
  }
  get status() {
    return errorCatalogue[this.code].status
  }
}

export type AimedAt = {
  companyId?: Id<'company'>
  userId?: Id<'user'>
  over?: 'person' | 'address'
}

/** Says of every refusal of the work at whom it was aimed. */
export async function aimedAt<T>({ companyId, userId }: AimedAt, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) Object.assign(error.aimedAt, { companyId, userId })
    throw error
  }
}

export const refuse = (code: ErrorName, params?: ErrorParams, data?: unknown) =>
  new Refusal(code, params, data)

/** A value that the spec lets callers send in the body or in the query. */
export function eitherOf<T>(name: string, ...given: (T | undefined)[]): T {
  const value = given.find((one) => one !== undefined)
  if (value === undefined)
    throw refuse('request.invalid', { detail: name }, { issues: [{ path: name, message: name }] })
  return value
}

/**
 * Refuses an edit that began from another version than the current one. The refusal carries the
 * record as it is now.
 */
export function assertFresh<T extends { version: number }>(
  current: T,
  version: number | undefined,
): void {
  if (version !== undefined && current.version !== version)
    throw refuse('conflict.stale', {}, current)
}

/**
 * Turns the violation of one unique index into a refusal; only the index can tell without a race.
 */
export async function unlessTaken<T>(
  index: string,
  refusal: Refusal,
  write: Promise<T>,
): Promise<T> {
  try {
    return await write
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    throw code === '23505' && constraint === index ? refusal : error
  }
}
