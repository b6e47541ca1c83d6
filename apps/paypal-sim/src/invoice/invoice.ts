import type { InvoiceStatus } from '@paydesk/paypal/invoice'
import { toWire } from '@paydesk/paypal/money'
import { type Link, link } from '../http/link.ts'
import type { InvoicePayment, InvoiceRecord } from '../record/invoice.ts'
import type { InvoiceInput, TaxInput } from '../record/invoiceInput.ts'
import { emit } from '../webhook/event.ts'
import { day, dayMs, instant } from '../world/clock.ts'
import { given } from '../world/given.ts'
import type { World } from '../world/world.ts'

const sum = (list: { amountMinor: number }[]) =>
  list.reduce((total, { amountMinor }) => total + amountMinor, 0)
export const paidMinor = (invoice: InvoiceRecord) => sum(invoice.payments.filter((p) => !p.pending))
export const refundedMinor = (invoice: InvoiceRecord) => sum(invoice.refunds)
/**
 * A payment that went back is due again only while the invoice is open (partRefundStatus);
 * otherwise a refund leaves it (paypal §3.4).
 */
export const dueMinor = (invoice: InvoiceRecord) =>
  Math.max(
    0,
    invoice.input.totals.total -
      paidMinor(invoice) +
      (isPayable(invoice) ? refundedMinor(invoice) : 0),
  )
export const isPayable = (invoice: InvoiceRecord) =>
  ['SENT', 'UNPAID', 'SHARED', 'PARTIALLY_PAID'].includes(invoice.status)

/** The sixteen characters of the pay link: the id without its prefix and dashes (paypal §3.6). */
export const payToken = (invoice: InvoiceRecord) => invoice.id.slice(5).replaceAll('-', '')
export const payUrl = (world: World, invoice: InvoiceRecord) =>
  `${world.baseUrl}/invoice/p/#${payToken(invoice)}`
export const byPayToken = (world: World, token: string) =>
  world.invoices.get(`INV2-${token.match(/.{1,4}/g)?.join('-') ?? ''}`)

/**
 * The status that payments and refunds add up to (paypal §3.4). Money does not decide the status of
 * cancelled and unsent invoices.
 */
export function settledStatus({ config }: World, invoice: InvoiceRecord): InvoiceStatus {
  const refunded = refundedMinor(invoice)
  const paid = paidMinor(invoice)
  const { total } = invoice.input.totals
  const wentBack = refunded > 0 && refunded >= paid
  if (wentBack && paid < total && config.partRefundStatus !== 'REFUNDED')
    return config.partRefundStatus === 'open'
      ? (invoice.sentAs ?? 'DRAFT')
      : config.partRefundStatus
  if (wentBack)
    return invoice.refunds.every((r) => r.type === 'PAYPAL') ? 'REFUNDED' : 'MARKED_AS_REFUNDED'
  // A part payment went back, and the whole was paid anew.
  const isWholeAgain = paid > total && paid - refunded >= total
  if (refunded > 0 && !isWholeAgain) return 'PARTIALLY_REFUNDED'
  if (invoice.payments.some((p) => p.pending)) return 'PAYMENT_PENDING'
  if (paid >= total && invoice.payments.length > 0)
    return invoice.payments.at(-1)?.type === 'PAYPAL' ? 'PAID' : config.externalPaidStatus
  if (paid > 0) return 'PARTIALLY_PAID'
  return invoice.sentAs ?? 'DRAFT'
}

export function addPayment(world: World, invoice: InvoiceRecord, payment: InvoicePayment): void {
  invoice.payments.push(payment)
  world.indexPayment(invoice, payment)
}

const summaries = {
  CREATED: 'An invoice was created.',
  SCHEDULED: 'An invoice was scheduled.',
  UPDATED: 'An invoice was updated.',
  PAID: 'An invoice was paid, partially paid, or payment was made and is pending.',
  CANCELLED: 'An invoice was cancelled.',
  REFUNDED: 'An invoice was refunded or partially refunded.',
} as const

/**
 * Saves a change and emits its event. The event's resource is wrapped in `invoice`, as in
 * recorded traffic.
 */
