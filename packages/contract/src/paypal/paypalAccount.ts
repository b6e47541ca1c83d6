import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { idOf } from '../lib/id.ts'
import { AmountMinor, Currency, currencies } from '../lib/money.ts'
import { ById, Instant, PageQuery, pageOf } from '../lib/page.ts'
import { Version } from '../lib/record.ts'
import { AccountChoice } from './accountChoice.ts'
import { accountEnvironments, accountStates } from './paypalAccountState.ts'

/** The features of a PayPal app that we use. Each is a checkbox in PayPal's developer pages. */
export const paypalFeatures = [
  'invoicing',
  'refund',
  'transactions',
  'balances',
  'webhooks',
  'disputes',
] as const
export type PaypalFeature = (typeof paypalFeatures)[number]

/**
 * How calls to PayPal are counted: reading transactions and balances, other looks, and
 * what has an effect.
 */
export const callKinds = ['reporting', 'look', 'act'] as const
export type CallKind = (typeof callKinds)[number]

const OptionalAmount = AmountMinor.min(0).nullable().default(null)

/**
 * Null: no limit. Amounts of different currencies are never added, so each currency has its own
 * line.
 */
export const AccountLimit = z
  .object({
    currency: Currency,
    billMinMinor: OptionalAmount,
    billMaxMinor: OptionalAmount,
    dailyMinor: OptionalAmount,
    monthlyMinor: OptionalAmount,
  })
  .refine(
    ({ billMinMinor: min, billMaxMinor: max }) => min === null || max === null || min <= max,
    {
      path: ['billMaxMinor'],
      message: '≥ billMinMinor',
    },
  )
export type AccountLimit = z.infer<typeof AccountLimit>

const Limits = z
  .array(AccountLimit)
  .max(currencies.length)
  .refine(
    (list) => new Set(list.map(({ currency }) => currency)).size === list.length,
    'one per currency',
  )

const settings = {
  label: z.string().trim().min(1).max(100),
  /**
   * PayPal tells no app whose account it is, so people type the account's e-mail to recognise it.
   */
  email: z.union([z.literal(''), z.email().max(254)]),
  /**
   * Currencies of the bills that the account takes; empty: any. It may hold balances in others,
   * because PayPal converts.
   */
  currencies: z.array(Currency).max(30),
  /** Automatic routing tries lower numbers first. */
  priority: z.int().min(1).max(1000),
  /** How many bills a day, all currencies together. */
  dailyCount: z.int().min(1).max(1_000_000).nullable(),
  limits: Limits,
}
/** PayPal's credentials have 80 letters. Blanks around a pasted one are dropped. */
const credentials = {
  clientId: z
    .string()
    .trim()
    .regex(/^[\x21-\x39\x3b-\x7e]{10,200}$/),
  secret: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{10,200}$/),
}

export const ConnectAccount = z.object({
  ...settings,
  email: settings.email.default(''),
  currencies: settings.currencies.default([]),
  priority: settings.priority.default(100),
  dailyCount: settings.dailyCount.default(null),
  limits: settings.limits.default([]),
  ...credentials,
  environment: z.enum(accountEnvironments),
})
/** Fields that are left out stay as they are. */
export const AccountChange = z.object(settings).partial().extend({ version: Version })
export const RotateSecret = z.object({ ...credentials, version: Version })

/** Why the check failed: a code that the console has words for, and PayPal's own code. */
const Failure = z.object({ code: z.string(), detail: z.string() })

/** Times at which things were last seen; null: never. */
const Health = z.object({
  checkedAt: Instant.nullable(),
  tokenOkAt: Instant.nullable(),
  tokenFailedAt: Instant.nullable(),
  tokenFailure: Failure,
  webhookOkAt: Instant.nullable(),
  webhookFailedAt: Instant.nullable(),
  webhookFailure: Failure,
  lastEventAt: Instant.nullable(),
  sweptAt: Instant.nullable(),
  /** PayPal asked for a pause until this moment. */
  holdUntil: Instant.nullable(),
})

/**
 * The calls that went out in the last minute, of those that are allowed. `waitsUntil`: the next
 * call waits for its turn.
 */
const Calls = z.object({
  kind: z.enum(callKinds),
  lastMinute: z.int(),
  perMinute: z.int(),
  waitsUntil: Instant.nullable(),
})

const Usage = z.object({ currency: Currency, todayMinor: AmountMinor, monthMinor: AmountMinor })
const Balance = z.object({
  currency: Currency,
  totalMinor: AmountMinor,
  availableMinor: AmountMinor.nullable(),
  withheldMinor: AmountMinor.nullable(),
  asOf: Instant,
})

