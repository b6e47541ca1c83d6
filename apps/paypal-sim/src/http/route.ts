import type { Account, App } from '../record/account.ts'
import type { FaultRule } from '../world/fault.ts'
import type { World } from '../world/world.ts'

export interface Context {
  world: World
  account: Account
  app: App
  params: Record<string, string>
  query: URLSearchParams
  headers: Record<string, string>
  body: unknown
  raw: Buffer
  representation: boolean
  now: number
  faults: FaultRule[]
}

export interface Reply {
  status: number
  body?: unknown
  /** An answer that is not JSON: the QR code. */
  raw?: { type: string; bytes: Buffer }
  /** The resource that a repetition with the same request id shows again. */
  resourceId?: string
}

export interface Route {
  /** The specification's operationId; also the name that fault rules use. */
  operation: string
  method: string
  path: string
  /** Any one of these is enough. */
  scopes: string[]
  /** What the request body must be; a JSON body may be empty. */
  media?: 'json' | 'multipart' | 'either' | 'none'
  /** How long a PayPal-Request-Id is remembered, and how the earlier result is shown again. */
  keyed?: {
    keepMs: number
    replay: (context: Context, resourceId: string) => Reply
    invoicing?: boolean
  }
  /** The operation moves the account's money, so it is refused while the account is limited. */
  money?: boolean
  handle: (context: Context) => Reply
}

export const ok = (body?: unknown): Reply =>
  body === undefined ? { status: 204 } : { status: 200, body }
export const created = (body: unknown, resourceId?: string): Reply => ({
  status: 201,
  body,
  ...(resourceId ? { resourceId } : {}),
})

interface Compiled {
  route: Route
  segments: string[]
}

export class Router {
  readonly #routes = new Map<string, Compiled[]>()

  constructor(routes: Route[]) {
    for (const route of routes) {
      const segments = route.path.split('/').slice(1)
      const key = `${route.method} ${segments.length}`
      this.#routes.set(key, [...(this.#routes.get(key) ?? []), { route, segments }])
    }
  }

  find(method: string, path: string): { route: Route; params: Record<string, string> } | undefined {
    const parts = path.split('/').slice(1)
    for (const { route, segments } of this.#routes.get(`${method} ${parts.length}`) ?? []) {
      const params: Record<string, string> = {}
      const fits = segments.every((segment, index) => {
        const part = parts[index] ?? ''
        if (!segment.startsWith('{')) return segment === part
        params[segment.slice(1, -1)] = safeDecode(part)
        return part !== ''
      })
      if (fits) return { route, params }
    }
    return undefined
  }
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
