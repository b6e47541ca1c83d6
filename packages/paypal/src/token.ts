import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { type Allowance, notAllowed } from './allowance.ts'
import type { Refusal } from './outcome.ts'
import { readRefusal } from './refusal.ts'
import { exchange } from './transport.ts'

const TokenAnswer = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  scope: z.string().default(''),
  app_id: z.string().optional(),
})

export interface Token {
  accessToken: string
  scopes: string[]
  appId?: string
}

export type TokenResult = { ok: true; token: Token } | { ok: false; refusal: Refusal }

export interface TokenOptions {
  baseUrl: string
  clientId: string
  secret: string
  timeoutMs: number
  dispatcher?: Dispatcher
  allowance?: Allowance
  /**
   * Milliseconds on a clock that no one can set: expiry is relative, and hosts' clocks are wrong
   * (paypal §1, F25).
   */
  monotonicMs?: () => number
}

/** Below this much remaining life a new token is fetched while the old one still serves. */
const earlyMs = 5 * 60_000
/** Below this much the old token could die on the way, so the caller waits for the new one. */
const lateMs = 30_000
/**
 * After a failed token call nobody asks again for this long, or every waiting job would hammer
 * PayPal (429, paypal §1).
 */
const failurePauseMs = 5_000

/** One cached token per account, fetched by one caller at a time. */
export class TokenSource {
  readonly #options: TokenOptions
  readonly #now: () => number
  #held: { token: Token; expiresAt: number } | undefined
  #failed: { refusal: Refusal; until: number } | undefined
  #flight: Promise<TokenResult> | undefined

  constructor(options: TokenOptions) {
    this.#options = options
    this.#now = options.monotonicMs ?? (() => performance.now())
  }

  async get(): Promise<TokenResult> {
    const remaining = this.#held ? this.#held.expiresAt - this.#now() : 0
    if (this.#held && remaining > lateMs) {
      // The caller has a token that serves, so a failure here concerns nobody yet.
      if (remaining < earlyMs) void this.#fetch().catch(() => undefined)
      return { ok: true, token: this.#held.token }
    }
    return this.#fetch()
  }

  /**
   * A new token, whatever is left of the old one. The old one serves until the new one is there.
   */
  renew(): Promise<TokenResult> {
    return this.#fetch()
  }

  /** Only the token that failed is dropped: a slower caller must not throw away the fresh one. */
  drop(accessToken: string): void {
    if (this.#held?.token.accessToken === accessToken) this.#held = undefined
  }

  #fetch(): Promise<TokenResult> {
    if (this.#failed && this.#now() < this.#failed.until)
      return Promise.resolve({ ok: false, refusal: this.#failed.refusal })
    this.#flight ??= this.#request().finally(() => {
      this.#flight = undefined
    })
    return this.#flight
  }

  async #request(): Promise<TokenResult> {
    const { baseUrl, clientId, secret, timeoutMs, dispatcher, allowance } = this.#options
    const turn = await allowance?.ask('look')
    // Not remembered as a failure: PayPal has not been asked.
    if (turn && !turn.allowed) return { ok: false, refusal: notAllowed(turn.retryAfterMs) }
    const askedAt = this.#now()
    const result = await exchange(
      {
        method: 'POST',
        url: `${baseUrl}/v1/oauth2/token`,
        headers: {
          authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: 'grant_type=client_credentials',
      },
      { timeoutMs, ...(dispatcher ? { dispatcher } : {}) },
    )
    if (result.kind !== 'answered')
      return this.#fail({
        by: 'token',
        name: 'TOKEN_UNREACHABLE',
        message: result.message,
        issues: [],
      })
    const { status, headers, body } = result.answer
    const json = parseJson(body)
    if (status !== 200) {
      const seen: { debugId?: string; retryAfter?: string } = {}
      if (headers['paypal-debug-id']) seen.debugId = headers['paypal-debug-id']
      if (headers['retry-after']) seen.retryAfter = headers['retry-after']
      const refusal = readRefusal(status, json, seen, 'look')
      if (refusal.retryAfterMs !== undefined) await allowance?.hold('look', refusal.retryAfterMs)
      return this.#fail({ ...refusal, by: 'token' })
    }
    const parsed = TokenAnswer.safeParse(json)
    if (!parsed.success)
      return this.#fail({
        by: 'token',
        name: 'TOKEN_UNREADABLE',
        message: parsed.error.message,
        issues: [],
        status,
      })
    const token: Token = {
      accessToken: parsed.data.access_token,
      scopes: parsed.data.scope.split(' ').filter(Boolean),
    }
    if (parsed.data.app_id) token.appId = parsed.data.app_id
    // The life is counted from when we asked, not from when the answer came, so that we never count
    // longer than PayPal.
    this.#held = { token, expiresAt: askedAt + parsed.data.expires_in * 1000 }
    this.#failed = undefined
    return { ok: true, token }
  }

  #fail(refusal: Refusal): TokenResult {
    // The allowance keeps a pause that PayPal asked for, for every process.
    if (refusal.retryAfterMs !== undefined && this.#options.allowance) return { ok: false, refusal }
    this.#failed = {
      refusal,
      until: this.#now() + Math.max(failurePauseMs, refusal.retryAfterMs ?? 0),
    }
    return { ok: false, refusal }
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
