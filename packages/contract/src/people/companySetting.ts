import { z } from 'zod'
import { chatKinds } from '../lib/chat.ts'
import { endpoint } from '../lib/endpoint.ts'
import { AmountMinor, Currency, currencies } from '../lib/money.ts'
import { ById, Instant } from '../lib/page.ts'
import { Email, Language, Version } from '../lib/record.ts'
import { isUrl } from '../lib/url.ts'
import { type NotificationKind, notificationKinds, QuietHours } from './notificationChoice.ts'

/** PayPal's limit for an invoice number. */
export const billNumberMax = 25
const tokenLengths: Record<string, number> = { code: 8, yyyy: 4, yy: 2, mm: 2, dd: 2 }

/**
 * How long the numbers of a format become, with a company code of eight letters. It is reckoned and
 * not tried: a rule about several fields is asked also when one of them is out of its range, and so
 * many digits may not fit into memory.
 */
export const longestNumber = (format: string, digits: number) =>
  [...format.matchAll(/\{(\w+)\}/g)].reduce(
    (length, [whole, token]) =>
      length -
      whole.length +
      (token === 'seq' ? digits : (tokenLengths[token as string] ?? whole.length)),
    format.length,
  )

const Billing = z
  .object({
    /** Text with {code}, {yyyy}, {yy}, {mm}, {dd} and, required, {seq}. */
    numberFormat: z
      .string()
      .regex(/^([A-Za-z0-9-]|\{(code|yyyy|yy|mm|dd|seq)\})+$/)
      .refine((format) => format.split('{seq}').length === 2, '{seq} × 1'),
    numberDigits: z.int().min(3).max(8),
    defaultCurrency: Currency,
    allowedCurrencies: z.array(Currency).min(1).max(currencies.length),
    /** Days until a bill is due; 0 is "on receipt". */
    paymentTermDays: z.int().min(0).max(365),
    note: z.string().max(4000),
    terms: z.string().max(4000),
    allowPartialPayment: z.boolean(),
  })
  .refine((billing) => longestNumber(billing.numberFormat, billing.numberDigits) <= billNumberMax, {
    path: ['numberFormat'],
    message: `≤ ${billNumberMax}`,
  })
  .refine((billing) => billing.allowedCurrencies.includes(billing.defaultCurrency), {
    path: ['defaultCurrency'],
    message: 'allowedCurrencies',
  })

const Routing = z.object({
  /**
   * manual: the operator picks the PayPal account. automatic: the first by priority whose
   * limits allow the bill.
   */
  mode: z.enum(['manual', 'automatic']),
  /** In automatic mode: may the operator still pick another one? */
  allowOverride: z.boolean(),
})

const Approval = z.object({
  /**
   * A refund of at least this much waits for a second person. In a currency that is not listed,
   * every refund does.
   */
  refundThresholds: z
    .array(z.object({ currency: Currency, amountMinor: AmountMinor.min(0) }))
    .max(currencies.length)
    .refine(
      (list) => new Set(list.map(({ currency }) => currency)).size === list.length,
      'one line per currency',
    ),
})

const Reconciliation = z.object({
  /**
   * A payment may differ from its bill by this much and is still matched, in hundredths of a per
   * cent.
   */
  toleranceBasisPoints: z.int().min(0).max(1000),
  /** An unexplained transaction older than this is overdue. */
  slaHours: z.int().min(1).max(720),
  /**
   * Money that came past PayPal's invoice and names the bill is recorded on the invoice, so that
   * nobody can pay twice.
   */
  recordMatches: z.boolean(),
})

const Security = z
  .object({
    sessionIdleHours: z.int().min(1).max(24),
    sessionAbsoluteHours: z.int().min(1).max(72),
    /** How long "remember me" keeps a session; 0: it does nothing in this company. */
    rememberDays: z.int().min(0).max(90),
    secondFactorRequired: z.boolean(),
  })
  .refine((security) => security.sessionIdleHours <= security.sessionAbsoluteHours, {
    path: ['sessionIdleHours'],
    message: '≤ sessionAbsoluteHours',
  })

/** The kinds that concern more than one person. */
export const companyKinds = notificationKinds.filter((kind) => kind !== 'newDevice') as Exclude<
  NotificationKind,
  'newDevice'
>[]

/** Only these hosts are ever called, so a webhook cannot be turned against our own network. */
export const chatHosts: Record<(typeof chatKinds)[number], string[]> = {
  dingtalk: ['oapi.dingtalk.com'],
  wecom: ['qyapi.weixin.qq.com'],
  feishu: ['open.feishu.cn', 'open.larksuite.com'],
}
/**
 * A bot of the company's team chat. Its address holds its token, so it is written and
 * never shown again.
 */
