import { paths } from '@paydesk/contract/lib/paths'
import * as oidc from 'openid-client'
import type { OidcProvider, Outside } from '../../lib/outside/outside.ts'

/** What is remembered between sending someone to the provider and their return. */
export type Journey = { state: string; nonce: string; verifier: string }
export type Subject = { issuer: string; subject: string; label: string }

const known = new WeakMap<OidcProvider, Promise<oidc.Configuration>>()

/** The configuration is discovered on first use and kept; a failure is not kept. */
function discover(provider: OidcProvider): Promise<oidc.Configuration> {
  const found =
    known.get(provider) ??
    oidc.discovery(
      new URL(provider.issuer),
      provider.clientId,
      provider.clientSecret,
      oidc.ClientSecretBasic(provider.clientSecret),
      {
        timeout: 10,
        execute: [
          // Without it, the library leaves the ID token's signature to the connection's TLS.
          oidc.enableNonRepudiationChecks,
          // Plain HTTP is allowed only for a provider on this machine: development and tests.
          ...(isLoopback(provider.issuer) ? [oidc.allowInsecureRequests] : []),
        ],
      },
    )
  known.set(provider, found)
  found.catch(() => known.delete(provider))
  return found
}

const isLoopback = (address: string) => /^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(address)

/**
 * Where the provider sends the browser back to: a page of the console, which posts
 * `code` and `state` on.
 */
const callbackOf = ({ publicUrl }: Outside) => `${publicUrl}${paths.oidc()}`

export async function departure(
  outside: Outside,
  provider: OidcProvider,
): Promise<Journey & { url: string }> {
  const [state, nonce, verifier] = [
    oidc.randomState(),
    oidc.randomNonce(),
    oidc.randomPKCECodeVerifier(),
  ]
  const url = oidc.buildAuthorizationUrl(await discover(provider), {
    redirect_uri: callbackOf(outside),
    scope: 'openid profile email',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return { state, nonce, verifier, url: url.href }
}

/**
 * Exchanges the code; the library checks state, nonce, PKCE, issuer, audience, signature and times.
 * Undefined when anything is wrong.
 */
export async function arrival(
  outside: Outside,
  provider: OidcProvider,
  { state, nonce, verifier }: Journey,
  back: { code: string; iss?: string | undefined },
): Promise<Subject | undefined> {
  const configuration = await discover(provider)
  const address = new URL(callbackOf(outside))
  address.search = new URLSearchParams({
    code: back.code,
    state,
    ...(back.iss && { iss: back.iss }),
  }).toString()
  try {
    const tokens = await oidc.authorizationCodeGrant(configuration, address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) return undefined
    const label = [claims.email, claims.preferred_username, claims.name, claims.sub].find(
      (value) => typeof value === 'string' && value,
    )
    return { issuer: claims.iss, subject: claims.sub, label: String(label).slice(0, 200) }
  } catch (error) {
    // Refusals of the provider and forged answers end here. A failure on the way is not the
    // person's fault and stays an error.
    if (error instanceof TypeError || (error as { code?: string }).code === 'OAUTH_TIMEOUT')
      throw error
    return undefined
  }
}
