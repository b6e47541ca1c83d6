/**
 * PayPal's two environments and our simulator. Ids, credentials and certificates never
 * cross between them.
 */
export type Environment =
  | { kind: 'sandbox' }
  | { kind: 'live' }
  | { kind: 'simulator'; baseUrl: string }

export const apiHost = { sandbox: 'api-m.sandbox.paypal.com', live: 'api-m.paypal.com' } as const

/**
 * CN that PayPal's signing certificate must carry, by environment (the simulator signs as
 * the sandbox does).
 */
export const signingName = {
  sandbox: 'messageverificationcerts.sandbox.paypal.com',
  live: 'messageverificationcerts.paypal.com',
  simulator: 'messageverificationcerts.sandbox.paypal.com',
} as const

export class EnvironmentRefused extends Error {
  override name = 'EnvironmentRefused'
}

/**
 * A resolver ignores upper case and trailing dots in a host name, so this check ignores them too.
 */
export const isPayPalHost = (hostname: string) =>
  /(?:^|\.)paypal\.com\.*$/.test(hostname.toLowerCase())

/**
 * Real money is reachable only when two independent facts agree: the account says live, and the
 * process was started for production. A test run with a live account's row in its database stops
 * here, before any socket opens.
 */
export function baseUrlOf(environment: Environment, process: { production: boolean }): string {
  if (environment.kind === 'sandbox') return `https://${apiHost.sandbox}`
  if (environment.kind === 'live') {
    if (!process.production)
      throw new EnvironmentRefused('a live PayPal account is usable in production mode only')
    return `https://${apiHost.live}`
  }
  const url = new URL(environment.baseUrl)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new EnvironmentRefused(`${url.protocol} is not a web address`)
  if (isPayPalHost(url.hostname))
    throw new EnvironmentRefused(`${url.hostname} is PayPal, not a simulator`)
  if (url.username || url.password)
    throw new EnvironmentRefused('a simulator address carries no credentials')
  return url.origin
}
