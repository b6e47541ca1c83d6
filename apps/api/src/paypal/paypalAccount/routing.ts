import type { Language, Word } from '@paydesk/contract/lib/errors'
import type { Id } from '@paydesk/contract/lib/id'
import type { Currency } from '@paydesk/contract/lib/money'
import {
  type AccountChoice,
  type RoutingReason,
  whyNotText,
} from '@paydesk/contract/paypal/accountChoice'
import type { AccountState } from '@paydesk/contract/paypal/paypalAccountState'
import type { Db } from '../../lib/db.ts'
import { type Refusal, refuse } from '../../lib/errors.ts'
import { readSettings } from '../../people/companySetting/companySetting.ts'
import {
  type Candidate,
  type Decision,
  decide,
  leftOf,
  type ToRoute,
  whyNot,
  whyNotMore,
} from './decide.ts'
import { addUsage, takeBackUsage, usageOf } from './usage.ts'

export type BillToSend = {
  currency: string
  totalMinor: number
  accountId: Id<'paypalAccount'> | null
  customerId?: Id<'customer'> | null
}

/**
 * Chooses the account that a bill is sent through and takes the bill's amount off its limits for
 * today, in the caller's transaction. Refuses if the chosen account, or every account, cannot take
 * the bill, and says why.
 */
export async function reserveAccount(
  db: Db,
  companyId: Id<'company'>,
  bill: BillToSend,
): Promise<{ accountId: Id<'paypalAccount'>; reason: RoutingReason }> {
  const { routing } = await readSettings(db, companyId)
  const toRoute = {
    ...bill,
    currency: bill.currency as Currency,
    defaultAccountId: await defaultAccountOf(db, companyId, bill.customerId),
  }
  const look = async () =>
    decide(await candidates(db, companyId, toRoute.currency), routing, toRoute)
  let decision = await look()
  // The account is looked at again once it is locked: the transaction that held the lock before may
  // have used the last of a limit, or stopped the account.
  for (
    let locked = '';
    'account' in decision && 'reason' in decision && decision.account.id !== locked;
    decision = await look()
  ) {
    locked = decision.account.id
    await lockAccount(db, companyId, locked)
  }
  if (!('reason' in decision)) throw refusalOf(decision)
  const { account, reason } = decision
  await addUsage(db, companyId, account.id, bill)
  return { accountId: account.id, reason }
}

/** After PayPal refused a bill, frees what was reserved for it, on the day that it was reserved. */
export async function releaseAccount(
  db: Db,
  { companyId, accountId }: { companyId: Id<'company'>; accountId: Id<'paypalAccount'> },
  bill: { currency: string; totalMinor: number; at: string },
): Promise<void> {
  await lockAccount(db, companyId, accountId)
  await takeBackUsage(db, companyId, accountId, bill)
}

type Reserved = { currency: string; totalMinor: number }
/**
 * `taken` is what an edit takes off an account's limits now, `free` what becomes free once PayPal
 * has agreed to the edit. `at` says which day each belongs to.
 */
export type Rereserved = { taken: Reserved & { at: string }; free: Reserved & { at: string } }

/**
 * Reserves for an edit of a bill that the account has already. If the bill becomes larger, the
 * difference must fit the limits as if it were sent.
 */
export async function rereserveAccount(
  db: Db,
  { companyId, accountId }: { companyId: Id<'company'>; accountId: Id<'paypalAccount'> },
  before: Reserved & { at: string },
  after: Reserved,
): Promise<Rereserved> {
  const isSame = before.currency === after.currency
  const moreMinor = isSame ? Math.max(0, after.totalMinor - before.totalMinor) : after.totalMinor
  const lessMinor = isSame ? Math.max(0, before.totalMinor - after.totalMinor) : before.totalMinor
  if (moreMinor > 0) {
    await lockAccount(db, companyId, accountId)
    const account = (await candidates(db, companyId, after.currency)).find(
      ({ id }) => id === accountId,
    )
    const why =
      account &&
      whyNotMore(
        account,
        { currency: after.currency as Currency, totalMinor: after.totalMinor },
        moreMinor,
      )
    if (account && why) throw refusalOf({ refused: 'noAccount', passedOver: [{ account, why }] })
    await addUsage(db, companyId, accountId, { currency: after.currency, totalMinor: moreMinor }, 0)
  }
  return {
    taken: { currency: after.currency, totalMinor: moreMinor, at: new Date().toISOString() },
    free: { currency: before.currency, totalMinor: lessMinor, at: before.at },
  }
}

/** Frees a part of what is reserved for a bill that the account keeps. */
export async function releasePart(
  db: Db,
  { companyId, accountId }: { companyId: Id<'company'>; accountId: Id<'paypalAccount'> },
  part: Reserved & { at: string },
): Promise<void> {
  if (part.totalMinor === 0) return
  await lockAccount(db, companyId, accountId)
  await takeBackUsage(db, companyId, accountId, part, 0)
}

