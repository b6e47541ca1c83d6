import type { Dispatcher } from 'undici'
import type { z } from 'zod'
import { type Allowance, notAllowed } from './allowance.ts'
import { baseUrlOf, type Environment } from './environment.ts'
import type { Multipart } from './multipart.ts'
import {
  type CallKind,
  kindOf,
  type Operation,
  type OperationName,
  operations,
} from './operation.ts'
import type { Outcome, Refusal } from './outcome.ts'
import { isDeadToken, readRefusal } from './refusal.ts'
import { type Token, TokenSource } from './token.ts'
import { exchange, type WireAnswer, type WireRequest } from './transport.ts'

export interface AccountOptions {
  environment: Environment
  clientId: string
  secret: string
  /** The process was started for production. Without it a live account cannot be used. */
  production: boolean
  timeoutMs?: number
  /** How many times a read is repeated after an unclear answer. Nothing else is ever repeated. */
  readRepeats?: number
  dispatcher?: Dispatcher
  /**
   * Asked before each attempt. Without it calls leave at once: for tools that talk to a simulator.
   */
  allowance?: Allowance
  onCall?: (call: CallRecord) => void
  monotonicMs?: () => number
}

/** One line for the log. It carries no body and no header, so no secret and no customer data. */
export interface CallRecord {
  operation: OperationName
  outcome: Outcome<unknown>['outcome']
  attempts: number
  durationMs: number
  refusedBy?: Refusal['by']
  status?: number
  name?: string
  debugId?: string
}

export interface CallInput<T> {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  /** Already-encoded JSON, where re-encoding would change bytes that are signed. */
  rawBody?: string
  form?: Multipart
  requestId?: string
  prefer?: 'minimal' | 'representation'
  /** Reads the answer; without it the answer's body is ignored. */
  reply?: z.ZodType<T>
  /** For the one answer that is not JSON: the QR code. */
  read?: (answer: WireAnswer) => T
}

export type Call = <T = undefined>(name: OperationName, input?: CallInput<T>) => Promise<Outcome<T>>

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export class Caller {
  readonly baseUrl: string
  readonly #options: AccountOptions
  readonly #tokens: TokenSource

  constructor(options: AccountOptions) {
    this.#options = options
    this.baseUrl = baseUrlOf(options.environment, options)
    this.#tokens = new TokenSource({
      baseUrl: this.baseUrl,
      clientId: options.clientId,
      secret: options.secret,
      timeoutMs: this.#timeoutMs,
      ...(options.dispatcher ? { dispatcher: options.dispatcher } : {}),
      ...(options.allowance ? { allowance: options.allowance } : {}),
      ...(options.monotonicMs ? { monotonicMs: options.monotonicMs } : {}),
    })
  }

  get #timeoutMs() {
    return this.#options.timeoutMs ?? 30_000
  }

  /**
   * The scopes tell which features the app has; a feature that is ticked later appears only in a
   * new token (paypal §1).
   */
  async token(options: { fresh?: boolean } = {}): Promise<Outcome<Token>> {
    const result = await (options.fresh ? this.#tokens.renew() : this.#tokens.get())
    return result.ok
      ? { outcome: 'done', value: result.token, status: 200 }
      : { outcome: 'refused', refusal: result.refusal }
  }

  call: Call = async <T = undefined>(
    name: OperationName,
    input: CallInput<T> = {},
  ): Promise<Outcome<T>> => {
    const operation: Operation = operations[name]
    const startedAt = performance.now()
    const allowed = operation.effect === 'read' ? (this.#options.readRepeats ?? 1) : 0
    let attempts = 0
    let outcome: Outcome<T>
    for (;;) {
      attempts += 1
      outcome = await this.#attempt(operation, input)
      if (outcome.outcome !== 'unknown' || attempts > allowed) break
      await pause(100 * attempts)
    }
    this.#report(name, outcome, attempts, performance.now() - startedAt)
    return outcome
  }

  async #attempt<T>(operation: Operation, input: CallInput<T>): Promise<Outcome<T>> {
    for (let renewed = false; ; renewed = true) {
      const held = await this.#tokens.get()
      if (!held.ok) return { outcome: 'refused', refusal: held.refusal }
      const outcome = await this.#send(operation, input, held.token.accessToken)
      if (renewed || outcome.outcome !== 'refused' || !isDeadToken(outcome.refusal)) return outcome
      this.#tokens.drop(held.token.accessToken)
    }
  }

  async #send<T>(
    operation: Operation,
    input: CallInput<T>,
    accessToken: string,
  ): Promise<Outcome<T>> {
    const wire = writeRequest(this.baseUrl, operation, input, accessToken)
    const { dispatcher, allowance } = this.#options
    const kind = kindOf(operation)
    const turn = await allowance?.ask(kind)
    if (turn && !turn.allowed) return { outcome: 'refused', refusal: notAllowed(turn.retryAfterMs) }
    const result = await exchange(wire, {
      timeoutMs: this.#timeoutMs,
      ...(dispatcher ? { dispatcher } : {}),
    })
    if (result.kind === 'notSent')
      return {
        outcome: 'refused',
        refusal: { by: 'network', name: 'NOT_SENT', message: result.message, issues: [] },
      }
    if (result.kind === 'lost')
      return { outcome: 'unknown', reason: result.reason, message: result.message }
    const outcome = readAnswer(result.answer, input, kind)
    // Told before anyone acts on the answer, so that no caller can forget it.
    if (outcome.outcome === 'refused' && outcome.refusal.retryAfterMs !== undefined)
      await allowance?.hold(kind, outcome.refusal.retryAfterMs)
    return outcome
  }

  #report(
    operation: OperationName,
    outcome: Outcome<unknown>,
    attempts: number,
    durationMs: number,
  ) {
    if (!this.#options.onCall) return
    const record: CallRecord = { operation, outcome: outcome.outcome, attempts, durationMs }
    const { status, debugId } = outcome.outcome === 'refused' ? outcome.refusal : outcome
    if (status !== undefined) record.status = status
    if (debugId !== undefined) record.debugId = debugId
    if (outcome.outcome === 'refused') {
      record.refusedBy = outcome.refusal.by
      record.name = outcome.refusal.issues[0]?.issue ?? outcome.refusal.name
    }
    this.#options.onCall(record)
  }
}

