import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { idOf } from '../lib/id.ts'
import { AmountMinor, Currency } from '../lib/money.ts'
import { Instant } from '../lib/page.ts'
import { problemKinds } from '../people/problemNotice.ts'

/** What is wrong now. What does not belong to a kind is null or empty. */
export const Problem = z.object({
  kind: z.enum(problemKinds),
  /** Of what it is about: an account, a row that is set aside, a refund, a bill. */
  subjectId: z.guid(),
  since: Instant,
  accountId: idOf('paypalAccount').nullable(),
  accountLabel: z.string(),
  billId: idOf('bill').nullable(),
  billNumber: z.string().nullable(),
  currency: Currency.nullable(),
  /** Of books that differ: how much more they show than PayPal. */
  amountMinor: AmountMinor.nullable(),
  asOf: Instant.nullable(),
  detail: z.string(),
})
export type Problem = z.infer<typeof Problem>

/** More are counted and not listed: whoever has so many begins with the first. */
export const mostProblems = 200

export const problemApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/problem',
    permission: 'ReconcileTransaction',
    summary:
      'What is wrong with the books, with reading PayPal and with single rows or refunds now, the most pressing first',
    reply: z.object({ list: z.array(Problem), total: z.int() }),
  }),
}