/**
 * The lock is not FOR UPDATE, which would hold up every bill and operation that points at the
 * account.
 */
const lockAccount = (db: Db, companyId: Id<'company'>, accountId: Id<'paypalAccount'>) =>
  db
    .selectFrom('paypalAccount')
    .select('id')
    .where('companyId', '=', companyId)
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .execute()

async function candidates(
  db: Db,
  companyId: Id<'company'>,
  currency: string,
): Promise<Candidate[]> {
  const accounts = await db
    .selectFrom('paypalAccount as a')
    .leftJoin('paypalAccountLimit as l', (join) =>
      join
        .onRef('l.companyId', '=', 'a.companyId')
        .onRef('l.accountId', '=', 'a.id')
        .on('l.currency', '=', currency),
    )
    .select([
      'a.id',
      'a.label',
      'a.environment',
      'a.state',
      'a.stateReason',
      'a.currencies',
      'a.dailyCount',
    ])
    .select(['l.currency', 'l.billMinMinor', 'l.billMaxMinor', 'l.dailyMinor', 'l.monthlyMinor'])
    .where('a.companyId', '=', companyId)
    .where('a.state', '<>', 'archived')
    .where('a.clientId', '<>', '')
    .orderBy('a.priority')
    .orderBy('a.createdAt')
    .orderBy('a.id')
    .execute()
  const usage = await usageOf(
    db,
    companyId,
    accounts.map(({ id }) => id),
  )
  return accounts.map(
    ({ currency: limited, billMinMinor, billMaxMinor, dailyMinor, monthlyMinor, ...account }) => {
      const used = usage.get(account.id)
      return {
        ...account,
        state: account.state as AccountState,
        limit: limited ? { billMinMinor, billMaxMinor, dailyMinor, monthlyMinor } : undefined,
        usedToday: used?.amounts.get(currency)?.todayMinor ?? 0,
        usedThisMonth: used?.amounts.get(currency)?.monthMinor ?? 0,
        countToday: used?.todayCount ?? 0,
      }
    },
  )
}

async function defaultAccountOf(
  db: Db,
  companyId: Id<'company'>,
  customerId: Id<'customer'> | null | undefined,
): Promise<string | null> {
  if (!customerId) return null
  const customer = await db
    .selectFrom('customer')
    .select('defaultAccountId')
    .where('companyId', '=', companyId)
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!customer) throw refuse('notFound')
  return customer.defaultAccountId
}

const both = (words: (language: Language) => string): Word => ({
  zh: words('zh-CN'),
  en: words('en-US'),
})

function refusalOf(decision: Exclude<Decision, { reason: RoutingReason }>): Refusal {
  if (decision.refused === 'notChosen') return refuse('bill.accountNotChosen')
  if (decision.refused === 'stopped') {
    const { id: accountId, label, state } = decision.account
    return refuse(
      'bill.accountStopped',
      { label, why: both((language) => whyNotText({ code: 'state', state }, language)) },
      { accountId },
    )
  }
  const { passedOver } = decision
  const why = both((language) => {
    const [colon, stop] = language === 'zh-CN' ? ['：', '；'] : [': ', '; ']
    if (passedOver.length === 0)
      return language === 'zh-CN' ? '没有已连接的账户' : 'No account is connected'
    return passedOver
      .map(({ account, why }) => `${account.label}${colon}${whyNotText(why, language)}`)
      .join(stop)
  })
  const list = passedOver.map(({ account: { id: accountId, label }, why: whyNot }) => ({
    accountId,
    label,
    whyNot,
  }))
  return refuse('bill.noAccount', { why }, { passedOver: list })
}

/** Tells the editor which account would be chosen and which could be picked instead. */
export async function readChoice(
  db: Db,
  companyId: Id<'company'>,
  {
    currency,
    totalMinor,
    customerId,
  }: { currency: Currency; totalMinor: number; customerId?: Id<'customer'> | undefined },
): Promise<AccountChoice> {
  const { routing } = await readSettings(db, companyId)
  const defaultAccountId = await defaultAccountOf(db, companyId, customerId)
  const bill: ToRoute = { currency, totalMinor, accountId: null, defaultAccountId }
  const accounts = await candidates(db, companyId, currency)
  const decision = decide(accounts, routing, bill)
  return {
    mode: routing.mode,
    mayPick: routing.mode === 'manual' || routing.allowOverride,
    accounts: accounts.map((account) => {
      const left = leftOf(account)
      const { id, label, environment, state } = account
      return {
        id,
        label,
        environment,
        state,
        leftTodayMinor: left.todayMinor,
        leftMonthMinor: left.monthMinor,
        leftTodayCount: left.todayCount,
        whyNot: whyNot(account, bill) ?? null,
      }
    }),
    chosen:
      'reason' in decision ? { accountId: decision.account.id, reason: decision.reason } : null,
    blockedBy: 'refused' in decision && decision.refused === 'stopped' ? decision.account.id : null,
  }
}
