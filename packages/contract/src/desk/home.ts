import { z } from 'zod'
import { AgeingReply } from '../billing/billAge.ts'
import { endpoint } from '../lib/endpoint.ts'
import { idOf } from '../lib/id.ts'
import { AmountMinor, Currency } from '../lib/money.ts'
import { Day, Instant } from '../lib/page.ts'
import { problemKinds } from '../people/problemNotice.ts'

const Count = z.object({ count: z.int(), countIsExact: z.boolean() })

/** What a new company does first, in this order, and whether it is done. */
export const startSteps = ['account', 'people', 'customer', 'bill'] as const
const Start = z.record(z.enum(startSteps), z.boolean())
export type Start = z.infer<typeof Start>

/** How much waits for this person. Null: the person may not see that part. */
export const HomeQueue = z.object({
  asOf: Instant,
  /** Null: the company has begun, because a bill has gone out. */
  start: Start.nullable(),
  /** Refunds that someone else asked for, within this person's limit. */
  approvals: Count.nullable(),
  /**
   * Changes of limits that someone else asked for and this person may agree to; `users` of them are
   * about people, not the company.
   */
  limitChanges: Count.extend({ users: z.int() }).nullable(),
  /** Disputes in which it is our turn; `soon` of them end within 48 hours. */
  disputes: Count.extend({ soon: z.int(), nextDueAt: Instant.nullable() }).nullable(),
  /** Transactions that no bill explains; `overdue` of them are past the company's time limit. */
  exceptions: Count.extend({ overdue: z.int() }).nullable(),
  /**
   * What is wrong with the books, with reading PayPal or with single rows and refunds: kinds of it,
   * the most pressing first.
   */
  problems: Count.extend({ kinds: z.array(z.enum(problemKinds)) }).nullable(),
  overdueBills: Count.nullable(),
  /** Bills that PayPal did not take: someone must correct them and send them again. */
  refusedBills: Count.nullable(),
  /** Accounts that PayPal stopped or that are not connected. */
  accounts: Count.extend({ labels: z.array(z.string()) }).nullable(),
  /** Bills that I have begun and not sent. */
  drafts: Count.nullable(),
  /** Active people who sign in with their password alone. */
  unguarded: Count.nullable(),
})
export type HomeQueue = z.infer<typeof HomeQueue>

const Moved = z.object({
  collectedMinor: AmountMinor,
  refundedMinor: AmountMinor,
  feeMinor: AmountMinor,
})

/** Figures of one currency. Movements are of the days asked for, amounts due are of now. */
export const CurrencyFigures = Moved.extend({
  currency: Currency,
  collectedCount: z.int(),
  dueMinor: AmountMinor,
  dueCount: z.int(),
  overdueMinor: AmountMinor,
  overdueCount: z.int(),
  /**
   * Some of what moved counts on days that may still change, because PayPal's own rows have not
   * come.
   */
  provisional: z.boolean(),
  /** Days on which something moved, in order. */
  days: z.array(Moved.extend({ day: Day })),
})
export type CurrencyFigures = z.infer<typeof CurrencyFigures>

/**
 * Bills of which an event of PayPal's says that they were paid, and PayPal's own records do not
 * yet. No figure counts them.
 */
const Reported = Count.extend({ numbers: z.array(z.string()) })

/**
 * What PayPal holds back now, per currency, by the books of all accounts. Null: the person may not
 * see transactions.
 */
const Withheld = z.array(z.object({ currency: Currency, amountMinor: AmountMinor })).nullable()

/**
 * What PayPal holds back of one payment. PayPal tells no end; while a dispute is open, `until` is
 * when we must have answered it.
 */
const Hold = z.object({
  currency: Currency,
  amountMinor: AmountMinor,
  since: Instant,
  billId: idOf('bill').nullable(),
  billNumber: z.string().nullable(),
  disputeId: idOf('dispute').nullable(),
  until: Instant.nullable(),
})
export type Hold = z.infer<typeof Hold>

export const HomeMoney = z.object({
  /**
   * Transactions that no bill explains, by how long ago they were; gross amounts with their signs.
   * Null: not this person's work.
   */
  unmatched: AgeingReply.nullable(),
  /**
   * The largest that PayPal holds back of single payments. Null: the person may not see
   * transactions.
   */
  holds: z.array(Hold).nullable(),
})
export type HomeMoney = z.infer<typeof HomeMoney>

const maxFigureDays = 366
const dayMs = 86_400_000

export const homeApi = {
  money: endpoint({
    method: 'GET',
    path: '/api/home/money',
    permission: 'ViewPaypalTransaction|ReconcileTransaction',
    summary:
      'Money that waits for its bill, by age, and what PayPal holds back, as far as I may see it',
    heavy: true,
    reply: HomeMoney,
  }),
  overdue: endpoint({
    method: 'GET',
    path: '/api/home/overdue',
    permission: 'ViewPayPalBill|ViewAllPayPalBill',
    summary: 'What the overdue bills that I may see owe, by age, from the stored figures',
    reply: AgeingReply,
  }),
  queue: endpoint({
    method: 'GET',
    path: '/api/home',
    permission: 'signedIn',
    summary:
      'What waits for me, as far as I may see it; and what a company that has not begun does first',
    personal: false,
    reply: HomeQueue,
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/home/figures',
    permission: 'ViewPayPalBill|ViewAllPayPalBill',
    summary:
      'Collected, due and fees per currency, of the bills that I may see; days are of the company’s calendar',
    heavy: true,
    query: z
      .object({ from: Day, to: Day })
      .refine(
        ({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < maxFigureDays * dayMs,
        {
          path: ['to'],
          message: `≤ ${maxFigureDays} days`,
        },
      ),
    reply: z.object({
      asOf: Instant,
      currencies: z.array(CurrencyFigures),
      reported: Reported,
      withheld: Withheld,
    }),
  }),
}
