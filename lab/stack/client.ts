import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'

export type Answer<T> = {
  status: number
  data: T
  errorCode: string | number | null
  errorMessage: string | null
}

type SignedIn = { token?: string; secondFactor: { challenge: string } }

/**
 * Calls the API as a browser would: after a lost connection it repeats the call with the same key,
 * because the work may have been done.
 */
export class Client {
  private readonly base: string
  private token = ''
  private secret = ''
  repeated = 0
  constructor(base: string) {
    this.base = base
  }

  async signIn(username: string, password: string): Promise<string> {
    const { data } = await this.call<SignedIn>('POST', '/api/login/account', {
      username,
      password,
      remember: true,
    })
    this.token = data.token ?? (await this.showFactor(data.secondFactor.challenge))
    return this.token
  }

  /**
   * Who may refund or administer sets up a second factor at the first sign-in, and so do we.
   * Later ones use it.
   */
  private async showFactor(challenge: string): Promise<string> {
    this.secret ||= (
      await this.call<{ secret: string }>('POST', '/api/login/secondFactor/begin', { challenge })
    ).data.secret
    const code = new TOTP({ secret: Secret.fromBase32(this.secret) }).generate()
    return (
      await this.call<{ token: string }>('POST', '/api/login/secondFactor', { challenge, code })
    ).data.token
  }

  async call<T>(method: string, path: string, body?: object): Promise<Answer<T>> {
    const key = randomUUID()
    for (let attempt = 0; ; attempt++) {
      try {
        const response = await fetch(this.base + path, {
          method,
          headers: {
            authorization: this.token,
            ...(body && { 'content-type': 'application/json' }),
            ...(method !== 'GET' && !path.startsWith('/api/login/') && { 'idempotency-key': key }),
          },
          ...(body && { body: JSON.stringify(body) }),
        })
        const envelope = (await response.json()) as {
          data: T
          errorCode: string | null
          errorMessage: string | null
        }
        if (response.status < 500) return { status: response.status, ...envelope }
      } catch (error) {
        if (attempt >= 30) throw error
      }
      this.repeated++
      await sleep(200)
    }
  }
}

/** Random numbers from 0 to 1; the same seed gives the same run. */
export function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Works through the items in order, `width` at a time. */
export async function pooled<T>(
  items: T[],
  width: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let index = next++; index < items.length; index = next++)
        await work(items[index] as T, index)
    }),
  )
}
