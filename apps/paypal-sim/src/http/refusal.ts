/**
 * PayPal's error envelope. The messages are fixed: they are enum values in PayPal's
 * schemas (paypal §2.1).
 */
const named = {
  INVALID_REQUEST: [
    400,
    'Request is not well-formed, syntactically incorrect, or violates schema.',
  ],
  AUTHENTICATION_FAILURE: [
    401,
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  NOT_AUTHORIZED: [403, 'Authorization failed due to insufficient permissions.'],
  RESOURCE_NOT_FOUND: [404, 'The specified resource does not exist.'],
  RESOURCE_CONFLICT: [409, 'The server has detected a conflict while processing this request.'],
  UNSUPPORTED_MEDIA_TYPE: [415, "The server does not support the request payload's media type."],
  UNPROCESSABLE_ENTITY: [
    422,
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  RATE_LIMIT_REACHED: [429, 'Too many requests. Blocked due to rate limiting.'],
  INTERNAL_SERVER_ERROR: [500, 'An internal server error occurred.'],
  SERVICE_UNAVAILABLE: [503, 'Service Unavailable.'],
  RESULTSET_TOO_LARGE: [
    400,
    'Result set size is greater than the maximum limit. Change the filter criteria and try again.',
  ],
  VALIDATION_ERROR: [400, 'Invalid data provided.'],
} as const
export type ErrorName = keyof typeof named

export interface Issue {
  issue: string
  field?: string
  value?: string
  location?: 'body' | 'path' | 'query'
}

/** Thrown by a handler before it has changed anything. */
export class Refused extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    name: ErrorName | { oauth: string; status: number; text: string },
    issues: Issue[] = [],
    extra: Record<string, unknown> = {},
    otherStatus?: number,
  ) {
    super(typeof name === 'string' ? `${name} ${issues.map((i) => i.issue).join(' ')}` : name.oauth)
    this.headers = {}
    if (typeof name !== 'string') {
      this.status = name.status
      this.body = { error: name.oauth, error_description: name.text }
      return
    }
    const [status, message] = named[name]
    this.status = otherStatus ?? status
    // No `description`: PayPal's texts are enums in its schemas and may change;
    // programs read `issue`.
    this.body = {
      name,
      message,
      ...(issues.length || status < 429 ? { details: issues } : {}),
      links: [],
      ...extra,
    }
  }
}

/** PayPal's words for a caller that calls too often. A wait of 0 is not told (paypal §2.2). */
export function tooMany(retryAfterMs: number): Refused {
  const refused = new Refused('RATE_LIMIT_REACHED')
  if (retryAfterMs > 0) refused.headers['retry-after'] = String(Math.ceil(retryAfterMs / 1000))
  return refused
}

export const unprocessable = (issue: string, field?: string) =>
  new Refused('UNPROCESSABLE_ENTITY', [{ issue, ...(field ? { field } : {}) }])
export const notFound = (issue = 'INVALID_RESOURCE_ID') =>
  new Refused('RESOURCE_NOT_FOUND', [{ issue, location: 'path' }])
export const denied = (issue = 'PERMISSION_DENIED') => new Refused('NOT_AUTHORIZED', [{ issue }])
export const invalid = (
  issue: string,
  field?: string,
  value?: string,
  location: Issue['location'] = 'body',
) =>
  new Refused('INVALID_REQUEST', [
    { issue, location, ...(field ? { field } : {}), ...(value ? { value } : {}) },
  ])
