import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { ExportFormat, file } from '../lib/exportFile.ts'
import { idOf } from '../lib/id.ts'
import { AmountMinor, Currency } from '../lib/money.ts'
import { ById, Day, Instant, PageQuery, pageOf } from '../lib/page.ts'
import { TransactionClass } from './transactionCode.ts'

/** PayPal's words: denied, pending, success, fully reversed. */
export const transactionStatuses = ['D', 'P', 'S', 'V'] as const
export const TransactionStatus = z.enum(transactionStatuses)
export type TransactionStatus = z.infer<typeof TransactionStatus>

/** Only these have moved money: they are in the books, and must be explained. */
export const settledStatuses = ['S', 'V'] as const satisfies readonly TransactionStatus[]
export const isSettled = (status: TransactionStatus) =>
  settledStatuses.some((settled) => settled === status)

/** notNeeded: the row explains itself (a withdrawal, a fee, a conversion). */
export const matchStates = ['notNeeded', 'unmatched', 'auto', 'manual', 'ignored'] as const
export const MatchState = z.enum(matchStates)
export type MatchState = z.infer<typeof MatchState>

/**
 * Match states that are not the usual outcome. Few rows have them, so these rows have an
 * index of their own.
 */
export const unusualMatchStates = [
  'unmatched',
  'manual',
  'ignored',
] as const satisfies readonly MatchState[]

/**
 * How a match was found: by PayPal's payment id, its invoice id, our number, the payer's e-mail
 * with amount and time, the row that it refers to, or by a person.
 */
export const matchRules = ['payment', 'invoice', 'number', 'alias', 'reference', 'manual'] as const

const columns = {
  id: z.uuid(),
  accountId: idOf('paypalAccount'),
  accountLabel: z.string(),
  providerTransactionId: z.string(),
  eventCode: z.string(),
  class: TransactionClass,
  status: TransactionStatus,
  pendingReason: z.string(),
  currency: Currency,
  /** Signed: money out is negative, a fee that was taken is negative; net = gross + fee. */
  grossMinor: AmountMinor,
  feeMinor: AmountMinor,
  netMinor: AmountMinor,
  payerName: z.string(),
  payerEmail: z.string(),
  occurredAt: Instant,
  matchState: MatchState,
  matchedMinor: AmountMinor,
}

export const TransactionRow = z.object({
  ...columns,
  /**
   * How many rows belong to this one, such as the conversion of a payment. They are not
   * listed on their own.
   */
  groupSize: z.int(),
  /** The amount that the account was credited with, where PayPal converted the payment. */
  credited: z.object({ amountMinor: AmountMinor, currency: Currency }).nullable(),
  /** The bill that explains the row; the first one if several do. */
  billId: idOf('bill').nullable(),
  billNumber: z.string().nullable(),
})
export type TransactionRow = z.infer<typeof TransactionRow>

export const TransactionFilter = z.object({
  accountId: idOf('paypalAccount').optional(),
  class: TransactionClass.optional(),
  status: TransactionStatus.optional(),
  matchState: MatchState.optional(),
  currency: Currency.optional(),
  /** Days of the company's calendar, both included. */
  from: Day.optional(),
  to: Day.optional(),
  /**
   * A whole PayPal id (of the row, of its invoice or of what it refers to), or the beginning of
   * the payer's e-mail.
   */
  keyword: z.string().trim().min(1).max(127).optional(),
})

/**
 * The orders of the list; a minus is the latest or largest first. Amounts are compared within one
 * currency only, so their order asks for one.
 */
export const transactionSorts = ['-time', 'time', '-gross', 'gross'] as const
export type TransactionSort = (typeof transactionSorts)[number]

export const TransactionQuery = PageQuery.extend(TransactionFilter.shape)
  .extend({
    /** A keyword’s hits come newest first, whatever the order. */
    sort: z.enum(transactionSorts).default('-time'),
    /** The page after or before this row, in the order of the list. */
    after: z.uuid().optional(),
    before: z.uuid().optional(),
  })
  .refine(({ sort, currency }) => currency !== undefined || !sort.endsWith('gross'), {
    path: ['currency'],
    message: 'sort',
  })

