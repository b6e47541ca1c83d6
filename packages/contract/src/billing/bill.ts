import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { ExportFormat, file } from '../lib/exportFile.ts'
import { idOf, idsOf } from '../lib/id.ts'
import { AmountMinor, Currency, MoneySource } from '../lib/money.ts'
import { ById, Day, Instant, PageQuery, pageOf } from '../lib/page.ts'
import { Version } from '../lib/record.ts'
import { operationKinds, operationStates } from '../paypal/operation.ts'
import { AgeingReply } from './billAge.ts'
import { BillEntry } from './billEntry.ts'
import { BillFailure } from './billFailure.ts'
import { BillInput, billContent, consistentBill } from './billInput.ts'
import { BillMoney } from './billMoney.ts'
import { BillStatus } from './billStatus.ts'
import { Refund } from './refund.ts'

const viewers = 'ViewPayPalBill|ViewAllPayPalBill' as const

/**
 * Since when an event of PayPal's says that the bill was paid, which PayPal's own records have not
 * borne out yet. Nothing of it is counted.
 */
const ReportedAt = Instant.nullable()

export const BillRow = z.object({
  id: idOf('bill'),
  number: z.string(),
  title: z.string(),
  customerId: idOf('customer'),
  customerName: z.string(),
  currency: Currency,
  totalMinor: AmountMinor,
  /** The currency was changed on PayPal's site to this one. */
  otherCurrency: z.string().nullable(),
  dueMinor: AmountMinor,
  /** Money that came past PayPal's invoice explains this much of the bill. */
  elsewhereMinor: AmountMinor,
  dueDate: Day.nullable(),
  ownerName: z.string(),
  accountLabel: z.string().nullable(),
  status: BillStatus,
  /**
   * Derived: money is due, none is on its way at PayPal, and the due date has passed in the
   * company's time zone.
   */
  overdue: z.boolean(),
  viewed: z.boolean(),
  /** Derived: one of its payments is disputed. */
  disputed: z.boolean(),
  /** An operation is on its way to PayPal. */
  busy: z.boolean(),
  /**
   * What PayPal or Paydesk refused last; null while nothing is wrong, or something new is on its
   * way.
   */
  failed: z.string().nullable(),
  hasEmail: z.boolean(),
  reportedAt: ReportedAt,
  payUrl: z.string().nullable(),
  /** Null: PayPal has not told it yet. */
  feeMinor: AmountMinor.nullable(),
  netMinor: AmountMinor.nullable(),
  tags: z.array(z.string()),
  remindCount: z.int(),
  remindedAt: Instant.nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  paidAt: Instant.nullable(),
  version: z.int(),
})
export type BillRow = z.infer<typeof BillRow>

/**
 * The list's tabs, in their order. A tab is a question that people ask, and may cover
 * several statuses.
 */
export const billTabs = [
  'outstanding',
  'overdue',
  'draft',
  'paid',
  'refunded',
  'cancelled',
  'all',
] as const
export const BillTab = z.enum(billTabs)
export type BillTab = z.infer<typeof BillTab>

export const BillFilter = z.object({
  tab: BillTab.optional(),
  status: BillStatus.optional(),
  /** Any part of number, title, customer's name or e-mail; a whole number finds that bill alone. */
  keyword: z.string().trim().min(1).max(100).optional(),
  customerId: idOf('customer').optional(),
  accountId: idOf('paypalAccount').optional(),
  ownerId: idOf('user').optional(),
  currency: Currency.optional(),
  /** Days of the company's calendar, both included. */
  createdFrom: Day.optional(),
  createdTo: Day.optional(),
  dueFrom: Day.optional(),
  dueTo: Day.optional(),
})

/**
 * The orders of the list; a minus is the largest or latest first. A bill without a due date
 * counts as due after all others. Amounts are compared within one currency only, so their
 * order asks for one.
 */
export const billSorts = ['-created', 'created', 'due', '-due', '-total', 'total'] as const
export type BillSort = (typeof billSorts)[number]

export const BillQuery = PageQuery.extend(BillFilter.shape)
  .extend({
    /** A keyword’s hits come newest first, whatever the order. */
    sort: z.enum(billSorts).default('-created'),
    /**
     * The page after or before this bill, in the order of the list: as quick on the thousandth page
     * as on the first.
     */
    after: idOf('bill').optional(),
    before: idOf('bill').optional(),
  })
  .refine(({ sort, currency }) => currency !== undefined || !sort.endsWith('total'), {
    path: ['currency'],
    message: 'sort',
  })

export const Recipient = z.object({
  name: z.string(),
  businessName: z.string(),
  email: z.string().nullable(),
  ccEmails: z.array(z.string()),
  country: z.string().nullable(),
  language: z.string().nullable(),
})
export type Recipient = z.infer<typeof Recipient>

