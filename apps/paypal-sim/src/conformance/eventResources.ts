import type { Schema } from '@paydesk/paypal/facts/facts'

/**
 * What PayPal's own simulator of events puts into one is not published. Ours says that it is
 * simulated, and nothing else.
 */
export const simulatedResource: Schema = {
  type: 'object',
  required: ['id', 'simulated'],
  properties: { id: { type: 'string' }, simulated: { enum: [true] } },
}

/**
 * Which published schema the resource of an event has. The event's own schema leaves
 * the resource open.
 */
export const eventResources: { types: RegExp; api: string; schema: Schema }[] = [
  {
    types: /^INVOICING\.INVOICE\./,
    api: 'invoicing_v2',
    // Recorded deliveries wrap the invoice (paypal §3.6), and some hold none (paypal §11 no. 4).
    schema: {
      type: 'object',
      required: ['invoice'],
      properties: { invoice: { anyOf: [{ $ref: 'invoice' }, { type: 'null' }] } },
    },
  },
  {
    types: /^PAYMENT\.(CAPTURE\.REFUNDED|REFUND\.)/,
    api: 'payments_payment_v2',
    schema: { $ref: 'refund' },
  },
  { types: /^PAYMENT\.CAPTURE\./, api: 'payments_payment_v2', schema: { $ref: 'capture-2' } },
  { types: /^CUSTOMER\.DISPUTE\./, api: 'customer_disputes_v1', schema: { $ref: 'dispute' } },
  { types: /^CHECKOUT\.ORDER\./, api: 'checkout_orders_v2', schema: { $ref: 'order' } },
]