const ChatWebhook = z
  .object({
    /** The id of a bot that exists already. */
    id: z.uuid().optional(),
    kind: z.enum(chatKinds),
    name: z.string().trim().min(1).max(50),
    enabled: z.boolean(),
    /** Write-only; left out: the stored address stays. */
    url: z.url().max(500).optional(),
    /**
     * Write-only: the secret with which DingTalk and Feishu sign. Left out: the stored one stays;
     * empty: no secret.
     */
    secret: z.string().trim().max(200).optional(),
    /** The fields below are only answered, never written by callers. */
    urlLast4: z.string().optional(),
    hasSecret: z.boolean().optional(),
    /**
     * Another one whenever the address or the secret is written, also if both stay as they were.
     */
    fingerprint: z.string().optional(),
    sentAt: Instant.nullable().optional(),
    failure: z.string().optional(),
    failedAt: Instant.nullable().optional(),
  })
  .refine(({ id, kind, url }) => (url === undefined ? id !== undefined : isChatUrl(kind, url)), {
    path: ['url'],
    message: 'https, the bot’s own host',
  })

export function isChatUrl(kind: (typeof chatKinds)[number], text: string): boolean {
  if (!isUrl(text)) return false
  // What comes after # goes nowhere: it could only make one address end like another.
  if (text.includes('#')) return false
  const url = URL.parse(text)
  return (
    !!url &&
    url.protocol === 'https:' &&
    url.port === '' &&
    !url.username &&
    !url.password &&
    chatHosts[kind].includes(url.hostname)
  )
}

/**
 * What the whole company is told, by e-mail and in its team chats. Every person has their own
 * choices besides.
 */
const Notifications = z.object({
  emails: z.array(Email).max(20),
  webhooks: z.array(ChatWebhook).max(10),
  kinds: z.array(z.enum(companyKinds)).max(companyKinds.length),
  language: Language,
  /**
   * Hours, in the company's time zone, between which neither e-mails nor chats are sent; they
   * wait until the end.
   */
  quiet: QuietHours.nullable(),
})

/**
 * For how long what grows with every day is kept. The books, the audit log and the timelines of
 * bills are always kept (decision 74).
 */
const Retention = z.object({
  /**
   * The bodies of PayPal's events, by whole months: they go within a month after this. The events
   * themselves stay.
   */
  eventDays: z.int().min(90).max(3650),
})

/**
 * One schema per tab of /admin/settings. The rules tab, which also reminds and cancels, is
 * /api/rule (decision 0039).
 */
export const settingTabs = {
  billing: Billing,
  routing: Routing,
  approval: Approval,
  reconciliation: Reconciliation,
  security: Security,
  notifications: Notifications,
  retention: Retention,
}
export type SettingTab = keyof typeof settingTabs

export const SettingValues = z.object(settingTabs)
export type SettingValues = z.infer<typeof SettingValues>

/**
 * The settings of a company that never changed anything. They also fill in what a stored tab lacks.
 */
export const defaultSettings: SettingValues = {
  billing: {
    numberFormat: '{code}-{yyyy}-{seq}',
    numberDigits: 5,
    defaultCurrency: 'USD',
    allowedCurrencies: ['USD', 'EUR', 'GBP', 'JPY', 'HKD', 'AUD', 'CAD'],
    paymentTermDays: 15,
    note: '',
    terms: '',
    allowPartialPayment: false,
  },
  routing: { mode: 'manual', allowOverride: true },
  approval: { refundThresholds: [{ currency: 'USD', amountMinor: 100_000 }] },
  reconciliation: { toleranceBasisPoints: 0, slaHours: 48, recordMatches: true },
  security: {
    sessionIdleHours: 4,
    sessionAbsoluteHours: 12,
    rememberDays: 30,
    secondFactorRequired: false,
  },
  notifications: {
    emails: [],
    webhooks: [],
    // Payments would flood a group chat, so they are off until a company asks for them.
    kinds: companyKinds.filter((kind) => kind !== 'paymentReceived'),
    language: 'zh-CN',
    quiet: null,
  },
  retention: { eventDays: 180 },
}

export const CompanySetting = SettingValues.extend({
  version: z.int(),
  /** Null until someone changes a setting. */
  updatedAt: Instant.nullable(),
  updatedBy: z.string().nullable(),
})
export type CompanySetting = z.infer<typeof CompanySetting>

export const companySettingApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/companySetting',
    permission: 'UpdateCompanySetting',
    summary: 'The company’s business settings, all tabs',
    reply: CompanySetting,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/companySetting',
    permission: 'UpdateCompanySetting',
    summary:
      'Replace one or more tabs whole; tabs that are left out stay as they are. Thresholds are asked for at /api/limitChange',
    stepUp: 'sometimes',
    // Strict: what is not taken here is refused and not passed over in silence.
    body: SettingValues.omit({ approval: true }).partial().extend({ version: Version }).strict(),
    reply: CompanySetting,
  }),
  testBot: endpoint({
    method: 'POST',
    path: '/api/companySetting/bot/:id/test',
    permission: 'UpdateCompanySetting',
    summary:
      'Send a test message through one of the company’s bots; the settings then say how it went',
    stepUp: 'never',
    params: ById,
    reply: z.object({ id: z.uuid() }),
  }),
}
