import type { StateReason } from '@paydesk/contract/paypal/paypalAccountState'
import type { PayPal } from '@paydesk/paypal/client'
import { hasIssue, notAllowedMs, type Refusal } from '@paydesk/paypal/outcome'
import type { Balances } from '@paydesk/paypal/reporting'
import type { z } from 'zod'
import { missingFeatures } from './feature.ts'
import { merchantOfRows } from './merchant.ts'
import {
  type Failed,
  type Problem,
  problem,
  type Registration,
  registerWebhook,
} from './webhook.ts'

/**
 * What one look at PayPal has shown. A part that was not looked at, or whose calls had to wait for
 * their turn, is missing.
 */
export type Observation = {
  token: { scopes: string[] } | Problem
  webhook?: Registration | Problem
  balances?: z.output<typeof Balances> | Problem
  /** The merchant to whom the credentials belong, if PayPal told it. */
  merchantId?: string
  /** PayPal says explicitly that this account cannot be used. */
  stop?: { state: 'limited' | 'disconnected'; code: StateReason; detail: string }
  /** This look holds the claim, so it may make the webhook and the lookup. */
  claimed?: boolean
}

type Look = {
  url: string
  webhookId: string | null
  register: boolean
  balances: boolean
  merchantId: string | null
}

const statusIssues = [
  'INVALID_ACCOUNT_STATUS',
  'ACCOUNT_RESTRICTED',
  'PAYEE_ACCOUNT_RESTRICTED',
  'PAYEE_ACCOUNT_LOCKED_OR_CLOSED',
]

/**
 * Checks credentials and features first, because without them nothing else is worth asking. With
 * `register` it also puts the webhook and the lookup right. Without it, another look is doing that
 * at this moment. Undefined: it was not the account's turn, so nothing was learned.
 */
export async function observe(paypal: PayPal, look: Look): Promise<Observation | undefined> {
  const token = await readToken(paypal)
  if ('code' in token)
    return token.code === 'busy' ? undefined : withVerdict({ token }, [token.failure])
  const missing = missingFeatures(token.scopes)
  const seen: Observation = { token }
  if (missing.includes('invoicing'))
    seen.stop = { state: 'disconnected', code: 'lostInvoicing', detail: '' }
  const failures: Failed[] = []
  if (look.register && !missing.includes('webhooks')) {
    const webhook = await registerWebhook(paypal, look.url, look.webhookId)
    if (!('code' in webhook) || webhook.code !== 'busy') seen.webhook = webhook
    if ('code' in webhook) failures.push(webhook.failure)
  }
  if (look.balances && !missing.includes('balances')) {
    const balances = await paypal.reporting.balances()
    if (notAllowedMs(balances) === undefined)
      seen.balances = balances.outcome === 'done' ? balances.value : problem(balances)
    if (balances.outcome !== 'done') failures.push(balances)
    else if (balances.value.account_id) seen.merchantId = balances.value.account_id
  }
  // Reporting calls are scarce: the rows are asked for the merchant only while nobody knows it.
  const told = seen.merchantId ?? look.merchantId
  if (!told && missing.includes('balances') && !missing.includes('transactions')) {
    const merchantId = await merchantOfRows(paypal)
    if (merchantId) seen.merchantId = merchantId
  }
  return withVerdict(seen, failures)
}

/**
 * Asks for a fresh token, because features that were ticked or unticked meanwhile are only in a new
 * one (paypal §1).
 */
export async function readToken(paypal: PayPal): Promise<{ scopes: string[] } | Problem> {
  const token = await paypal.token({ fresh: true })
  return token.outcome === 'done' ? { scopes: token.value.scopes } : tokenProblem(token)
}

function tokenProblem(failure: Failed): Problem {
  const found = problem(failure)
  if (failure.outcome !== 'refused' || found.code === 'busy') return found
  const { name, message, status } = failure.refusal
  const reached = name !== 'TOKEN_UNREACHABLE' && status !== undefined && status < 500
  if (!reached) return { ...found, code: 'noAnswer', detail: message }
  return found.code === 'rateLimited'
    ? found
    : { ...found, code: 'credentialsRefused', detail: name }
}

function withVerdict(seen: Observation, failures: Failed[]): Observation {
  const refusals = failures.flatMap((failure) =>
    failure.outcome === 'refused' ? [failure.refusal] : [],
  )
  const said = refusals.find((refusal) => hasIssue(refusal, ...statusIssues))
  const refused =
    'code' in seen.token && seen.token.code === 'credentialsRefused' ? seen.token : undefined
  return {
    ...seen,
    ...(refused && {
      stop: { state: 'disconnected', code: 'credentialsRefused', detail: refused.detail } as const,
    }),
    ...(said && {
      stop: {
        state: 'limited',
        code: limitCode(said),
        detail: said.issues[0]?.issue ?? said.name,
      } as const,
    }),
  }
}

function limitCode(refusal: Refusal): StateReason {
  if (hasIssue(refusal, 'PAYEE_ACCOUNT_LOCKED_OR_CLOSED')) return 'accountClosed'
  return hasIssue(refusal, 'INVALID_ACCOUNT_STATUS') ? 'accountInvalid' : 'accountRestricted'
}
