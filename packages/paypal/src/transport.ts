import { type Dispatcher, request } from 'undici'

export interface WireRequest {
  method: Dispatcher.HttpMethod
  url: string
  headers: Record<string, string>
  body?: string | Buffer
}

export interface WireAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/**
 * How far a request got matters more than why it failed: before a connection, nothing
 * can have happened.
 */
export type WireResult =
  | { kind: 'answered'; answer: WireAnswer }
  | { kind: 'notSent'; message: string }
  | { kind: 'lost'; reason: 'timeout' | 'dropped'; message: string }

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])
const timedOut = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_ABORTED',
  'ETIMEDOUT',
])

const maxAnswerBytes = 32 * 1024 * 1024

async function readBody(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += (chunk as Buffer).length
    if (size > maxBytes) throw new RangeError(`the answer is larger than ${maxBytes} bytes`)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

function codeOf(error: unknown): string {
  let at: unknown = error
  while (at instanceof Error) {
    if ('code' in at && typeof at.code === 'string') return at.code
    at = at.cause
  }
  return ''
}

/**
 * One request, one attempt. Redirects are never followed: an answer that sends us
 * elsewhere is an answer.
 */
export async function exchange(
  wire: WireRequest,
  options: { timeoutMs: number; dispatcher?: Dispatcher; maxBytes?: number },
): Promise<WireResult> {
  const signal = AbortSignal.timeout(options.timeoutMs)
  try {
    const response = await request(wire.url, {
      method: wire.method,
      // The simulator knows by it that a request is ours and must be valid.
      headers: { ...wire.headers, 'user-agent': 'paydesk-paypal/1' },
      signal,
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
      ...(wire.body === undefined ? {} : { body: wire.body }),
      ...(options.dispatcher ? { dispatcher: options.dispatcher } : {}),
    })
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(response.headers))
      if (value !== undefined)
        headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
    return {
      kind: 'answered',
      answer: {
        status: response.statusCode,
        headers,
        body: await readBody(response.body, options.maxBytes ?? maxAnswerBytes),
      },
    }
  } catch (error) {
    const code = codeOf(error)
    const message = error instanceof Error ? error.message : String(error)
    if (neverConnected.has(code)) return { kind: 'notSent', message: `${code}: ${message}` }
    if (signal.aborted || timedOut.has(code)) return { kind: 'lost', reason: 'timeout', message }
    return { kind: 'lost', reason: 'dropped', message: code ? `${code}: ${message}` : message }
  }
}
