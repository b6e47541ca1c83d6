import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { ExportFormat, file } from '../lib/exportFile.ts'
import { idOf } from '../lib/id.ts'
import { AmountMinor, Currency, MoneySource } from '../lib/money.ts'
import { ById, Day, Instant, PageQuery, pageOf } from '../lib/page.ts'
import { Country, Email, Phone, Version } from '../lib/record.ts'
import type { BillStatus } from './billStatus.ts'

/**
 * Statuses that count as billed: the customer was asked to pay, and the bill was not taken back.
 */
export const billedStatuses = [
  'sent',
  'paymentPending',
  'partiallyPaid',
  'paid',
  'partiallyRefunded',
  'refunded',
  'writtenOff',
] as const satisfies readonly BillStatus[]

/** Per currency: amounts of different currencies are never added. */
export const CustomerTotal = z.object({
  currency: Currency,
  billedMinor: AmountMinor,
  paidMinor: AmountMinor,
  dueMinor: AmountMinor,
  refundedMinor: AmountMinor,
})
export type CustomerTotal = z.infer<typeof CustomerTotal>

const text = (max: number) => z.string().trim().max(max)
const Tag = text(30).min(1)
/**
 * Drops repeated addresses and keeps the first spelling, because capitals make no
 * difference in addresses.
 */
const uniqueEmails = (max: number) =>
  z
    .array(Email)
    .max(max)
    .refine(
      (list) => new Set(list.map((email) => email.toLowerCase())).size === list.length,
      'duplicate',
    )

export const CustomerAddress = z.object({
  line1: text(300).default(''),
  line2: text(300).default(''),
  city: text(120).default(''),
  state: text(300).default(''),
  postalCode: text(60).default(''),
})
export type CustomerAddress = z.infer<typeof CustomerAddress>

const fields = {
  name: text(200).min(1),
  businessName: text(300),
  email: Email.nullable(),
  ccEmails: uniqueEmails(20),
  /** Other addresses that this customer pays from. Each belongs to one customer only. */
  payerEmails: uniqueEmails(50),
  phone: Phone.nullable(),
  country: Country.nullable(),
  address: CustomerAddress,
  /**
   * In PayPal's form: en, en-US, zh-Hant-TW. PayPal writes its e-mails to the customer
   * in this language.
   */
  language: z
    .string()
    .regex(/^[a-z]{2}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/)
    .nullable(),
  defaultCurrency: Currency.nullable(),
  defaultAccountId: idOf('paypalAccount').nullable(),
  tags: z.array(Tag).max(20),
  note: z.string().max(4000),
}

export const Customer = z.object({
  ...fields,
  id: z.uuid(),
  /** As stored: some values were written before the rules above existed. */
  email: z.string().nullable(),
  ccEmails: z.array(z.string()),
  payerEmails: z.array(z.string()),
  tags: z.array(z.string()),
  defaultAccountLabel: z.string().nullable(),
  ownerId: idOf('user'),
  ownerName: z.string(),
  /** A merged duplicate points to the customer that was kept and now has its bills. */
  mergedIntoId: idOf('customer').nullable(),
  mergedIntoName: z.string().nullable(),
  totals: z.array(CustomerTotal),
  billCount: z.int(),
  disputeCount: z.int(),
  lastPaidAt: Instant.nullable(),
  /** Days from sending to full payment, of the bills that were paid last. Null: none was. */
  daysToPay: z.object({ median: z.number(), count: z.int() }).nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.int(),
})
export type Customer = z.infer<typeof Customer>

export const CustomerRow = Customer.pick({
  id: true,
  name: true,
  businessName: true,
  email: true,
  country: true,
  tags: true,
  ownerId: true,
  ownerName: true,
  totals: true,
  billCount: true,
  lastPaidAt: true,
  createdAt: true,
})
export type CustomerRow = z.infer<typeof CustomerRow>