export const MatchLine = z.object({
  id: z.uuid(),
  billId: idOf('bill').nullable(),
  billNumber: z.string().nullable(),
  customerName: z.string().nullable(),
  amountMinor: AmountMinor,
  deductionMinor: AmountMinor,
  reason: z.string(),
  rule: z.enum(matchRules),
  actorName: z.string(),
  createdAt: Instant,
})
export type MatchLine = z.infer<typeof MatchLine>

const Related = z.object({
  id: z.uuid(),
  providerTransactionId: z.string(),
  eventCode: z.string(),
  class: TransactionClass,
  status: TransactionStatus,
  currency: Currency,
  grossMinor: AmountMinor,
  feeMinor: AmountMinor,
  occurredAt: Instant,
})

/**
 * What can be odd about a row of PayPal's, so that nothing of it is posted and it is set aside.
 * `shape`: it is no row at all.
 */
export const rowDoubts = ['id', 'eventCode', 'status', 'amount', 'fee', 'date', 'shape'] as const

export const books = [
  'balance',
  'withheld',
  'fees',
  'received',
  'unexplained',
  'setAside',
  'transferredOut',
  'converted',
  'opening',
] as const

/** correction: of a row that is part of the opening balance. */
export const journalKinds = ['opening', 'row', 'change', 'match', 'correction'] as const

export const Transaction = z.object({
  ...columns,
  version: z.int(),
  endingBalanceMinor: AmountMinor.nullable(),
  invoiceId: z.string(),
  customField: z.string(),
  paypalInvoiceId: z.string(),
  payerId: z.string(),
  payerCountry: z.string(),
  referenceId: z.string(),
  subject: z.string(),
  note: z.string(),
  updatedAt: Instant,
  firstSeenVia: z.enum(['event', 'sync']),
  syncedAt: Instant.nullable(),
  matchReason: z.string(),
  matchedBy: z.string(),
  matchedAt: Instant.nullable(),
  assigneeId: idOf('user').nullable(),
  assigneeName: z.string().nullable(),
  /** The customer who has the payer's e-mail as address or alias. */
  customer: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  lines: z.array(MatchLine),
  /** It explains a bill for which PayPal's invoice still asks, so that it can be recorded there. */
  recordable: z.boolean(),
  /** Its conversion, refunds, reversals, holds and fees; and the row that it refers to. */
  related: z.array(Related),
  journals: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(journalKinds),
      effectiveAt: Instant,
      postedAt: Instant,
      postings: z.array(
        z.object({ book: z.enum(books), currency: Currency, amountMinor: AmountMinor }),
      ),
    }),
  ),
  raw: z.record(z.string(), z.unknown()).nullable(),
})
export type Transaction = z.infer<typeof Transaction>

export const TransactionTotal = z.object({
  currency: Currency,
  count: z.int(),
  grossMinor: AmountMinor,
  /** What of the gross is payments; the rest is refunds, withdrawals, conversions and so on. */
  paymentMinor: AmountMinor,
  feeMinor: AmountMinor,
  netMinor: AmountMinor,
})
export type TransactionTotal = z.infer<typeof TransactionTotal>

/**
 * What PayPal moved in one currency, by kind; gross amounts with their signs, and the fees of all
 * of them together. All kinds but withdrawals, and the fees, are what became available; with the
 * withdrawals they are the change of the balance.
 */
export const Flow = z.object({
  currency: Currency,
  kinds: z.array(z.object({ class: TransactionClass, count: z.int(), grossMinor: AmountMinor })),
  feeMinor: AmountMinor,
  availableMinor: AmountMinor,
  withdrawnMinor: AmountMinor,
  changeMinor: AmountMinor,
})
export type Flow = z.infer<typeof Flow>

