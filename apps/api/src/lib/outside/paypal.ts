import type { CallRecord } from '@paydesk/paypal/caller'
import { CertificateStore } from '@paydesk/paypal/certificateStore'
import { connect, type PayPal } from '@paydesk/paypal/client'
import { type Environment, signingName } from '@paydesk/paypal/environment'
import { simulatorTrust } from '@paydesk/paypal/simulator'

export type AccountEnvironment = 'sandbox' | 'live'
export type Credentials = { environment: AccountEnvironment; clientId: string; secret: string }

/** The way to PayPal: how accounts are called and whose signatures are believed. */
export type PayPalSide = {
  /** How long a call waits for an answer. */
  timeoutMs: number
  connect: (credentials: Credentials, onCall?: (call: CallRecord) => void) => PayPal
  certificates: (environment: AccountEnvironment) => Promise<CertificateStore>
}

/**
 * With a simulator, sandbox accounts are the simulator's and live accounts cannot be used at all: a test stack must not reach
 * real money, whatever stands in its database.
 */
export function openPayPal(options: { production: boolean; simulatorUrl: string | undefined; timeoutMs: number }): PayPalSide {
  const { simulatorUrl, timeoutMs } = options
  const production = options.production && !simulatorUrl
  const simulator: Environment | undefined = simulatorUrl ? { kind: 'simulator', baseUrl: simulatorUrl } : undefined
  const environmentOf = (kind: AccountEnvironment): Environment => (kind === 'sandbox' && simulator ? simulator : { kind })
  const stores = new Map<AccountEnvironment, Promise<CertificateStore>>()
  const storeOf = async (kind: AccountEnvironment) => {
    const environment = environmentOf(kind)
    const own = { name: signingName[environment.kind], production, timeoutMs: 10_000 }
    return new CertificateStore(environment.kind === 'simulator' ? { ...own, ...(await simulatorTrust(environment.baseUrl)) } : own)
  }
  return {
    timeoutMs,
    connect: ({ environment, clientId, secret }, onCall) =>
      connect({ environment: environmentOf(environment), clientId, secret, production, timeoutMs, ...(onCall && { onCall }) }),
    certificates(kind) {
      const known = stores.get(kind) ?? storeOf(kind)
      stores.set(kind, known)
      // A failure is not kept, so that a simulator that was not up yet is asked again.
      known.catch(() => stores.delete(kind))
      return known
    },
  }
}
