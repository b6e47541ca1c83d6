/** The names of paypal §7.2, and the v1 ones that still arrive. */
export const eventTypes: string[] = [
  ...['CREATED', 'SCHEDULED', 'UPDATED', 'PAID', 'CANCELLED', 'REFUNDED'].map(
    (name) => `INVOICING.INVOICE.${name}`,
  ),
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.ORDER.COMPLETED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  ...['COMPLETED', 'PENDING', 'DECLINED', 'DENIED', 'REFUNDED', 'REVERSED'].map(
    (name) => `PAYMENT.CAPTURE.${name}`,
  ),
  'PAYMENT.REFUND.PENDING',
  'PAYMENT.REFUND.FAILED',
  'PAYMENT.AUTHORIZATION.CREATED',
  'PAYMENT.AUTHORIZATION.VOIDED',
  ...['CREATED', 'UPDATED', 'RESOLVED'].map((name) => `CUSTOMER.DISPUTE.${name}`),
  ...['COMPLETED', 'REFUNDED', 'REVERSED'].map((name) => `PAYMENT.SALE.${name}`),
]
