/** The events that we listen to and have a word for; the filter offers these. */
export const knownEventTypes = [
  ...['CREATED', 'SCHEDULED', 'UPDATED', 'PAID', 'CANCELLED', 'REFUNDED'].map(
    (name) => `INVOICING.INVOICE.${name}`,
  ),
  ...['COMPLETED', 'PENDING', 'DECLINED', 'DENIED', 'REFUNDED', 'REVERSED'].map(
    (name) => `PAYMENT.CAPTURE.${name}`,
  ),
  ...['PENDING', 'FAILED'].map((name) => `PAYMENT.REFUND.${name}`),
  ...['COMPLETED', 'REFUNDED', 'REVERSED'].map((name) => `PAYMENT.SALE.${name}`),
  ...['CREATED', 'UPDATED', 'RESOLVED'].map((name) => `CUSTOMER.DISPUTE.${name}`),
]

/** The signed bytes, formatted for reading; unchanged if they are no JSON. */
export function prettyJson(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2)
  } catch {
    return raw
  }
}
