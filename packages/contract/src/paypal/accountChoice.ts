import { z } from 'zod'
import type { Language } from '../lib/errors.ts'
import { idOf } from '../lib/id.ts'
import { AmountMinor, Currency, toDecimal } from '../lib/money.ts'
import { accountStateWords } from './accountWords.ts'
import { accountEnvironments, accountStates } from './paypalAccountState.ts'

/** Why this account was chosen. The reason is kept with the bill and shown to the operator. */
export const routingReasons = [
  'chosen',
  'customerDefault',
  'onlyOne',
  'byPriority',
  'nextByPriority',
] as const
export const RoutingReason = z.enum(routingReasons)
export type RoutingReason = z.infer<typeof RoutingReason>

/** Why an account cannot take a bill. `limitMinor` is the limit, `leftMinor` what is left of it. */
export const PassedOver = z.discriminatedUnion('code', [
  z.object({ code: z.literal('state'), state: z.enum(accountStates) }),
  z.object({ code: z.literal('currency'), currency: Currency }),
  z.object({ code: z.literal('belowMin'), currency: Currency, limitMinor: AmountMinor }),
  z.object({ code: z.literal('aboveMax'), currency: Currency, limitMinor: AmountMinor }),
  z.object({
    code: z.literal('dailyAmount'),
    currency: Currency,
    limitMinor: AmountMinor,
    leftMinor: AmountMinor,
  }),
  z.object({
    code: z.literal('monthlyAmount'),
    currency: Currency,
    limitMinor: AmountMinor,
    leftMinor: AmountMinor,
  }),
  z.object({ code: z.literal('dailyCount'), limit: z.int() }),
])
export type PassedOver = z.infer<typeof PassedOver>

export const AccountChoice = z.object({
  mode: z.enum(['manual', 'automatic']),
  /**
   * Whether the operator may pick another account than automatic routing does; always
   * true in manual mode.
   */
  mayPick: z.boolean(),
  accounts: z.array(
    z.object({
      id: z.uuid(),
      label: z.string(),
      environment: z.enum(accountEnvironments),
      state: z.enum(accountStates),
      /** Null: no limit. */
      leftTodayMinor: AmountMinor.nullable(),
      leftMonthMinor: AmountMinor.nullable(),
      leftTodayCount: z.int().nullable(),
      /** Null: it can take the bill. */
      whyNot: PassedOver.nullable(),
    }),
  ),
  /** The account that is used when the operator picks none; null: sending is refused. */
  chosen: z.object({ accountId: idOf('paypalAccount'), reason: RoutingReason }).nullable(),
  /**
   * PayPal stopped the account that would have been chosen: someone must decide before
   * bills go another way.
   */
  blockedBy: z.uuid().nullable(),
})
export type AccountChoice = z.infer<typeof AccountChoice>

/** Within a sentence. PayPal keeps its capital: it never begins the words. */
const inSentence = (en: string) => en.charAt(0).toLowerCase() + en.slice(1)

/** One sentence for people, shown when a sending is refused and in the editor's account picker. */
export function whyNotText(why: PassedOver, language: Language): string {
  const zh = language === 'zh-CN'
  switch (why.code) {
    case 'state':
      return zh
        ? `账户${accountStateWords[why.state].zh}`
        : `the account is ${inSentence(accountStateWords[why.state].en)}`
    case 'currency':
      return zh ? `不收 ${why.currency}` : `it does not accept ${why.currency}`
    case 'belowMin':
      return zh ? `低于单张下限 ${money(why)}` : `below its minimum of ${money(why)} per bill`
    case 'aboveMax':
      return zh ? `超过单张上限 ${money(why)}` : `above its maximum of ${money(why)} per bill`
    case 'dailyAmount':
      return zh
        ? `超过今日限额 ${money(why)}，仅剩 ${left(why)}`
        : `above its daily limit of ${money(why)}: ${left(why)} left today`
    case 'monthlyAmount':
      return zh
        ? `超过本月限额 ${money(why)}，仅剩 ${left(why)}`
        : `above its monthly limit of ${money(why)}: ${left(why)} left this month`
    case 'dailyCount':
      return zh
        ? `今日 ${why.limit} 张的额度已用完`
        : `it has reached its daily limit of ${why.limit} bills`
  }
}

type Limit = { currency: Currency; limitMinor: number }
const money = ({ currency, limitMinor }: Limit) =>
  `${currency} ${toDecimal({ currency, amountMinor: limitMinor })}`
const left = ({ currency, leftMinor }: Limit & { leftMinor: number }) =>
  `${currency} ${toDecimal({ currency, amountMinor: leftMinor })}`
