import type { CallKind } from './operation.ts'
import type { Issue, Refusal } from './outcome.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function readIssue(detail: unknown): Issue[] {
  if (!isObject(detail)) return []
  const found: Issue = { issue: text(detail.issue) ?? 'UNNAMED' }
  for (const key of ['field', 'value', 'location', 'description'] as const) {
    const value = text(detail[key])
    if (value) found[key] = value
  }
  return [found]
}

/**
 * PayPal's guidance where the header is missing; on reporting, a ban of some five minutes was seen
 * instead (paypal §2.4).
 */
export const silentPauseMs = { reporting: 300_000, look: 30_000, act: 30_000 } satisfies Record<
  CallKind,
  number
>

/** Reads seconds or an HTTP date, as RFC 9110 allows. */
export function retryAfterMs(header: string | undefined, nowMs: number, kind: CallKind): number {
  const seconds = Number(header)
  if (header !== undefined && header.trim() !== '' && Number.isFinite(seconds))
    return Math.max(0, seconds * 1000)
  const date = header === undefined ? Number.NaN : Date.parse(header)
  return Number.isNaN(date) ? silentPauseMs[kind] : Math.max(0, date - nowMs)
}

/**
 * PayPal has three error shapes: the envelope, the older one with `information_link`, and OAuth's
 * on a dead token. An edge server adds a fourth, HTML or nothing. All become one Refusal.
 */
export function readRefusal(
  status: number,
  body: unknown,
  headers: { debugId?: string; retryAfter?: string },
  kind: CallKind,
): Refusal {
  const answer = isObject(body) ? body : {}
  const debugId = headers.debugId ?? text(answer.debug_id)
  const refusal: Refusal = {
    by: 'paypal',
    status,
    name: text(answer.name) ?? text(answer.error) ?? `HTTP_${status}`,
    message: text(answer.message) ?? text(answer.error_description) ?? `PayPal answered ${status}`,
    issues: Array.isArray(answer.details) ? answer.details.flatMap(readIssue) : [],
    raw: body,
  }
  if (debugId) refusal.debugId = debugId
  if (status === 429) refusal.retryAfterMs = retryAfterMs(headers.retryAfter, Date.now(), kind)
  return refusal
}

/**
 * True if PayPal refused the request because its token is dead. Nothing has happened then, so one
 * repetition is safe.
 */
export const isDeadToken = (refusal: Refusal) =>
  refusal.status === 401 &&
  (refusal.name === 'invalid_token' || refusal.name === 'AUTHENTICATION_FAILURE') &&
  !refusal.issues.some((i) => i.issue === 'INVALID_ACCOUNT_STATUS')