export const PaypalAccount = z.object({
  id: idOf('paypalAccount'),
  label: z.string(),
  email: z.string(),
  merchantId: z.string().nullable(),
  environment: z.enum(accountEnvironments),
  clientId: z.string(),
  secretLast4: z.string(),
  secretChangedAt: Instant.nullable(),
  webhookId: z.string().nullable(),
  missingFeatures: z.array(z.enum(paypalFeatures)),
  scopesReadAt: Instant.nullable(),
  currencies: z.array(Currency),
  primaryCurrency: z.string().nullable(),
  state: z.enum(accountStates),
  /** A code that the console has words for, and PayPal's own words where there are any. */
  stateReason: z.string(),
  stateDetail: z.string(),
  stateChangedAt: Instant,
  priority: z.int(),
  dailyCount: z.int().nullable(),
  limits: z.array(AccountLimit),
  usage: z.array(Usage),
  todayCount: z.int(),
  balances: z.array(Balance),
  health: Health,
  /**
   * Events that PayPal's own records have not borne out yet, counted up to 1,000, and when the
   * oldest of these came.
   */
  waitingEvents: z.object({ count: z.int(), since: Instant }).nullable(),
  /** Calls to PayPal that were begun in the last 24 hours. */
  operations: z.object({ total: z.int(), refused: z.int(), unknown: z.int() }),
  /** Kinds of which no call was made yet are left out. */
  calls: z.array(Calls),
  version: z.int(),
  createdAt: Instant,
})
export type PaypalAccount = z.infer<typeof PaypalAccount>

const by = '/api/paypalAccount/:id' as const
/** The list leaves archived accounts out, unless the caller asks for them. */
const ListQuery = PageQuery.extend({ state: z.enum(accountStates).optional() })
const change = {
  method: 'POST',
  permission: 'UpdatePaypalAccount',
  params: ById,
  reply: PaypalAccount,
  stepUp: 'never',
} as const

export const paypalAccountApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/paypalAccount',
    permission: 'ViewPaypalAccount',
    summary:
      'The company’s PayPal accounts with their health, limits and balances; archived ones only when asked for',
    query: ListQuery,
    reply: pageOf(PaypalAccount),
  }),
  choice: endpoint({
    method: 'GET',
    path: '/api/paypalAccount/choice',
    permission: 'CreatePayPalBill',
    summary:
      'Which accounts can take a bill, what is left of their limits, and which one would be chosen and why',
    query: z.object({
      currency: Currency,
      totalMinor: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
      customerId: idOf('customer').optional(),
    }),
    reply: AccountChoice,
  }),
  read: endpoint({
    method: 'GET',
    path: by,
    permission: 'ViewPaypalAccount',
    summary: 'One PayPal account',
    params: ById,
    reply: PaypalAccount,
  }),
  connect: endpoint({
    method: 'POST',
    path: '/api/paypalAccount',
    permission: 'UpdatePaypalAccount',
    summary:
      'Connect an account: its credentials are tried at once, then the webhook is registered',
    stepUp: 'always',
    body: ConnectAccount,
    reply: PaypalAccount,
    sensitive: true,
  }),
  update: endpoint({
    method: 'PATCH',
    path: by,
    permission: 'UpdatePaypalAccount',
    summary: 'Change label, priority or limits',
    stepUp: 'never',
    params: ById,
    body: AccountChange,
    reply: PaypalAccount,
  }),
  rotate: endpoint({
    ...change,
    path: `${by}/rotate`,
    summary: 'Replace the credentials; the new ones are tried before the old ones go',
    stepUp: 'always',
    body: RotateSecret,
    sensitive: true,
  }),
  pause: endpoint({
    ...change,
    path: `${by}/pause`,
    summary: 'Send no more bills through the account until it is resumed',
  }),
  resume: endpoint({
    ...change,
    path: `${by}/resume`,
    summary: 'Use the account again, if PayPal allows it',
    sensitive: true,
  }),
  archive: endpoint({
    ...change,
    path: `${by}/archive`,
    summary: 'Take the account out of use for good; its webhook and its secret are deleted',
    stepUp: 'always',
  }),
  check: endpoint({
    ...change,
    path: `${by}/check`,
    summary:
      'Check the account at PayPal now: credentials, features, webhook and balances. A missing webhook is registered',
    sensitive: true,
  }),
}
