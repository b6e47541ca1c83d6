import type { CallRecord } from '@paydesk/paypal/caller'
import { CertificateStore } from '@paydesk/paypal/certificateStore'
import { connect, type PayPal } from '@paydesk/paypal/client'
import { type Environment, signingName } from '@paydesk/paypal/environment'
import { simulatorTrust } from '@paydesk/paypal/simulator'
import type pg from 'pg'
import { paypalSeconds } from '../watch/metrics.ts'
import { pastSpan } from '../watch/trace.ts'
import { type AccountOf, type CallLimits, openAllowance, patienceMs } from './allowance.ts'

export type AccountEnvironment = 'sandbox' | 'live'
export type Credentials = { environment: AccountEnvironment; clientId: string; secret: string }

/** The way to PayPal: how accounts are called and whose signatures are believed. */
export type PayPalSide = {
  /**
   * How long one attempt of a call can take that is no reporting: it waits for its turn,
   * then for an answer.
   */
  attemptMs: number
  /**
   * Every call asks the allowance first, in the account's name; null: the account is not there yet.
   */
  connect: (credentials: Credentials, of: AccountOf | null) => PayPal
  certificates: (environment: AccountEnvironment) => Promise<CertificateStore>
}

type Options = {
  pool: pg.Pool
  production: boolean
  simulatorUrl: string | undefined
  timeoutMs: number
  addressName: string
  limits: CallLimits
}

/**
 * With a simulator, sandbox accounts are the simulator's and live accounts cannot be used at all: a
 * test stack must not reach real money, whatever stands in its database.
 */
export function openPayPal(options: Options): PayPalSide {
  const { simulatorUrl, timeoutMs, pool, addressName, limits } = options
  const production = options.production && !simulatorUrl
  const simulator: Environment | undefined = simulatorUrl
    ? { kind: 'simulator', baseUrl: simulatorUrl }
    : undefined
  const environmentOf = (kind: AccountEnvironment): Environment =>
    kind === 'sandbox' && simulator ? simulator : { kind }
  const allowanceOf = openAllowance({ pool, address: addressName, limits, timeoutMs })
  const stores = new Map<AccountEnvironment, Promise<CertificateStore>>()
  const storeOf = async (kind: AccountEnvironment) => {
    const environment = environmentOf(kind)
    const own = { name: signingName[environment.kind], production, timeoutMs: 10_000 }
    return new CertificateStore(
      environment.kind === 'simulator'
        ? { ...own, ...(await simulatorTrust(environment.baseUrl)) }
        : own,
    )
  }
  return {
    attemptMs: timeoutMs + Math.max(patienceMs('look', timeoutMs), patienceMs('act', timeoutMs)),
    connect: ({ environment, clientId, secret }, of) =>
      connect({
        environment: environmentOf(environment),
        clientId,
        secret,
        production,
        timeoutMs,
        allowance: allowanceOf(of),
        onCall: countCall,
      }),
    certificates(kind) {
      const known = stores.get(kind) ?? storeOf(kind)
      stores.set(kind, known)
      // A failure is not kept, so that a simulator that was not up yet is asked again.
      known.catch(() => stores.delete(kind))
      return known
    },
  }
}

const countCall = ({ operation, outcome, status, refusedBy, durationMs }: CallRecord) => {
  const refused = refusedBy === 'allowance' ? 'notAllowed' : status === 429 ? 'tooMany' : 'refused'
  const told = outcome === 'done' ? 'ok' : outcome === 'unknown' ? 'unknown' : refused
  paypalSeconds.observe({ operation, outcome: told }, durationMs / 1000)
  pastSpan(
    `PayPal ${operation}`,
    'CLIENT',
    durationMs,
    {
      'paydesk.operation': operation,
      'paydesk.outcome': told,
      ...(status && { 'http.response.status_code': status }),
    },
    told !== 'ok',
  )
}