export const BillPayment = z.object({
  id: idOf('billPayment'),
  providerPaymentId: z.string(),
  source: MoneySource,
  method: z.string(),
  amountMinor: AmountMinor,
  /** Null: PayPal has not told it yet. */
  feeMinor: AmountMinor.nullable(),
  netMinor: AmountMinor.nullable(),
  pending: z.boolean(),
  refundedMinor: AmountMinor,
  /** Refunds that wait for a second person or are on their way. */
  refundingMinor: AmountMinor,
  /**
   * The day under which it counts everywhere. `provisional`: PayPal's own row has not come, so the
   * day may still change.
   */
  countedOn: Day,
  provisional: z.boolean(),
  note: z.string(),
})
export type BillPayment = z.infer<typeof BillPayment>

export const Bill = z.object({
  ...billContent,
  id: z.uuid(),
  number: z.string(),
  customerName: z.string(),
  recipient: Recipient,
  ownerId: idOf('user'),
  ownerName: z.string(),
  accountLabel: z.string().nullable(),
  routingReason: z.string(),
  status: BillStatus,
  overdue: z.boolean(),
  busy: z.boolean(),
  hasEmail: z.boolean(),
  /** The operation that is on its way to PayPal, and since when. */
  operation: z
    .object({ kind: z.enum(operationKinds), state: z.enum(operationStates), since: Instant })
    .nullable(),
  failure: BillFailure.nullable(),
  reportedAt: ReportedAt,
  /** The last day to pay: chosen by a person, or computed from the term. */
  paysBy: Day.nullable(),
  subtotalMinor: AmountMinor,
  discountTotalMinor: AmountMinor,
  taxTotalMinor: AmountMinor,
  shippingMinor: AmountMinor,
  totalMinor: AmountMinor,
  paidMinor: AmountMinor,
  refundedMinor: AmountMinor,
  dueMinor: AmountMinor,
  feeMinor: AmountMinor.nullable(),
  netMinor: AmountMinor.nullable(),
  money: BillMoney,
  payments: z.array(BillPayment),
  refunds: z.array(Refund),
  /** Disputes of the bill's payments; `disputed` is true while one is open. */
  disputes: z.array(
    z.object({
      id: z.uuid(),
      status: z.string(),
      reason: z.string(),
      sellerDueAt: Instant.nullable(),
    }),
  ),
  disputed: z.boolean(),
  /**
   * What PayPal's invoice says since its currency was changed on PayPal's site. The bill's own
   * amounts are not touched by it.
   */
  otherCurrency: z.string().nullable(),
  otherTotalMinor: AmountMinor.nullable(),
  providerStatus: z.string().nullable(),
  providerInvoiceId: z.string().nullable(),
  /** When we last saw PayPal's own record of the bill. */
  providerSeenAt: Instant.nullable(),
  payUrl: z.string().nullable(),
  remindCount: z.int(),
  remindedAt: Instant.nullable(),
  sentAt: Instant.nullable(),
  viewedAt: Instant.nullable(),
  paidAt: Instant.nullable(),
  cancelledAt: Instant.nullable(),
  writtenOffAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.int(),
})
export type Bill = z.infer<typeof Bill>

