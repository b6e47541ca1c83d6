import type { PayPal } from '@paydesk/paypal/client'
import { unwrap } from '@paydesk/paypal/outcome'
import { readRefusal } from '@paydesk/paypal/refusal'
import { exchange } from '@paydesk/paypal/transport'
import { NotAnswered } from './answer.ts'

export type RawAnswer = {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: what PayPal answers is the question
  json: any
  /**
   * Status, name, issues and fields of a refusal. Never its texts, which may quote what was sent.
   */
  words: string
}
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Raw = (
  method: Method,
  path: string,
  options?: { body?: object; headers?: Record<string, string> },
) => Promise<RawAnswer>

/**
 * Calls that the product's client does not offer on purpose: one id for two payloads, headers to be
 * looked at, checkout orders.
 */
export const rawCalls =
  (paypal: PayPal, secrets: Set<string>): Raw =>
  async (method, path, { body, headers = {} } = {}) => {
    const { accessToken } = unwrap(await paypal.token())
    secrets.add(accessToken)
    const result = await exchange(
      {
        method,
        url: `${paypal.baseUrl}${path}`,
        headers: {
          authorization: `Bearer ${accessToken}`,
          accept: 'application/json',
          'content-type': 'application/json',
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      },
      { timeoutMs: 30_000 },
    )
    if (result.kind !== 'answered')
      throw new NotAnswered(`PayPal did not answer ${method} ${path.split('?')[0]}`)
    const { answer } = result
    const json = parse(answer.body)
    return {
      status: answer.status,
      headers: answer.headers,
      json,
      words: wordsOf(answer.status, json),
    }
  }

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function wordsOf(status: number, json: unknown): string {
  if (status < 400) return String(status)
  return refusalWords(readRefusal(status, json, {}, 'look'))
}

export const refusalWords = ({
  status,
  name,
  issues,
}: {
  status?: number
  name: string
  issues: { issue: string; field?: string }[]
}) =>
  [status, name, ...issues.map(({ issue, field }) => (field ? `${issue} (${field})` : issue))]
    .filter(Boolean)
    .join(' ')