export function saveInvoice(
  world: World,
  invoice: InvoiceRecord,
  event?: keyof typeof summaries,
  viaUi = false,
): void {
  invoice.updatedAt = world.clock.now()
  world.invoices.put(invoice.id, invoice)
  if (!event) return
  emit(world, {
    accountId: invoice.accountId,
    appId: viaUi ? undefined : invoice.appId,
    type: `INVOICING.INVOICE.${event}`,
    resourceType: 'invoices',
    summary: summaries[event],
    resource: { invoice: renderInvoice(world, invoice) },
    transactionId: invoice.payments.at(-1)?.id,
  })
}

function linksOf(world: World, invoice: InvoiceRecord): Link[] {
  const path = `/v2/invoicing/invoices/${invoice.id}`
  const links = [link(world, 'self', path)]
  if (invoice.status === 'DRAFT' || invoice.status === 'SCHEDULED')
    links.push(link(world, 'replace', path, 'PUT'), link(world, 'delete', path, 'DELETE'))
  if (invoice.status === 'DRAFT') links.push(link(world, 'send', `${path}/send`, 'POST'))
  if (['SENT', 'UNPAID', 'SHARED'].includes(invoice.status))
    links.push(link(world, 'replace', path, 'PUT'), link(world, 'cancel', `${path}/cancel`, 'POST'))
  if (isPayable(invoice))
    links.push(
      link(world, 'remind', `${path}/remind`, 'POST'),
      link(world, 'record-payment', `${path}/payments`, 'POST'),
      link(world, 'qr-code', `${path}/generate-qr-code`, 'POST'),
    )
  return links
}

const termDays: Record<string, number> = {
  DUE_ON_RECEIPT: 0,
  NET_10: 10,
  NET_15: 15,
  NET_30: 30,
  NET_45: 45,
  NET_60: 60,
  NET_90: 90,
}

export function dueDateOf(invoice: InvoiceRecord): string | undefined {
  const { dueDate, termType, invoiceDate } = invoice.input
  if (dueDate) return dueDate
  const days = termType === undefined ? undefined : termDays[termType]
  return days === undefined
    ? undefined
    : day(Date.parse(invoiceDate ?? day(invoice.createdAt)) + days * dayMs)
}

export function renderInvoice(world: World, invoice: InvoiceRecord): Record<string, unknown> {
  const { input } = invoice
  const money = (amountMinor: number) => toWire({ currency: input.currency, amountMinor })
  const account = world.accounts.get(invoice.accountId)
  const detail = given({
    currency_code: input.currency,
    note: input.note,
    terms_and_conditions: input.terms,
    memo: input.memo,
    reference: input.reference,
    invoice_number: invoice.number,
    invoice_date: input.invoiceDate ?? day(invoice.createdAt),
    payment_term: input.termType
      ? given({ term_type: input.termType, due_date: dueDateOf(invoice) })
      : undefined,
    viewed_by_recipient: invoice.viewed,
    category_code: 'SHIPPABLE',
    archived: invoice.archived,
    metadata: given({
      create_time: instant(invoice.createdAt),
      created_by: account?.email,
      last_update_time: instant(invoice.updatedAt),
      first_sent_time: invoice.sentAt ? instant(invoice.sentAt) : undefined,
      last_sent_time: invoice.sentAt ? instant(invoice.sentAt) : undefined,
      cancel_time: invoice.cancelledAt ? instant(invoice.cancelledAt) : undefined,
      created_by_flow: 'REGULAR_SINGLE',
      recipient_view_url: payUrl(world, invoice),
      invoicer_view_url: `${world.baseUrl}/invoice/details/${invoice.id}`,
      caller_type: 'API_V2_INVOICE',
    }),
  })
  return given({
    id: invoice.id,
    status: invoice.status,
    detail,
    invoicer: { ...input.invoicer, email_address: input.invoicerEmail ?? account?.email },
    primary_recipients: input.recipients.map((r) => r.wire),
    additional_recipients: input.cc.length ? input.cc : undefined,
    items: input.items.map((item, i) => renderItem(invoice, item, i, money)),
    configuration: given({
      tax_calculated_after_discount: input.taxAfterDiscount,
      tax_inclusive: input.taxInclusive,
      allow_tip: input.allowTip,
      partial_payment: given({
        allow_partial_payment: input.allowPartial,
        minimum_amount_due:
          input.minimumDueMinor === undefined ? undefined : money(input.minimumDueMinor),
      }),
      template_id: input.templateId,
    }),
    amount: renderAmount(invoice, money),
    due_amount: money(dueMinor(invoice)),
    gratuity: invoice.payments.some((p) => p.tipMinor)
      ? money(invoice.payments.reduce((t, p) => t + (p.tipMinor ?? 0), 0))
      : undefined,
    payments: renderPayments(invoice, money),
    refunds: renderRefunds(invoice, money),
    links: linksOf(world, invoice),
    unilateral: false,
  })
}

