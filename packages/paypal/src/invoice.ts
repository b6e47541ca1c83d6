import { z } from 'zod'
import { Links, Money } from './wire.ts'

/**
 * The statuses known when this was written. The wire type stays text: PayPal added SHARED and the
 * _EXTERNAL ones after 2.3.
 */
export const invoiceStatuses = [
  'DRAFT',
  'SENT',
  'SCHEDULED',
  'PAID',
  'MARKED_AS_PAID',
  'CANCELLED',
  'REFUNDED',
  'PARTIALLY_PAID',
  'PARTIALLY_REFUNDED',
  'MARKED_AS_REFUNDED',
  'UNPAID',
  'PAYMENT_PENDING',
  'AUTO_CANCELLED',
  'PAID_EXTERNAL',
  'REFUNDED_EXTERNAL',
  'SHARED',
] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

const Payment = z.looseObject({
  type: z.string().optional(),
  payment_id: z.string().optional(),
  payment_date: z.string().optional(),
  method: z.string().optional(),
  amount: Money.optional(),
  note: z.string().optional(),
})

const Refund = z.looseObject({
  type: z.string().optional(),
  refund_id: z.string().optional(),
  // PayPal was seen to describe a refund with this field instead of refund_id and
  // method (paypal §3.6).
  recipient_transaction_id: z.string().optional(),
  refund_date: z.string().optional(),
  method: z.string().optional(),
  amount: Money.optional(),
})

const Breakdown = z.looseObject({
  item_total: Money.optional(),
  discount: z
    .looseObject({
      item_discount: Money.optional(),
      invoice_discount: z
        .looseObject({ percent: z.string().optional(), amount: Money.optional() })
        .optional(),
    })
    .optional(),
  tax_total: Money.optional(),
  shipping: z
    .looseObject({
      amount: Money.optional(),
      tax: z.looseObject({ amount: Money.optional() }).optional(),
    })
    .optional(),
  custom: z.looseObject({ label: z.string().optional(), amount: Money.optional() }).optional(),
})

/**
 * What PayPal reckoned for one line. It is only compared, so a line that we cannot read must not
 * hide the invoice.
 */
const Items = z
  .array(
    z.looseObject({
      unit_amount: Money.optional(),
      discount: z.looseObject({ amount: Money.optional() }).optional(),
      tax: z.looseObject({ amount: Money.optional() }).optional(),
    }),
  )
  .optional()
  .catch(undefined)

/** `amount` is money with a breakdown beside it, so it is read in two steps. */
const Total = z
  .looseObject({ currency_code: z.string(), value: z.string(), breakdown: Breakdown.optional() })
  .transform((amount, context) => {
    const money = Money.safeParse({ currency_code: amount.currency_code, value: amount.value })
    if (money.success) return { ...money.data, breakdown: amount.breakdown }
    context.addIssue({ code: 'custom', message: money.error.message })
    return z.NEVER
  })

export const Invoice = z.looseObject({
  id: z.string(),
  status: z.string(),
  detail: z.looseObject({
    currency_code: z.string(),
    invoice_number: z.string().optional(),
    reference: z.string().optional(),
    invoice_date: z.string().optional(),
    payment_term: z
      .looseObject({ term_type: z.string().optional(), due_date: z.string().optional() })
      .optional(),
    metadata: z
      .looseObject({
        create_time: z.string().optional(),
        last_update_time: z.string().optional(),
        recipient_view_url: z.string().optional(),
        invoicer_view_url: z.string().optional(),
      })
      .optional(),
  }),
  items: Items,
  amount: Total.optional(),
  due_amount: Money.optional(),
  gratuity: Money.optional(),
  payments: z
    .looseObject({ paid_amount: Money.optional(), transactions: z.array(Payment).optional() })
    .optional(),
  refunds: z
    .looseObject({ refund_amount: Money.optional(), transactions: z.array(Refund).optional() })
    .optional(),
  links: Links,
})
export type Invoice = z.infer<typeof Invoice>

export const InvoicePage = z.looseObject({
  total_items: z.number().optional(),
  total_pages: z.number().optional(),
  // One invoice that we cannot read must not hide the other ninety-nine.
  items: z
    .array(z.unknown())
    .default([])
    .transform((items) => items.flatMap((item) => Invoice.safeParse(item).data ?? [])),
  links: Links,
})

/**
 * Create answers the whole invoice with `Prefer: return=representation`, and without it one bare
 * link whose last segment is the id.
 */
export const CreatedInvoice = z.union([
  Invoice.transform((invoice) => ({ id: invoice.id, invoice: invoice as Invoice | undefined })),
  z.looseObject({ href: z.string() }).transform(({ href }) => ({
    id: href.split('/').at(-1) ?? '',
    invoice: undefined as Invoice | undefined,
  })),
])
