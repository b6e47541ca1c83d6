import { authenticate, issueToken } from '../account/token.ts'
import { denied, invalid, Refused, tooMany } from '../http/refusal.ts'
import type { Context, Reply, Route, Router } from '../http/route.ts'
import { countReportingCall } from '../reporting/perMinute.ts'
import type { FaultRule, RequestFault } from '../world/fault.ts'
import type { World } from '../world/world.ts'
import { remember, replay, requestKey } from './requestId.ts'

export interface SimRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: Buffer
}

export interface SimAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** The connection is cut instead of answering. */
  drop?: boolean
  delayMs?: number
  /** Answer only when these events were delivered (F8). */
  afterEvents?: string[]
  /** Held as "in progress" until the answer has left. */
  inFlightKey?: string
  operation?: string
  route?: Route
}

/**
 * One request from bytes to bytes, synchronously: nothing else runs in between, so a handler needs
 * no locks and a request is either wholly in the books or not at all. Time, sockets and the disk
 * are the server's business.
 */
export function dispatch(world: World, router: Router, request: SimRequest): SimAnswer {
  const debugId = world.id.debug()
  if (request.path === '/v1/oauth2/token' && request.method === 'POST')
    return answerToken(world, request, debugId)
  const found = router.find(request.method, request.path)
  if (!found)
    return write(world, debugId, new Refused('RESOURCE_NOT_FOUND', [{ issue: 'INVALID_URI' }]))
  const { route } = found
  let faults: FaultRule[] = []
  let accountId = ''
  try {
    const isReporting = route.path.startsWith('/v1/reporting/')
    if (isReporting) countReportingCall(world, request.headers)
    const { token, app, account } = authenticate(world, request.headers)
    accountId = account.id
    refuseBanned(world, account.id)
    faults = world.faults.forRequest(account.id, route.operation, request.body)
    const early = answerBefore(world, account.id, faults, debugId)
    if (early) return { ...early, operation: route.operation, route }
    if (!route.scopes.some((wanted) => token.scopes.includes(wanted))) throw denied()
    if (isReporting && (app.reportingFrom ?? 0) > world.clock.now()) throw denied()
    refuseLimited(account.state, route)
    const context: Context = {
      world,
      account,
      app,
      params: found.params,
      query: request.query,
      headers: request.headers,
      body: undefined,
      raw: request.body,
      representation: /return=representation/.test(request.headers.prefer ?? ''),
      now: world.clock.now(),
      faults,
    }
    context.body = readBody(route, context)
    refuseMocked(route, context)
    return finish(route, context, debugId)
  } catch (error) {
    // A fault can make something happen before the refusal (the buyer paid first); that is
    // recorded, because it did happen.
    world.record({ by: 'buyer', accountId, operation: route.operation })
    world.emitted = []
    if (error instanceof Refused)
      return {
        ...write(world, debugId, error),
        ...timing(faults),
        operation: route.operation,
        route,
      }
    throw error
  }
}

function finish(route: Route, context: Context, debugId: string): SimAnswer {
  const { world, faults } = context
  const key = requestKey(route, context)
  const reply = (key && replay(route, context, key)) || run(route, context, key)
  const emitted = world.emitted
  world.emitted = []
  const has = (kind: RequestFault) => faults.some((fault) => fault.kind === kind)
  const unanswered = has('dropAfter') || has('errorAfter') || has('htmlAfter')
  world.record({
    by: 'api',
    accountId: context.account.id,
    operation: route.operation,
    status: reply.status,
    ...(context.headers['paypal-request-id']
      ? { requestId: context.headers['paypal-request-id'] }
      : {}),
    ...(unanswered ? { unanswered } : {}),
  })
  const answer = {
    ...write(world, debugId, reply),
    ...timing(faults),
    operation: route.operation,
    route,
  }
  if (has('dropAfter')) return { ...answer, drop: true }
  if (has('htmlAfter')) return { ...html(debugId), operation: route.operation, route }
  const failure = faults.find((fault) => fault.kind === 'errorAfter')
  if (failure)
    return { ...serverError(world, debugId, failure.status), operation: route.operation, route }
  if (has('webhookFirst')) answer.afterEvents = emitted
  if (key && answer.delayMs) {
    world.inFlight.add(key)
    answer.inFlightKey = key
  }
  return answer
}

function run(route: Route, context: Context, key: string | undefined): Reply {
  const reply = route.handle(context)
  if (key && reply.resourceId) remember(route, context, key, reply.resourceId)
  return reply
}

function answerToken(world: World, request: SimRequest, debugId: string): SimAnswer {
  try {
    const { appId, answer } = issueToken(world, request.headers, request.body)
    const account = world.apps.get(appId)?.accountId ?? ''
    refuseBanned(world, account)
    const faults = world.faults.forRequest(account, 'token', request.body)
    const early = answerBefore(world, account, faults, debugId)
    return {
      ...(early ?? write(world, debugId, { status: 200, body: answer })),
      ...timing(faults),
      operation: 'token',
    }
  } catch (error) {
    if (error instanceof Refused) return { ...write(world, debugId, error), operation: 'token' }
    throw error
  }
}