const byVersion = z.object({ version: Version })
/** An action that needs nothing but the bill as it was read. */
const simple = (name: string, access: 'CreatePayPalBill' | 'WriteOffPayPalBill', summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/payPalBill/:id/${name}`,
    permission: access,
    summary,
    stepUp: 'never',
    params: ById,
    body: byVersion,
    reply: Bill,
  })

export const billApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/payPalBill',
    permission: viewers,
    summary:
      'Bills: all of the company with ViewAllPayPalBill, otherwise mine and those of people below me',
    query: BillQuery,
    reply: pageOf(BillRow),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/payPalBill/count',
    permission: viewers,
    summary:
      'How many bills each tab of the list holds, under the list’s other filters; counted up to 10,001',
    query: BillFilter.omit({ tab: true, status: true }),
    // Under a keyword that many bills hold, the total is a lower bound, because only the newest
    // bills were searched.
    reply: z.object({ counts: z.record(BillTab, z.int()), countsAreExact: z.boolean() }),
  }),
  ageing: endpoint({
    method: 'GET',
    path: '/api/payPalBill/ageing',
    permission: viewers,
    summary:
      'What overdue bills owe per currency, by how long they have been overdue; of the bills that the list’s tab shows',
    heavy: true,
    query: BillFilter.pick({ customerId: true, accountId: true, ownerId: true, currency: true }),
    reply: AgeingReply,
  }),
  defaults: endpoint({
    method: 'GET',
    path: '/api/payPalBill/defaults',
    permission: 'CreatePayPalBill',
    summary: 'What a new bill starts with, from the company’s settings',
    reply: z.object({
      currency: Currency,
      allowedCurrencies: z.array(Currency),
      paymentTermDays: z.int(),
      note: z.string(),
      terms: z.string(),
      allowPartial: z.boolean(),
      routingMode: z.enum(['manual', 'automatic']),
      allowOverride: z.boolean(),
      /** Today where the company is. */
      today: Day,
    }),
  }),
  outcome: endpoint({
    method: 'GET',
    path: '/api/payPalBill/outcome',
    permission: viewers,
    summary:
      'What became of acts on several bills: whether PayPal is still busy with a bill, and what was refused',
    query: z.object({ ids: idsOf('bill') }),
    reply: z.object({
      list: z.array(
        Bill.pick({ id: true, status: true, busy: true, operation: true, failure: true }),
      ),
    }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/payPalBill/:id',
    permission: viewers,
    summary: 'One bill, whole',
    params: ById,
    reply: Bill,
  }),
  pdf: endpoint({
    ...file,
    file: 'application/pdf',
    // One bill, which its reader can see anyway.
    stepUp: 'never',
    path: '/api/payPalBill/:id/pdf',
    permission: viewers,
    summary: 'The bill on paper, as the customer has it and in their language',
    params: ById,
  }),
  timeline: endpoint({
    method: 'GET',
    path: '/api/payPalBill/:id/timeline',
    permission: viewers,
    summary: 'What people, PayPal and Paydesk did with the bill, newest first',
    params: ById,
    reply: z.object({ list: z.array(BillEntry) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/payPalBill',
    permission: 'CreatePayPalBill',
    summary: 'A new draft',
    stepUp: 'never',
    body: BillInput,
    reply: Bill,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/payPalBill/:id',
    permission: 'CreatePayPalBill',
    summary: 'Replace what the bill says; a sent one is changed at PayPal too',
    stepUp: 'never',
    params: ById,
    body: consistentBill(z.object({ ...billContent, version: Version })),
    reply: Bill,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/payPalBill/:id/send',
    permission: 'CreatePayPalBill',
    summary: 'Send through PayPal: by its e-mail, or as a link that we pass on ourselves',
    stepUp: 'never',
    params: ById,
    body: byVersion.extend({ by: z.enum(['email', 'link']) }),
    reply: Bill,
  }),
  remind: simple(
    'remind',
    'CreatePayPalBill',
    'PayPal reminds the customer by e-mail, at most twice a day',
  ),
  cancel: simple('cancel', 'CreatePayPalBill', 'Cancel the bill, at PayPal too where it was sent'),
  writeOff: simple('writeOff', 'WriteOffPayPalBill', 'Expect no more money for it'),
  recordPayment: endpoint({
    method: 'POST',
    path: '/api/payPalBill/:id/recordPayment',
    permission: 'RecordPayment',
    summary: 'Enter a payment that came outside PayPal',
    stepUp: 'never',
    params: ById,
    body: byVersion.extend({
      amountMinor: AmountMinor.min(1),
      method: z.enum([
        'BANK_TRANSFER',
        'CASH',
        'CHECK',
        'CREDIT_CARD',
        'DEBIT_CARD',
        'WIRE_TRANSFER',
        'OTHER',
      ]),
      paidOn: Day,
      /** PayPal takes 2,000 characters; our note also carries the operation's mark. */
      note: z.string().trim().max(1900).default(''),
    }),
    reply: Bill,
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/api/payPalBill/:id/duplicate',
    permission: 'CreatePayPalBill',
    summary: 'A new draft with the same content',
    stepUp: 'never',
    params: ById,
    reply: Bill,
  }),
  reassign: endpoint({
    method: 'POST',
    path: '/api/payPalBill/:id/reassign',
    permission: 'CreatePayPalBill',
    summary: 'Give the bill to another owner, one that the caller sees',
    stepUp: 'never',
    params: ById,
    body: byVersion.extend({ ownerId: idOf('user') }),
    reply: Bill,
  }),
  note: endpoint({
    method: 'POST',
    path: '/api/payPalBill/:id/note',
    permission: viewers,
    summary: 'Add a note to the timeline',
    stepUp: 'never',
    params: ById,
    body: z.object({ text: z.string().trim().min(1).max(2000) }),
    reply: BillEntry,
  }),
  resync: endpoint({
    method: 'POST',
    path: '/api/payPalBill/:id/resync',
    permission: viewers,
    summary: 'Compare with PayPal’s own record now',
    stepUp: 'never',
    params: ById,
    reply: Bill,
  }),
  export: endpoint({
    ...file,
    path: '/api/export/payPalBill',
    permission: 'ViewPayPalBill&ExportData|ViewAllPayPalBill&ExportData',
    summary:
      'The bills that the filters leave and the caller may see, newest first, as a CSV or XLSX file',
    query: BillFilter.omit({ keyword: true }).extend({ format: ExportFormat }),
  }),
}
