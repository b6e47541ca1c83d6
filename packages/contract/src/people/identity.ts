import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { ById, Instant } from '../lib/page.ts'
import { SignInReply, Token } from './login.ts'

/** An account at the OpenID Connect provider, bound to a user. */
export const Identity = z.object({
  id: z.uuid(),
  issuer: z.string(),
  /** What the provider calls the person: e-mail or name. */
  label: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
})
export type Identity = z.infer<typeof Identity>

/**
 * The console keeps `proof` in sessionStorage, sends the browser to `url`, and posts `proof`
 * together with what comes back. A link that someone else prepared comes without a proof.
 */
const Departure = z.object({ url: z.url(), proof: Token })
const Return = z.object({
  proof: Token,
  state: z.string().min(1).max(500),
  code: z.string().min(1).max(4000),
  /** From the callback address, if the provider adds it. */
  iss: z.string().max(500).optional(),
})

export const identityApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/account/identity',
    permission: 'signedIn',
    summary: 'My bound identities',
    reply: z.object({
      list: z.array(Identity),
      provider: z.object({ label: z.string() }).nullable(),
    }),
  }),
  bindBegin: endpoint({
    method: 'POST',
    path: '/api/account/identity/begin',
    permission: 'signedIn',
    summary: 'Begin binding an identity',
    stepUp: 'own',
    sensitive: true,
    reply: Departure,
  }),
  bind: endpoint({
    method: 'POST',
    path: '/api/account/identity',
    permission: 'signedIn',
    summary: 'Bind the identity that the provider sent back',
    stepUp: 'own',
    sensitive: true,
    body: Return,
    reply: Identity,
  }),
  unbind: endpoint({
    method: 'DELETE',
    path: '/api/account/identity/:id',
    permission: 'signedIn',
    summary: 'Unbind one of my identities',
    stepUp: 'own',
    params: ById,
    reply: z.null(),
  }),
  signInBegin: endpoint({
    method: 'POST',
    path: '/api/login/oidc/begin',
    permission: 'public',
    summary: 'Begin signing in through the OpenID Connect provider',
    sensitive: true,
    body: z.object({ remember: z.boolean().default(false) }),
    reply: Departure,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/login/oidc',
    permission: 'public',
    summary: 'Sign in with what the provider sent back',
    sensitive: true,
    body: Return,
    reply: SignInReply,
  }),
}
