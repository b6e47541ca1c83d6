import { z } from 'zod'
import { AmountMinor, Currency } from './money.ts'
import { Day, Instant } from './page.ts'
import { RuleFailure } from './rule.ts'

const noticeOf = <K extends string, D extends z.ZodType>(kind: K, data: D) =>
  z.object({ id: z.uuid(), kind: z.literal(kind), data, readAt: Instant.nullable(), createdAt: Instant })

/** One company's day in figures, as a summary tells it. */
export const DaySummary = z.object({
  ruleId: z.uuid(),
  day: Day,
  received: z.array(z.object({ currency: Currency, amountMinor: AmountMinor, count: z.int() })),
  newBills: z.int(),
  overdue: z.int(),
  unexplained: z.int(),
  disputes: z.int(),
})
export type DaySummary = z.infer<typeof DaySummary>

/** What rules tell people. */
export const ruleNotices = [
  noticeOf('ruleFailed', z.object({ ruleId: z.uuid(), name: z.string(), failure: RuleFailure })),
  noticeOf('dailySummary', DaySummary),
  noticeOf('accountSilent', z.object({ accountId: z.uuid(), label: z.string(), since: Instant.nullable() })),
  noticeOf('statementReady', z.object({ ruleId: z.uuid(), month: z.string() })),
] as const