export const NewCustomer = z.object({
  name: fields.name,
  businessName: fields.businessName.default(''),
  email: fields.email.default(null),
  ccEmails: fields.ccEmails.default([]),
  payerEmails: fields.payerEmails.default([]),
  phone: fields.phone.default(null),
  country: fields.country.default(null),
  address: fields.address.prefault({}),
  language: fields.language.default(null),
  defaultCurrency: fields.defaultCurrency.default(null),
  defaultAccountId: fields.defaultAccountId.default(null),
  tags: fields.tags.default([]),
  note: fields.note.default(''),
  /** Left out: the customer belongs to the caller. */
  ownerId: idOf('user').optional(),
})
export type NewCustomer = z.output<typeof NewCustomer>

export const CustomerChange = z
  .object({ ...fields, ownerId: idOf('user') })
  .partial()
  .extend({ version: Version })
export type CustomerChange = z.output<typeof CustomerChange>

export const CustomerQuery = PageQuery.extend({
  /** Any part of name, business name, e-mail or alias; one or two letters are the start of it. */
  keyword: z.string().trim().min(1).max(100).optional(),
  tag: Tag.optional(),
  ownerId: idOf('user').optional(),
  country: Country.optional(),
})

/** The part of a customer that a picker shows. */
export const CustomerOption = z.object({
  id: idOf('customer'),
  name: z.string(),
  businessName: z.string(),
  email: z.string().nullable(),
  country: z.string().nullable(),
  defaultCurrency: Currency.nullable(),
  defaultAccountId: idOf('paypalAccount').nullable(),
})
export type CustomerOption = z.infer<typeof CustomerOption>
export const maxOptions = 20

export const CustomerPayment = z.object({
  id: z.uuid(),
  billId: idOf('bill'),
  billNumber: z.string(),
  source: MoneySource,
  method: z.string(),
  currency: Currency,
  amountMinor: AmountMinor,
  feeMinor: AmountMinor.nullable(),
  netMinor: AmountMinor.nullable(),
  pending: z.boolean(),
  /** The day under which it counts everywhere. */
  countedOn: Day,
  createdAt: Instant,
})
export type CustomerPayment = z.infer<typeof CustomerPayment>

export const customerApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/customer',
    permission: 'ViewCustomer',
    summary: 'Customers of the company, newest first, with their totals per currency',
    query: CustomerQuery,
    reply: pageOf(CustomerRow),
  }),
  /**
   * Callers who make bills pick among customers of their own and of people below them, with
   * ViewCustomer among all.
   */
  option: endpoint({
    method: 'GET',
    path: '/api/customer/option',
    permission: 'CreatePayPalBill|ViewCustomer',
    summary:
      'Customers to choose from, at most 20: those of the caller and people below, or all with ViewCustomer',
    query: CustomerQuery.pick({ keyword: true }),
    reply: z.object({ list: z.array(CustomerOption) }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/customer/:id',
    permission: 'ViewCustomer',
    summary: 'One customer, whole',
    params: ById,
    reply: Customer,
  }),
  payments: endpoint({
    method: 'GET',
    path: '/api/customer/:id/payment',
    permission: 'ViewCustomer',
    summary: 'The newest 20 payments of the customer’s bills',
    params: ById,
    reply: z.object({ list: z.array(CustomerPayment) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/customer',
    permission: 'UpdateCustomer|CreatePayPalBill',
    summary: 'A new customer',
    stepUp: 'never',
    body: NewCustomer,
    reply: Customer,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/customer/:id',
    permission: 'UpdateCustomer',
    summary: 'Change a customer; a list (aliases, tags, copies) is replaced whole',
    stepUp: 'never',
    params: ById,
    body: CustomerChange,
    reply: Customer,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/customer/:id/merge',
    permission: 'UpdateCustomer',
    summary:
      'Move a duplicate’s bills and addresses to the customer that is kept; bills keep the name they were made out to',
    stepUp: 'never',
    params: ById,
    body: z.object({ intoId: z.uuid(), version: Version }),
    reply: Customer,
  }),
  export: endpoint({
    ...file,
    path: '/api/export/customer',
    permission: 'ViewCustomer&ExportData',
    summary:
      'The customers that the filters leave, newest first, a line for each currency they were billed in, as a CSV or XLSX file',
    query: CustomerQuery.omit({ keyword: true, current: true, pageSize: true }).extend({
      format: ExportFormat,
    }),
  }),
}