export const SyncRun = z.object({
  id: z.uuid(),
  kind: z.enum(['regular', 'resync', 'pending']),
  from: Instant,
  to: Instant,
  /** The run has read everything up to this moment. */
  readTo: Instant.nullable(),
  state: z.enum(['wanted', 'running', 'done', 'failed']),
  calls: z.int(),
  rowsSeen: z.int(),
  rowsNew: z.int(),
  rowsChanged: z.int(),
  failure: z.string(),
  actorName: z.string(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
})

/**
 * proven: PayPal's balance at the month's end is the books'. unasked: PayPal gave no balance that
 * could be compared, yet or at all.
 */
export const monthStates = ['proven', 'differs', 'unasked'] as const

/**
 * How the books of a month compare with PayPal's balance at the month's end, by what both say now.
 */
export const MonthProof = z.object({
  /** `2026-10`, on the company's calendar. */
  month: z.string(),
  endsAt: Instant,
  state: z.enum(monthStates),
  /** Currencies that differ, and those in which PayPal had already taken what was still pending. */
  differences: z.array(
    z.object({ currency: Currency, differenceMinor: AmountMinor, pendingMinor: AmountMinor }),
  ),
})
export type MonthProof = z.infer<typeof MonthProof>

export const AccountCoverage = z.object({
  accountId: idOf('paypalAccount'),
  accountLabel: z.string(),
  beginsAt: Instant.nullable(),
  /** Everything that PayPal moved before this is here. Null: nothing was read yet. */
  completeThrough: Instant.nullable(),
  /** The spans that were read whole, in order. The time between two spans is a gap. */
  covered: z.array(z.object({ from: Instant, to: Instant })),
  failure: z.string(),
  failedAt: Instant.nullable(),
  /**
   * Rows that are set aside, and that nobody has settled: PayPal's balance may contain them, and
   * the books do not.
   */
  setAside: z.int(),
  runs: z.array(SyncRun),
  /** The books against PayPal's own balance at one moment. */
  proofs: z.array(
    z.object({
      currency: Currency,
      asOf: Instant,
      paypalMinor: AmountMinor,
      ledgerMinor: AmountMinor,
      differenceMinor: AmountMinor,
      checkedAt: Instant,
    }),
  ),
  /** The ends of the company's months since the books began, the latest first. */
  months: z.array(MonthProof),
  /** Each book's sum. */
  books: z.array(z.object({ currency: Currency, book: z.enum(books), balanceMinor: AmountMinor })),
})
export type AccountCoverage = z.infer<typeof AccountCoverage>

export const transactionApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/paypalTransaction',
    permission: 'ViewPaypalTransaction',
    summary: 'Transactions; the rows of one conversion are listed as one',
    query: TransactionQuery,
    reply: pageOf(TransactionRow),
  }),
  totals: endpoint({
    method: 'GET',
    path: '/api/paypalTransaction/totals',
    permission: 'ViewPaypalTransaction',
    summary:
      'Sums per currency of what the filters leave and money has moved for; not exact beyond 10,000 rows where no daily figure answers',
    heavy: true,
    query: TransactionFilter,
    reply: z.object({ totals: z.array(TransactionTotal), totalsAreExact: z.boolean() }),
  }),
  flow: endpoint({
    method: 'GET',
    path: '/api/paypalTransaction/flow',
    permission: 'ViewPaypalTransaction',
    summary:
      'What came, what PayPal kept, went back and is withheld, and what was withdrawn, per currency; the same sums as the totals',
    heavy: true,
    query: z.object({ from: Day, to: Day }),
    reply: z.object({ currencies: z.array(Flow) }),
  }),
  coverage: endpoint({
    method: 'GET',
    path: '/api/paypalTransaction/coverage',
    permission: 'ViewPaypalTransaction|ReconcileTransaction',
    summary:
      'For each account: what was read, how far it is complete, and the books compared with PayPal’s balance',
    reply: z.object({ list: z.array(AccountCoverage) }),
  }),
  resync: endpoint({
    method: 'POST',
    path: '/api/paypalTransaction/resync',
    permission: 'ReconcileTransaction',
    summary: 'Read a span of one account again; nothing is counted twice',
    stepUp: 'never',
    body: z
      .object({ accountId: idOf('paypalAccount'), from: Instant, to: Instant })
      .refine(({ from, to }) => from < to, { path: ['to'], message: '> from' }),
    reply: SyncRun,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/paypalTransaction/:id',
    permission: 'ViewPaypalTransaction|ReconcileTransaction',
    summary: 'One transaction, whole',
    params: ById,
    reply: Transaction,
  }),
  export: endpoint({
    ...file,
    path: '/api/export/paypalTransaction',
    permission: 'ViewPaypalTransaction&ExportData',
    summary: 'The transactions that the filters leave, newest first, as a CSV or XLSX file',
    query: TransactionFilter.omit({ keyword: true }).extend({ format: ExportFormat }),
  }),
}
