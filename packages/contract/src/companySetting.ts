import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AmountMinor, Currency } from './money.ts'
import { Instant } from './page.ts'
import { Email, Version } from './record.ts'

/** PayPal's limit for an invoice number. */
export const billNumberMax = 25
const numberTokens = { code: 'CCCCCCCC', yyyy: '2026', yy: '26', mm: '12', dd: '31' } as const

/** The longest number that a format can make, with a company code of eight letters. */
export const longestNumber = (format: string, digits: number) =>
  format.replace(/\{(\w+)\}/g, (whole, token: string) =>
    token === 'seq' ? '9'.repeat(digits) : (numberTokens[token as keyof typeof numberTokens] ?? whole),
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
    allowedCurrencies: z.array(Currency).min(1),
    /** Days until a bill is due; 0 is "on receipt". */
    paymentTermDays: z.int().min(0).max(365),
    note: z.string().max(4000),
    terms: z.string().max(4000),
    allowPartialPayment: z.boolean(),
  })
  .refine((billing) => longestNumber(billing.numberFormat, billing.numberDigits).length <= billNumberMax, {
    path: ['numberFormat'],
    message: `≤ ${billNumberMax}`,
  })
  .refine((billing) => billing.allowedCurrencies.includes(billing.defaultCurrency), {
    path: ['defaultCurrency'],
    message: 'allowedCurrencies',
  })

const Routing = z.object({
  /** manual: the operator picks the PayPal account. automatic: the first by priority whose limits allow the bill. */
  mode: z.enum(['manual', 'automatic']),
  /** In automatic mode: may the operator still pick another one? */
  allowOverride: z.boolean(),
})

const Approval = z.object({
  /** A refund of at least this much waits for a second person. A currency that is not listed needs no approval. */
  refundThresholds: z
    .array(z.object({ currency: Currency, amountMinor: AmountMinor.min(0) }))
    .refine((list) => new Set(list.map(({ currency }) => currency)).size === list.length, 'one line per currency'),
})

const Reconciliation = z.object({
  /** A payment that differs from its bill by no more than this is matched all the same, in hundredths of a per cent. */
  toleranceBasisPoints: z.int().min(0).max(1000),
  /** An unexplained transaction older than this is overdue. */
  slaHours: z.int().min(1).max(720),
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

export const chatKinds = ['dingtalk', 'wecom', 'feishu'] as const
/** Only these hosts are ever called, so a webhook cannot be turned against our own network. */
export const chatHosts: Record<(typeof chatKinds)[number], string[]> = {
  dingtalk: ['oapi.dingtalk.com'],
  wecom: ['qyapi.weixin.qq.com'],
  feishu: ['open.feishu.cn', 'open.larksuite.com'],
}
const ChatWebhook = z
  .object({ kind: z.enum(chatKinds), name: z.string().trim().min(1).max(50), url: z.url().max(500), enabled: z.boolean() })
  .refine(({ kind, url }) => isChatUrl(kind, url), { path: ['url'], message: 'https, the bot’s own host' })

function isChatUrl(kind: (typeof chatKinds)[number], text: string): boolean {
  const url = URL.parse(text)
  return !!url && url.protocol === 'https:' && url.port === '' && !url.username && !url.password && chatHosts[kind].includes(url.hostname)
}

const Notifications = z.object({
  emails: z.array(Email).max(20),
  webhooks: z.array(ChatWebhook).max(10),
})

/** One schema per tab of /admin/settings. The rules tab, which also reminds and cancels, is /api/rule (decision 39). */
export const settingTabs = {
  billing: Billing,
  routing: Routing,
  approval: Approval,
  reconciliation: Reconciliation,
  security: Security,
  notifications: Notifications,
}
export type SettingTab = keyof typeof settingTabs

export const SettingValues = z.object(settingTabs)
export type SettingValues = z.infer<typeof SettingValues>

/** What a company that never changed anything has; also fills in what a stored tab lacks. */
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
  reconciliation: { toleranceBasisPoints: 0, slaHours: 48 },
  security: { sessionIdleHours: 4, sessionAbsoluteHours: 12, rememberDays: 30, secondFactorRequired: false },
  notifications: { emails: [], webhooks: [] },
}

export const CompanySetting = SettingValues.extend({
  version: z.int(),
  /** Null until someone changes something. */
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
    summary: 'Replace one or more tabs whole; tabs that are left out stay as they are',
    body: SettingValues.partial().extend({ version: Version }),
    reply: CompanySetting,
  }),
}
