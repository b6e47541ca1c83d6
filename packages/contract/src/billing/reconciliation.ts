import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { idOf } from '../lib/id.ts'
import { AmountMinor, Currency } from '../lib/money.ts'
import { ById, Day, Instant, PageQuery, pageOf } from '../lib/page.ts'
import { Version } from '../lib/record.ts'
import { Transaction, TransactionRow } from '../money/transaction.ts'

export const ExceptionRow = TransactionRow.extend({
  version: z.int(),
  assigneeId: idOf('user').nullable(),
  assigneeName: z.string().nullable(),
  /** When the company's time limit for explaining the row ends. */
  dueAt: Instant,
})
export type ExceptionRow = z.infer<typeof ExceptionRow>

/** Reasons why a transaction may be about a bill. */
export const candidateReasons = ['number', 'email', 'name', 'amount', 'nearAmount', 'time'] as const
/**
 * How sure a proposal is. certain: exactly the amount, and the bill is named or the payer is its
 * customer's. Only such a one is accepted in bulk, and only if the transaction has no other.
 */
export const certainties = ['certain', 'likely', 'possible'] as const
export const Candidate = z.object({
  billId: idOf('bill'),
  number: z.string(),
  title: z.string(),
  customerName: z.string(),
  currency: Currency,
  totalMinor: AmountMinor,
  dueMinor: AmountMinor,
  dueDate: Day.nullable(),
  status: z.string(),
  certainty: z.enum(certainties),
  reasons: z.array(z.enum(candidateReasons)),
})
export type Candidate = z.infer<typeof Candidate>

const Filter = z.object({
  accountId: idOf('paypalAccount').optional(),
  currency: Currency.optional(),
  /** Only rows that are past the company's time limit. */
  overdue: z.stringbool().optional(),
  assigneeId: idOf('user').optional(),
  /**
   * Rows that wait for a person's word to be recorded on PayPal's invoice: matched by their payer
   * alone, or less than the bill takes.
   */
  confirm: z.stringbool().optional(),
  /** Only rows like this one: of the same payer and the same kind, in the same direction. */
  like: z.uuid().optional(),
})

const by = '/api/reconciliation/:id' as const
const permission = 'ReconcileTransaction' as const

export const reconciliationApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/reconciliation',
    permission,
    summary:
      'Transactions that no bill explains, the oldest first; or those that a person should confirm before PayPal is told',
    query: PageQuery.extend(Filter.shape),
    reply: pageOf(ExceptionRow),
  }),
  open: endpoint({
    method: 'GET',
    path: '/api/reconciliation/open',
    permission,
    summary:
      'What the list holds that is not explained yet, per currency: money that came, and money that went',
    query: Filter,
    reply: z.object({
      /**
       * Signed, without what is explained already. Amounts of different currencies are never added.
       */
      list: z.array(
        z.object({
          currency: Currency,
          count: z.int(),
          inMinor: AmountMinor,
          outMinor: AmountMinor,
        }),
      ),
      isExact: z.boolean(),
    }),
  }),
  candidates: endpoint({
    method: 'GET',
    path: `${by}/candidate`,
    permission,
    summary:
      'Bills that the transaction may be about, best first; with a keyword, bills found by it',
    params: ById,
    query: z.object({ keyword: z.string().trim().min(1).max(100).optional() }),
    reply: z.object({ list: z.array(Candidate) }),
  }),
  match: endpoint({
    method: 'POST',
    path: `${by}/match`,
    permission,
    summary:
      'Explain a transaction by one or more bills, and by deductions that no bill has; it may stay partly unexplained',
    stepUp: 'never',
    params: ById,
    body: z.object({
      version: Version,
      lines: z
        .array(
          z.object({
            billId: idOf('bill').nullable(),
            /** Without a sign: every line has the sign of the transaction. */
            amountMinor: AmountMinor.min(1),
            /** The amount that is missing from the bill and that nobody will ask for. */
            deductionMinor: AmountMinor.min(0).default(0),
            reason: z.string().trim().max(500).default(''),
          }),
        )
        .min(1)
        .max(100),
      reason: z.string().trim().min(1).max(500),
      /** Also record an outside payment at PayPal for each of the bills that is still open. */
      recordOnBills: z.boolean().default(false),
    }),
    reply: Transaction,
  }),
  accept: endpoint({
    method: 'POST',
    path: `${by}/accept`,
    permission,
    summary:
      'Explain an incoming payment by the one bill that certainly belongs to it; refused if there is none, or another one',
    stepUp: 'never',
    params: ById,
    body: z.object({
      version: Version,
      billId: idOf('bill'),
      reason: z.string().trim().min(1).max(500),
    }),
    reply: Transaction,
  }),
  ignore: endpoint({
    method: 'POST',
    path: `${by}/ignore`,
    permission,
    summary: 'Set a transaction aside: no bill belongs to it, and why',
    stepUp: 'never',
    params: ById,
    body: z.object({ version: Version, reason: z.string().trim().min(1).max(500) }),
    reply: Transaction,
  }),
  undo: endpoint({
    method: 'POST',
    path: `${by}/undo`,
    permission,
    summary: 'Undo a match or a setting aside: the transaction is unexplained again',
    stepUp: 'never',
    params: ById,
    body: z.object({ version: Version, reason: z.string().trim().max(500).default('') }),
    reply: Transaction,
  }),
  record: endpoint({
    method: 'POST',
    path: `${by}/record`,
    permission: 'ReconcileTransaction&RecordPayment',
    summary:
      'Confirm that the money is for the bills it was matched with: it is recorded on their PayPal invoices, so that nobody pays twice',
    stepUp: 'never',
    params: ById,
    body: z.object({ version: Version }),
    reply: Transaction,
  }),
  assign: endpoint({
    method: 'POST',
    path: `${by}/assign`,
    permission,
    summary: 'Assign a transaction to a user; null removes the assignment',
    stepUp: 'never',
    params: ById,
    body: z.object({ version: Version, assigneeId: idOf('user').nullable() }),
    reply: Transaction,
  }),
}