function answerBefore(
  world: World,
  accountId: string,
  faults: FaultRule[],
  debugId: string,
): SimAnswer | undefined {
  for (const fault of faults) {
    if (fault.kind === 'dropBefore')
      return { status: 0, headers: {}, body: Buffer.alloc(0), drop: true }
    if (fault.kind === 'htmlBefore') return html(debugId)
    if (fault.kind === 'errorBefore') return serverError(world, debugId, fault.status)
    if (fault.kind === 'ban') {
      world.bans.set(accountId, world.clock.now() + fault.ms)
      return write(world, debugId, banned(world, fault.ms))
    }
    if (fault.kind === 'rateLimit') return write(world, debugId, tooMany(fault.ms))
  }
  return undefined
}

const banned = (world: World, ms: number) => tooMany(world.config.retryAfter === 'present' ? ms : 0)

function refuseBanned(world: World, accountId: string): void {
  const until = world.bans.get(accountId)
  if (until === undefined) return
  if (until > world.clock.now()) throw banned(world, until - world.clock.now())
  world.bans.delete(accountId)
}

function refuseLimited(state: string, route: Route): void {
  if (state === 'invalid')
    throw new Refused('AUTHENTICATION_FAILURE', [{ issue: 'INVALID_ACCOUNT_STATUS' }])
  if (!route.money || state === 'active') return
  throw new Refused('UNPROCESSABLE_ENTITY', [
    { issue: state === 'closed' ? 'PAYEE_ACCOUNT_LOCKED_OR_CLOSED' : 'PAYEE_ACCOUNT_RESTRICTED' },
  ])
}

/**
 * The sandbox's own negative testing: a header names the issue to answer with. It works for orders
 * and payments only.
 */
function refuseMocked(route: Route, context: Context): void {
  const header = context.headers['paypal-mock-response']
  if (!header || !/^\/v2\/(payments|checkout)/.test(route.path)) return
  const code = /"mock_application_codes"\s*:\s*"(\w+)"/.exec(header)?.[1]
  if (!code) return
  if (code === 'INTERNAL_SERVER_ERROR') throw new Refused('INTERNAL_SERVER_ERROR')
  if (code === 'PERMISSION_DENIED') throw denied()
  throw new Refused('UNPROCESSABLE_ENTITY', [{ issue: code }])
}

function readBody(route: Route, context: Context): unknown {
  const media =
    route.media ??
    (context.raw.length || ['POST', 'PUT', 'PATCH'].includes(route.method) ? 'json' : 'none')
  if (media === 'none') return undefined
  const type = context.headers['content-type'] ?? ''
  const multipart = /^multipart\/(form-data|related|mixed)/.test(type)
  if (multipart && media !== 'json') return readMultipart(context.raw, type)
  if (media === 'multipart' || !/^application\/json\b/.test(type))
    throw new Refused('UNSUPPORTED_MEDIA_TYPE')
  if (context.raw.length === 0) return undefined
  try {
    return JSON.parse(context.raw.toString('utf8'))
  } catch {
    throw invalid('MALFORMED_REQUEST_JSON')
  }
}

/** Only the JSON part is read; files are accepted and counted. */
function readMultipart(raw: Buffer, type: string): unknown {
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1]
  if (!boundary) throw new Refused('UNSUPPORTED_MEDIA_TYPE')
  const parts = raw.toString('latin1').split(`--${boundary}`).slice(1, -1)
  const json = parts.find(
    (part) => /content-type:\s*application\/json/i.test(part) || /name="input"/.test(part),
  )
  const body = json?.slice(json.indexOf('\r\n\r\n') + 4).replace(/\r\n$/, '') ?? '{}'
  try {
    const input = JSON.parse(Buffer.from(body, 'latin1').toString('utf8'))
    return { ...input, files: parts.length - (json ? 1 : 0) }
  } catch {
    throw invalid('MALFORMED_REQUEST_JSON')
  }
}

const timing = (faults: FaultRule[]) => {
  const slow = faults.find((fault) => fault.kind === 'slow')
  return slow ? { delayMs: slow.ms } : {}
}

function write(world: World, debugId: string, reply: Reply | Refused): SimAnswer {
  const headers: Record<string, string> = {
    'paypal-debug-id': debugId,
    'cache-control': 'max-age=0, no-cache, no-store, must-revalidate',
    ...(reply instanceof Refused ? reply.headers : {}),
  }
  if (!(reply instanceof Refused) && reply.raw) {
    headers['content-type'] = reply.raw.type
    return { status: reply.status, headers, body: reply.raw.bytes }
  }
  if (reply.body === undefined) return { status: reply.status, headers, body: Buffer.alloc(0) }
  headers['content-type'] = 'application/json'
  const isEnvelope = reply instanceof Refused && 'name' in reply.body
  const body = isEnvelope ? { ...reply.body, debug_id: debugId } : reply.body
  return {
    status: reply.status,
    headers,
    body: Buffer.from(JSON.stringify(withNoise(world, body))),
  }
}

/**
 * PayPal adds fields whenever it likes; a client that breaks on this one would break on
 * the next real one.
 */
function withNoise(world: World, body: unknown): unknown {
  if (!world.config.noise || typeof body !== 'object' || body === null || Array.isArray(body))
    return body
  return {
    ...body,
    [`x_future_${world.random.text('abcdefgh', 4)}`]:
      world.random.fraction() < 0.5 ? null : { since: '2.99' },
  }
}

function serverError(world: World, debugId: string, status: number): SimAnswer {
  return {
    ...write(
      world,
      debugId,
      new Refused(status === 503 ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR'),
    ),
    status,
  }
}

const html = (debugId: string): SimAnswer => ({
  status: 502,
  headers: { 'content-type': 'text/html', 'paypal-debug-id': debugId },
  body: Buffer.from(
    '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
  ),
})
