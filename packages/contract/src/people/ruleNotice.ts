import { z } from 'zod'
import { idOf } from '../lib/id.ts'
import { AmountMinor, Currency } from '../lib/money.ts'
import { Day, Instant } from '../lib/page.ts'

/** Why a run failed: a code that API and console both have a text for. */
export const RuleFailure = z.object({
  code: z.enum(['nobody', 'noAccount', 'internal']),
  at: Instant,
})
export type RuleFailure = z.infer<typeof RuleFailure>

/** The figures of one company's day, for a daily summary. */
export const DaySummary = z.object({
  ruleId: idOf('rule'),
  day: Day,
  received: z.array(z.object({ currency: Currency, amountMinor: AmountMinor, count: z.int() })),
  newBills: z.int(),
  overdue: z.int(),
  unexplained: z.int(),
  disputes: z.int(),
})
export type DaySummary = z.infer<typeof DaySummary>

/** The data of notices that rules send. */
export const RuleFailed = z.object({ ruleId: idOf('rule'), name: z.string(), failure: RuleFailure })
export const AccountSilent = z.object({
  accountId: idOf('paypalAccount'),
  label: z.string(),
  since: Instant.nullable(),
})
export const StatementReady = z.object({ ruleId: idOf('rule'), month: z.string() })
