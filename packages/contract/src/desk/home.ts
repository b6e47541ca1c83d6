import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { AmountMinor, Currency } from '../lib/money.ts'
import { Day, Instant } from '../lib/page.ts'

const Count = z.object({ count: z.int(), countIsExact: z.boolean() })

/** What waits for this person. Null: they may not see it. */
export const HomeQueue = z.object({
  asOf: Instant,
  /** Someone else's, and within their limit. */
  approvals: Count.nullable(),
  /** It is our turn; `soon` of them within 48 hours. */
  disputes: Count.extend({ soon: z.int(), nextDueAt: Instant.nullable() }).nullable(),
  /** What no bill explains; `overdue` of them past the company's time limit. */
  exceptions: Count.extend({ overdue: z.int() }).nullable(),
  overdueBills: Count.nullable(),
  /** PayPal did not take them: to be mended and sent again. */
  refusedBills: Count.nullable(),
  /** PayPal stopped them, or they are not connected. */
  accounts: Count.extend({ labels: z.array(z.string()) }).nullable(),
})
export type HomeQueue = z.infer<typeof HomeQueue>

const Moved = z.object({ collectedMinor: AmountMinor, refundedMinor: AmountMinor, feeMinor: AmountMinor })

/** One currency. What moved is of the days asked for, what is due is of now. */
export const CurrencyFigures = Moved.extend({
  currency: Currency,
  collectedCount: z.int(),
  dueMinor: AmountMinor,
  dueCount: z.int(),
  overdueMinor: AmountMinor,
  overdueCount: z.int(),
  /** Days on which something moved, in order. */
  days: z.array(Moved.extend({ day: Day })),
})
export type CurrencyFigures = z.infer<typeof CurrencyFigures>

const maxFigureDays = 366
const dayMs = 86_400_000

export const homeApi = {
  queue: endpoint({
    method: 'GET',
    path: '/api/home',
    permission: 'signedIn',
    summary: 'What waits for me, as far as I may see it',
    personal: false,
    reply: HomeQueue,
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/home/figures',
    permission: 'ViewPayPalBill|ViewAllPayPalBill',
    summary: 'Collected, due and fees per currency, of the bills that I may see; days are of the company’s calendar',
    query: z
      .object({ from: Day, to: Day })
      .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < maxFigureDays * dayMs, {
        path: ['to'],
        message: `≤ ${maxFigureDays} days`,
      }),
    reply: z.object({ asOf: Instant, currencies: z.array(CurrencyFigures) }),
  }),
}