type ToMoney = (amountMinor: number) => { currency_code: string; value: string }

function renderItem(
  invoice: InvoiceRecord,
  item: InvoiceInput['items'][number],
  index: number,
  money: ToMoney,
) {
  const { itemTaxes, itemDiscounts } = invoice.input.totals
  return given({
    id: invoice.itemIds[index],
    name: item.name,
    description: item.description,
    quantity: item.quantity,
    unit_amount: money(item.unitMinor),
    tax: item.tax ? renderTax(item.tax, itemTaxes[index] ?? 0, money) : undefined,
    // A discount is positive here and negative in the breakdown (paypal §3.3 rule 5).
    discount: item.discount
      ? given({ percent: item.discount.percent, amount: money(itemDiscounts[index] ?? 0) })
      : undefined,
    item_date: item.itemDate,
    unit_of_measure: item.unit ?? 'QUANTITY',
  })
}

const renderTax = (tax: TaxInput, amountMinor: number, money: ToMoney) =>
  given({ name: tax.name, percent: tax.percent, tax_note: tax.note, amount: money(amountMinor) })

function renderAmount({ input }: InvoiceRecord, money: ToMoney) {
  const { totals, shipping, custom, invoiceDiscount } = input
  return {
    ...money(totals.total),
    breakdown: given({
      item_total: money(totals.itemTotal),
      custom: custom
        ? given({
            label: custom.label,
            amount: custom.amountMinor === undefined ? undefined : money(custom.amountMinor),
          })
        : undefined,
      shipping: shipping
        ? given({
            amount: money(shipping.amountMinor),
            tax: shipping.tax ? renderTax(shipping.tax, totals.shippingTax, money) : undefined,
          })
        : undefined,
      discount: {
        item_discount: money(-totals.itemDiscount),
        invoice_discount: given({
          percent: invoiceDiscount?.percent,
          amount: money(-totals.invoiceDiscount),
        }),
      },
      tax_total: money(totals.taxTotal),
    }),
  }
}

function renderPayments(invoice: InvoiceRecord, money: ToMoney) {
  if (invoice.payments.length === 0) return undefined
  return {
    paid_amount: money(paidMinor(invoice)),
    transactions: invoice.payments.map((p) =>
      given({
        type: p.type,
        payment_id: p.id,
        payment_date: p.date,
        method: p.method,
        amount: money(p.amountMinor),
        note: p.note,
        transaction_type: 'SALE',
        // No other value was recorded (paypal §3.6): only the invoice's status tells that a
        // payment is under way.
        transaction_status: 'SUCCESS',
      }),
    ),
  }
}

function renderRefunds(invoice: InvoiceRecord, money: ToMoney) {
  if (invoice.refunds.length === 0) return undefined
  return {
    refund_amount: money(refundedMinor(invoice)),
    transactions: invoice.refunds.map((r) =>
      r.type === 'PAYPAL'
        ? {
            type: r.type,
            refund_date: r.date,
            amount: money(r.amountMinor),
            recipient_transaction_id: r.id,
          }
        : {
            type: r.type,
            refund_id: r.id,
            refund_date: r.date,
            amount: money(r.amountMinor),
            method: r.method,
          },
    ),
  }
}
