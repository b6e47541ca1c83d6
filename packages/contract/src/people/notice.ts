import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { idOf } from '../lib/id.ts'
import { AmountMinor, Currency } from '../lib/money.ts'
import { ById, Instant, PageQuery, pageOf } from '../lib/page.ts'
import { ProblemFound } from './problemNotice.ts'
import { AccountSilent, DaySummary, RuleFailed, StatementReady } from './ruleNotice.ts'
import { PowerUsed, SecurityAlarm, SecurityChanged } from './securityNotice.ts'

const notice = <const K extends string, D extends z.ZodType>(kind: K, data: D) =>
  z.object({
    id: z.uuid(),
    kind: z.literal(kind),
    data,
    readAt: Instant.nullable(),
    createdAt: Instant,
  })

const money = { amountMinor: AmountMinor, currency: Currency }
const dispute = {
  disputeId: idOf('dispute'),
  billNumber: z.string().nullable(),
  buyerName: z.string(),
  amountMinor: AmountMinor.nullable(),
  currency: Currency.nullable(),
}

/** The states into which PayPal can bring an account; only people pause and archive. */
export const stoppedStates = ['limited', 'disconnected'] as const

/**
 * What PayPal can refuse about a bill after it was asked for. `totalDiffers`: it was changed, but
 * PayPal's total is not the one meant.
 */
export const refusedActs = [
  'send',
  'edit',
  'remind',
  'cancel',
  'recordPayment',
  'refund',
  'totalDiffers',
] as const
export type RefusedAct = (typeof refusedActs)[number]

/** The data of each kind. The console, e-mails and bots word them in the reader's language. */
export const Notice = z.discriminatedUnion('kind', [
  notice('newDevice', z.object({ address: z.string(), device: z.string(), at: Instant })),
  notice('securityChange', SecurityChanged),
  notice('securityAlarm', SecurityAlarm),
  notice('powerUsed', PowerUsed),
  notice(
    'paymentReceived',
    z.object({ ...money, billId: idOf('bill'), billNumber: z.string(), customerName: z.string() }),
  ),
  notice(
    'billRefused',
    z.object({
      billId: idOf('bill'),
      billNumber: z.string(),
      customerName: z.string(),
      /** What was refused. Notices of before say nothing of it: only sending was told then. */
      what: z.enum(refusedActs).default('send'),
      /** PayPal refused nothing: its total is another one, and `detail` has both. */
      differs: z.boolean().default(false),
      detail: z.string(),
    }),
  ),
  /**
   * Something about a bill that a person has to put right. The amount and currency are those
   * that PayPal shows.
   */
  notice(
    'billProblem',
    z.object({
      billId: idOf('bill'),
      billNumber: z.string(),
      customerName: z.string(),
      problem: z.enum(['currencyChanged', 'refundMadeAfterAll', 'refundFailedAfterAll']),
      amountMinor: AmountMinor,
      currency: Currency,
    }),
  ),
  notice(
    'accountStopped',
    z.object({
      accountId: idOf('paypalAccount'),
      label: z.string(),
      state: z.enum(stoppedStates),
      reason: z.string(),
      detail: z.string(),
    }),
  ),
  /**
   * At most once an hour per account: a delivery carried PayPal's signature, and PayPal's records
   * do not bear it out.
   */
  notice(
    'eventAlarm',
    z.object({
      accountId: idOf('paypalAccount'),
      label: z.string(),
      eventType: z.string(),
      eventId: z.string(),
    }),
  ),
  notice(
    'approvalAsked',
    z.object({ ...money, approvalId: idOf('approval'), billNumber: z.string(), who: z.string() }),
  ),
  notice(
    'approvalDecided',
    z.object({
      ...money,
      billId: idOf('bill'),
      billNumber: z.string(),
      approved: z.boolean(),
      who: z.string(),
      note: z.string(),
    }),
  ),
  /** `about`: whose limits, null for the company's. */
  notice('limitChangeAsked', z.object({ who: z.string(), about: z.string().nullable() })),
  notice(
    'limitChangeDecided',
    z.object({ who: z.string(), about: z.string().nullable(), approved: z.boolean() }),
  ),
  notice('disputeOpened', z.object({ ...dispute, reason: z.string(), dueAt: Instant.nullable() })),
  /** `hours`: fewer than these are left. */
  notice('disputeDeadline', z.object({ ...dispute, dueAt: Instant, hours: z.int() })),
  /** Once a day: how many transactions nobody has explained for longer than the company allows. */
  notice('exceptionOverdue', z.object({ count: z.int(), oldestAt: Instant, hours: z.int() })),
  /**
   * Once for each occurrence: something is wrong with the money, and the page of problems
   * says what to do.
   */
  notice('problemFound', ProblemFound),
  notice('ruleFailed', RuleFailed),
  notice('dailySummary', DaySummary),
  notice('accountSilent', AccountSilent),
  notice('statementReady', StatementReady),
])
export type Notice = z.infer<typeof Notice>
export type NoticeKind = Notice['kind']

/** A larger number of unread notices is shown as "99+". */
export const unreadCap = 99

export const noticeApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/notices',
    permission: 'signedIn',
    summary: 'My notices, newest first, and how many are unread (counted to 100)',
    query: PageQuery.extend({
      unread: z.stringbool().optional(),
      /**
       * Only notices older than this one. An endless list asks this way, so that newer notices do
       * not shift its pages.
       */
      before: z.uuid().optional(),
    }),
    reply: pageOf(Notice).extend({ unread: z.int() }),
  }),
  mark: endpoint({
    method: 'PATCH',
    path: '/api/notices/:id',
    permission: 'signedIn',
    summary: 'Mark one of my notices as read or unread',
    stepUp: 'never',
    params: ById,
    body: z.object({ read: z.boolean() }),
    reply: z.object({ id: z.uuid(), readAt: Instant.nullable() }),
  }),
  readAll: endpoint({
    method: 'POST',
    path: '/api/notices/readAll',
    permission: 'signedIn',
    summary: 'Mark all of my notices as read',
    stepUp: 'never',
    reply: z.object({ marked: z.int() }),
  }),
}
