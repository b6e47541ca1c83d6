import type { Id } from '@paydesk/contract/lib/id'
import type { Currency } from '@paydesk/contract/lib/money'
import type { PassedOver, RoutingReason } from '@paydesk/contract/paypal/accountChoice'
import type { AccountLimit } from '@paydesk/contract/paypal/paypalAccount'
import { type AccountState, stoppedInUse } from '@paydesk/contract/paypal/paypalAccountState'
import type { SettingValues } from '@paydesk/contract/people/companySetting'

/** An account as routing sees it, in the order of priority. */
export type Candidate = {
  id: string
  label: string
  environment: 'sandbox' | 'live'
  state: AccountState
  stateReason: string
  currencies: string[]
  dailyCount: number | null
  /** The limits in the bill's currency. */
  limit: Omit<AccountLimit, 'currency'> | undefined
  usedToday: number
  usedThisMonth: number
  countToday: number
}
export type ToRoute = {
  currency: Currency
  totalMinor: number
  accountId: Id<'paypalAccount'> | null
  defaultAccountId: string | null
}

export type Decision =
  | { account: Candidate; reason: RoutingReason }
  | { refused: 'noAccount'; passedOver: { account: Candidate; why: PassedOver }[] }
  | { refused: 'notChosen' }
  | { refused: 'stopped'; account: Candidate }

/** Why an account cannot take a bill; undefined when it can. */
export function whyNot(account: Candidate, bill: ToRoute): PassedOver | undefined {
  if (account.state !== 'active') return { code: 'state', state: account.state }
  return whyUnsuitable(account, bill) ?? whyUsedUp(account, bill)
}

/**
 * Why an account cannot take more for a bill that it has already. The daily count does not matter,
 * because it stays one bill.
 */
export const whyNotMore = (
  account: Candidate,
  bill: Pick<ToRoute, 'currency' | 'totalMinor'>,
  moreMinor: number,
): PassedOver | undefined =>
  whyUnsuitable(account, bill) ??
  whyUsedUp({ ...account, dailyCount: null }, { ...bill, totalMinor: moreMinor })

function whyUnsuitable(
  { currencies, limit }: Candidate,
  { currency, totalMinor }: Pick<ToRoute, 'currency' | 'totalMinor'>,
): PassedOver | undefined {
  if (currencies.length > 0 && !currencies.includes(currency)) return { code: 'currency', currency }
  const [min, max] = [limit?.billMinMinor ?? null, limit?.billMaxMinor ?? null]
  if (min !== null && totalMinor < min) return { code: 'belowMin', currency, limitMinor: min }
  if (max !== null && totalMinor > max) return { code: 'aboveMax', currency, limitMinor: max }
  return undefined
}

function whyUsedUp(
  account: Candidate,
  { currency, totalMinor }: Pick<ToRoute, 'currency' | 'totalMinor'>,
): PassedOver | undefined {
  const { limit, dailyCount, countToday } = account
  if (dailyCount !== null && countToday >= dailyCount)
    return { code: 'dailyCount', limit: dailyCount }
  const left = leftOf(account)
  if (left.todayMinor !== null && totalMinor > left.todayMinor)
    return {
      code: 'dailyAmount',
      currency,
      limitMinor: limit?.dailyMinor ?? 0,
      leftMinor: left.todayMinor,
    }
  if (left.monthMinor !== null && totalMinor > left.monthMinor)
    return {
      code: 'monthlyAmount',
      currency,
      limitMinor: limit?.monthlyMinor ?? 0,
      leftMinor: left.monthMinor,
    }
  return undefined
}

/** What is left of the limits, in the bill's currency; null means no limit. */
export function leftOf({ limit, usedToday, usedThisMonth, dailyCount, countToday }: Candidate) {
  const less = (total: number | null | undefined, used: number) =>
    total == null ? null : Math.max(0, total - used)
  return {
    todayMinor: less(limit?.dailyMinor, usedToday),
    monthMinor: less(limit?.monthlyMinor, usedThisMonth),
    todayCount: less(dailyCount, countToday),
  }
}

/**
 * Decides which account takes a bill. An account that PayPal stopped is not skipped: money
 * would move to another account without anyone having decided so. Pausing or archiving it
 * is that decision.
 */
export function decide(
  accounts: Candidate[],
  routing: SettingValues['routing'],
  bill: ToRoute,
): Decision {
  const mayPick = routing.mode === 'manual' || routing.allowOverride
  if (bill.accountId !== null && mayPick) return decideChosen(accounts, bill.accountId, bill)
  const favourite = accounts.find(({ id }) => id === bill.defaultAccountId)
  if (favourite && stoppedInUse(favourite)) return { refused: 'stopped', account: favourite }
  if (favourite && !whyNot(favourite, bill))
    return { account: favourite, reason: 'customerDefault' }
  // Once a live account is connected, nothing goes to the sandbox automatically.
  const real = accounts.some(({ environment }) => environment === 'live')
  const eligible = accounts.filter(({ environment }) => !real || environment === 'live')
  const inUse = eligible.filter((account) => account.state === 'active' || stoppedInUse(account))
  if (routing.mode === 'manual' && inUse.length > 1) return { refused: 'notChosen' }
  const passedOver = eligible.map((account) => ({
    account,
    why: whyNot(account, bill) as PassedOver,
  }))
  for (const account of inUse) {
    if (account.state !== 'active') {
      if (!whyUnsuitable(account, bill)) return { refused: 'stopped', account }
    } else if (!whyNot(account, bill)) {
      const isFirst = account === inUse[0]
      return {
        account,
        reason: inUse.length === 1 ? 'onlyOne' : isFirst ? 'byPriority' : 'nextByPriority',
      }
    }
  }
  return { refused: 'noAccount', passedOver }
}

function decideChosen(
  accounts: Candidate[],
  accountId: Id<'paypalAccount'>,
  bill: ToRoute,
): Decision {
  const account = accounts.find(({ id }) => id === accountId)
  if (!account) return { refused: 'noAccount', passedOver: [] }
  const why = whyNot(account, bill)
  return why
    ? { refused: 'noAccount', passedOver: [{ account, why }] }
    : { account, reason: 'chosen' }
}
