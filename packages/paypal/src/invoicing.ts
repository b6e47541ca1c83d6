import { z } from 'zod'
import type { Call } from './caller.ts'
import { CreatedInvoice, Invoice, InvoicePage } from './invoice.ts'
import { type Amount, toWire, type WireMoney } from './money.ts'
import type { WireAnswer } from './transport.ts'
import { Link } from './wire.ts'

export interface Discount {
  percent?: string
  amount?: Amount
}
export interface Tax {
  name: string
  percent: string
  note?: string
}
export interface InvoiceItem {
  name: string
  description?: string
  /** Decimal text, at most five decimals: it is a count, not money. */
  quantity: string
  unitAmount: Amount
  tax?: Tax
  discount?: Discount
  unitOfMeasure?: 'QUANTITY' | 'HOURS' | 'AMOUNT'
  itemDate?: string
}
export interface Recipient {
  email?: string
  businessName?: string
  givenName?: string
  surname?: string
  countryCode?: string
  language?: string
}
export interface InvoiceDraft {
  currency: string
  number?: string
  reference?: string
  invoiceDate?: string
  note?: string
  terms?: string
  memo?: string
  term?: { type: string } | { dueDate: string }
  invoicer?: { email?: string; businessName?: string }
  recipients?: Recipient[]
  ccEmails?: string[]
  items: InvoiceItem[]
  discount?: Discount
  shipping?: { amount: Amount; tax?: Tax }
  custom?: { label: string; amount: Amount }
  taxAfterDiscount?: boolean
  taxInclusive?: boolean
  allowTip?: boolean
  partial?: { allow: boolean; minimumDue?: Amount }
}
export interface Notice {
  sendToRecipient?: boolean
  sendToInvoicer?: boolean
  additionalRecipients?: string[]
}

/** Leaves out fields that were not given: PayPal reads an explicit null or undefined as a value. */
function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as never
}
const money = (amount: Amount | undefined): WireMoney | undefined =>
  amount ? toWire(amount) : undefined
const discount = (d: Discount | undefined) =>
  d ? given({ percent: d.percent, amount: money(d.amount) }) : undefined
const tax = (t: Tax | undefined) =>
  t ? given({ name: t.name, percent: t.percent, tax_note: t.note }) : undefined
const notice = (n: Notice) =>
  given({
    send_to_recipient: n.sendToRecipient,
    send_to_invoicer: n.sendToInvoicer,
    additional_recipients: n.additionalRecipients,
  })

function recipient(r: Recipient) {
  const named = r.givenName || r.surname
  return {
    billing_info: given({
      email_address: r.email,
      business_name: r.businessName,
      name: named ? given({ given_name: r.givenName, surname: r.surname }) : undefined,
      address: r.countryCode ? { country_code: r.countryCode } : undefined,
      language: r.language,
    }),
  }
}

export function writeInvoice(draft: InvoiceDraft) {
  const breakdown = given({
    shipping: draft.shipping
      ? given({ amount: toWire(draft.shipping.amount), tax: tax(draft.shipping.tax) })
      : undefined,
    custom: draft.custom
      ? { label: draft.custom.label, amount: toWire(draft.custom.amount) }
      : undefined,
    discount: draft.discount ? { invoice_discount: discount(draft.discount) } : undefined,
  })
  return given({
    detail: given({
      currency_code: draft.currency,
      invoice_number: draft.number,
      reference: draft.reference,
      invoice_date: draft.invoiceDate,
      note: draft.note,
      terms_and_conditions: draft.terms,
      memo: draft.memo,
      payment_term:
        draft.term &&
        ('type' in draft.term ? { term_type: draft.term.type } : { due_date: draft.term.dueDate }),
    }),
    invoicer: draft.invoicer
      ? given({ email_address: draft.invoicer.email, business_name: draft.invoicer.businessName })
      : undefined,
    primary_recipients: draft.recipients?.map(recipient),
    additional_recipients: draft.ccEmails,
    items: draft.items.map((item) =>
      given({
        name: item.name,
        description: item.description,
        quantity: item.quantity,
        unit_amount: toWire(item.unitAmount),
        tax: tax(item.tax),
        discount: discount(item.discount),
        unit_of_measure: item.unitOfMeasure,
        item_date: item.itemDate,
      }),
    ),
    configuration: given({
      tax_calculated_after_discount: draft.taxAfterDiscount,
      tax_inclusive: draft.taxInclusive,
      allow_tip: draft.allowTip,
      partial_payment: draft.partial
        ? given({
            allow_partial_payment: draft.partial.allow,
            minimum_amount_due: money(draft.partial.minimumDue),
          })
        : undefined,
    }),
    amount: Object.keys(breakdown).length ? { breakdown } : undefined,
  })
}