function writeRequest<T>(
  baseUrl: string,
  operation: Operation,
  input: CallInput<T>,
  accessToken: string,
): WireRequest {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = input.params?.[key]
    // An empty segment would address the collection instead of the resource.
    if (!value || value === '.' || value === '..')
      throw new TypeError(`${operation.path} needs ${key}`)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) query.set(key, String(value))
  const headers: Record<string, string> = {
    authorization: `Bearer ${accessToken}`,
    accept: 'application/json',
  }
  if (input.requestId) headers['paypal-request-id'] = input.requestId
  if (input.prefer) headers.prefer = `return=${input.prefer}`
  const wire: WireRequest = {
    method: operation.method,
    url: `${baseUrl}${path}${query.size ? `?${query}` : ''}`,
    headers,
  }
  if (input.form) {
    headers['content-type'] = input.form.contentType
    wire.body = input.form.bytes
  } else if (operation.method !== 'GET' && operation.method !== 'DELETE') {
    // PayPal answers 415 to a POST without this header even when the body is empty (paypal §2.2).
    headers['content-type'] = 'application/json'
    if (input.rawBody !== undefined) wire.body = input.rawBody
    else if (input.body !== undefined) wire.body = JSON.stringify(input.body)
  }
  return wire
}

function readAnswer<T>(answer: WireAnswer, input: CallInput<T>, kind: CallKind): Outcome<T> {
  const { status, headers, body } = answer
  const debugId = headers['paypal-debug-id']
  const seen = debugId ? { debugId } : {}
  let json: unknown
  try {
    json = body.length ? JSON.parse(body.toString('utf8')) : undefined
  } catch {
    json = undefined
  }
  if (status >= 200 && status < 300) {
    try {
      const value = input.read
        ? input.read(answer)
        : input.reply
          ? input.reply.parse(json)
          : (undefined as T)
      return { outcome: 'done', value, status, ...seen }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { outcome: 'unknown', reason: 'unreadable', message, status, ...seen }
    }
  }
  if (status >= 500 || status < 400 || status === 408)
    return {
      outcome: 'unknown',
      reason: 'serverError',
      message: `PayPal answered ${status}`,
      status,
      ...seen,
    }
  const refusal = readRefusal(
    status,
    json,
    { ...seen, ...(headers['retry-after'] ? { retryAfter: headers['retry-after'] } : {}) },
    kind,
  )
  // Our own earlier attempt with this id is still running, so its outcome is not known yet.
  if (status === 409 && refusal.issues.some((i) => i.issue === 'PREVIOUS_REQUEST_IN_PROGRESS'))
    return { outcome: 'unknown', reason: 'inProgress', message: refusal.message, status, ...seen }
  return { outcome: 'refused', refusal }
}
