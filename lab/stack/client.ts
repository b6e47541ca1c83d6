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

/** Whether an API lets somebody in by this password; it may still ask for a second factor. */
export async function knows(api: string, username: string, password: string): Promise<boolean> {
  const answer = await fetch(`${api}/api/login/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, remember: false }),
  }).catch(() => undefined)
  if (!answer?.ok) return false
  const { success, data } = (await answer.json()) as {
    success: boolean
    data: Partial<SignedIn> | null
  }
  return success && Boolean(data?.secondFactor ?? data?.token)
}