export interface InvoiceSearch {
  number?: string
  reference?: string
  recipientEmail?: string
  status?: string[]
  currency?: string
  creationRange?: { start: string; end: string }
  paymentRange?: { start: string; end: string }
  /** Parts that a search leaves out unless they are named (paypal §3.2). */
  fields?: ('items' | 'payments' | 'refunds')[]
}

const PaymentId = z.looseObject({ payment_id: z.string() })
const RefundId = z.looseObject({ refund_id: z.string() })
const NextNumber = z.looseObject({ invoice_number: z.string(), invoice_id: z.string().optional() })
const Templates = z.looseObject({
  templates: z.array(z.looseObject({ id: z.string(), name: z.string().optional() })).default([]),
})
const Template = z.looseObject({ id: z.string() })

/** The code arrives as base64 text inside a multipart body; only the PNG matters. */
function readQr(answer: WireAnswer): Buffer {
  const text = answer.body.toString('latin1')
  const base64 = /iVBORw0KGgo[A-Za-z0-9+/=\r\n]*/.exec(text)?.[0]
  if (!base64) throw new TypeError('the answer holds no PNG')
  return Buffer.from(base64, 'base64')
}

export interface Paging {
  page?: number
  pageSize?: number
  total?: boolean
}
const paging = (p: Paging) => ({ page: p.page, page_size: p.pageSize, total_required: p.total })

export const invoicing = (call: Call) => ({
  nextNumber: () => call('nextInvoiceNumber', { body: {}, reply: NextNumber }),
  /** Asks for the whole invoice back, so that totals and pay link need no second call. */
  create: (draft: InvoiceDraft, options: { requestId?: string } = {}) =>
    call('createInvoice', {
      body: writeInvoice(draft),
      prefer: 'representation',
      reply: CreatedInvoice,
      ...options,
    }),
  list: (p: Paging = {}) => call('listInvoices', { query: paging(p), reply: InvoicePage }),
  search: (s: InvoiceSearch, p: Paging = {}) =>
    call('searchInvoices', {
      query: paging(p),
      body: given({
        invoice_number: s.number,
        reference: s.reference,
        recipient_email: s.recipientEmail,
        status: s.status,
        currency_code: s.currency,
        creation_date_range: s.creationRange,
        payment_date_range: s.paymentRange,
        fields: s.fields,
      }),
      reply: InvoicePage,
    }),
  get: (id: string) => call('getInvoice', { params: { invoice_id: id }, reply: Invoice }),
  /**
   * Both mail flags are written out, because PayPal's default for an update is to mail everybody.
   */
  update: (id: string, draft: InvoiceDraft, mail: { recipient: boolean; invoicer: boolean }) =>
    call('updateInvoice', {
      params: { invoice_id: id },
      query: { send_to_recipient: mail.recipient, send_to_invoicer: mail.invoicer },
      body: { id, ...writeInvoice(draft) },
      prefer: 'representation',
      reply: Invoice,
    }),
  delete: (id: string) => call('deleteInvoice', { params: { invoice_id: id } }),
  send: (id: string, n: Notice = {}) =>
    call('sendInvoice', {
      params: { invoice_id: id },
      body: notice(n),
      reply: z.union([Link, z.looseObject({})]),
    }),
  remind: (id: string, n: Notice = {}) =>
    call('remindInvoice', { params: { invoice_id: id }, body: notice(n) }),
  cancel: (id: string, n: Notice = {}) =>
    call('cancelInvoice', { params: { invoice_id: id }, body: notice(n) }),
  recordPayment: (
    id: string,
    p: { method: string; amount?: Amount; date?: string; note?: string },
  ) =>
    call('recordPayment', {
      params: { invoice_id: id },
      body: given({
        method: p.method,
        amount: money(p.amount),
        payment_date: p.date,
        note: p.note,
      }),
      reply: PaymentId,
    }),
  deletePayment: (id: string, paymentId: string) =>
    call('deletePayment', { params: { invoice_id: id, transaction_id: paymentId } }),
  recordRefund: (id: string, r: { method: string; amount?: Amount; date?: string }) =>
    call('recordRefund', {
      params: { invoice_id: id },
      body: given({ method: r.method, amount: money(r.amount), refund_date: r.date }),
      reply: RefundId,
    }),
  deleteRefund: (id: string, refundId: string) =>
    call('deleteRefund', { params: { invoice_id: id, transaction_id: refundId } }),
  qrCode: (id: string, q: { width?: number; height?: number; action?: 'pay' | 'details' } = {}) =>
    call('invoiceQrCode', { params: { invoice_id: id }, body: q, read: readQr }),
  listTemplates: () => call('listTemplates', { reply: Templates }),
  getTemplate: (id: string) =>
    call('getTemplate', { params: { template_id: id }, reply: Template }),
})
