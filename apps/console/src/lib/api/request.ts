import type { Endpoint } from '@paydesk/contract/lib/endpoint'
import type { Envelope } from '@paydesk/contract/lib/envelope'
import { ApiError } from './apiError.ts'
import { retryAfterMs } from './busy.ts'
import { deviceHeader } from './device.ts'

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/**
 * `/api/x/:id` with its parameters filled in and the query appended; undefined and empty
 * values are left out.
 */
export function urlOf(
  { path }: Pick<Endpoint, 'path'>,
  { params = {}, query = {} }: Parts,
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    if (params[name] === undefined) throw new TypeError(`${path} needs ${name}`)
    return encodeURIComponent(String(params[name]))
  })
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') search.append(key, String(one))
  return search.size > 0 ? `${filled}?${search}` : filled
}

export function requestOf(
  endpoint: Endpoint,
  parts: Parts,
  token: string,
  language: string,
): [url: string, init: RequestInit] {
  const headers: Record<string, string> = {
    Authorization: token,
    'Accept-Language': language,
    Accept: 'application/json',
    ...deviceHeader(endpoint.path),
  }
  if (parts.body === undefined)
    return [urlOf(endpoint, parts), { method: endpoint.method, headers }]
  // A file is sent unchanged; the API looks at its bytes and not at this type.
  if (parts.body instanceof Blob) {
    headers['Content-Type'] = parts.body.type || 'application/octet-stream'
    return [urlOf(endpoint, parts), { method: endpoint.method, headers, body: parts.body }]
  }
  headers['Content-Type'] = 'application/json'
  return [
    urlOf(endpoint, parts),
    { method: endpoint.method, headers, body: JSON.stringify(parts.body) },
  ]
}

/**
 * Reads the envelope first; the HTTP status counts only if there is no envelope (a
 * proxy's error page).
 */
export async function dataOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => undefined)
  if (isEnvelope(body)) {
    if (body.success) return body.data
    const wait = retryAfterMs(response)
    throw new ApiError({
      kind: 'business',
      failure: body,
      status: response.status,
      ...(wait !== undefined && { retryAfterMs: wait }),
    })
  }
  throw new ApiError(response.ok ? { kind: 'other' } : { kind: 'status', status: response.status })
}

const isEnvelope = (body: unknown): body is Envelope<unknown> =>
  typeof body === 'object' &&
  body !== null &&
  'success' in body &&
  typeof body.success === 'boolean'
