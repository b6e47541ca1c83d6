import { Refused } from '../http/refusal.ts'
import { dayMs, instant } from '../world/clock.ts'
import type { World } from '../world/world.ts'

const badClient = () =>
  new Refused({ oauth: 'invalid_client', status: 401, text: 'Client Authentication failed' })

function readBasic(header: string | undefined): { clientId: string; secret: string } | undefined {
  const match = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')
  const [clientId, ...rest] = Buffer.from(match?.[1] ?? '', 'base64')
    .toString('utf8')
    .split(':')
  return clientId && rest.length ? { clientId, secret: rest.join(':') } : undefined
}

/**
 * A second request inside a token's life gets the same token with the seconds that
 * remain (paypal §1).
 */
export function issueToken(
  world: World,
  headers: Record<string, string>,
  body: Buffer,
): { appId: string; answer: unknown } {
  const basic = readBasic(headers.authorization)
  const app = basic && [...world.apps.values()].find((a) => a.clientId === basic.clientId)
  if (!app || app.secret !== basic.secret) throw badClient()
  const form = new URLSearchParams(body.toString('utf8'))
  if (form.get('grant_type') !== 'client_credentials')
    throw new Refused({
      oauth: 'unsupported_grant_type',
      status: 400,
      text: 'Grant Type is NULL or unsupported',
    })
  const now = world.clock.now()
  const scopes = app.scopes
  let token = [...world.tokens.values()].find(
    (t) => t.appId === app.id && t.expiresAt > now && t.scopes.join(' ') === scopes.join(' '),
  )
  if (!token) {
    token = {
      token: world.id.token(),
      appId: app.id,
      scopes: [...scopes],
      nonce: `${instant(now)}${world.random.text('abcdefghijklmnopqrstuvwxyzABCDEFGHIJ', 43)}`,
      issuedAt: now,
      expiresAt: now + world.config.tokenLifeSeconds * 1000,
    }
    world.tokens.put(token.token, token)
    forgetExpired(world, now)
  }
  const answer = {
    scope: token.scopes.join(' '),
    access_token: token.token,
    token_type: 'Bearer',
    app_id: app.id,
    expires_in: Math.floor((token.expiresAt - now) / 1000),
    nonce: token.nonce,
  }
  return { appId: app.id, answer }
}

function forgetExpired(world: World, now: number): void {
  for (const token of [...world.tokens.values()])
    if (token.expiresAt < now - dayMs) world.tokens.delete(token.token)
}

/**
 * After a revocation or rotation every token of the app is dead at once; calls with one are
 * answered in OAuth's shape.
 */
export function revokeTokens(world: World, appId: string): number {
  const dead = [...world.tokens.values()].filter((t) => t.appId === appId)
  for (const token of dead) world.tokens.delete(token.token)
  return dead.length
}

export function authenticate(world: World, headers: Record<string, string>) {
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (!bearer)
    throw new Refused('AUTHENTICATION_FAILURE', [{ issue: 'INVALID_AUTHORIZATION_HEADER' }])
  const token = world.tokens.get(bearer)
  const app = token && world.apps.get(token.appId)
  const account = app && world.accounts.get(app.accountId)
  if (!token || !app || !account || token.expiresAt <= world.clock.now())
    throw new Refused({
      oauth: 'invalid_token',
      status: 401,
      text: 'Access Token not found in cache',
    })
  return { token, app, account }
}
