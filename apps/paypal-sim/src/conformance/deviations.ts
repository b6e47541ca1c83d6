/** Known differences between what PayPal publishes and what it does, or what we chose where it publishes nothing. */
export interface KnownDeviation {
  operation: RegExp
  direction: 'request' | 'answer'
  status?: number
  at: RegExp
  reason: string
}

export const knownDeviations: KnownDeviation[] = [
  {
    operation: /./,
    direction: 'answer',
    status: 401,
    at: /./,
    reason: 'a dead token is answered in OAuth’s shape, not in the envelope (paypal §1)',
  },
  {
    operation: /./,
    direction: 'answer',
    status: 429,
    at: /./,
    reason: 'RATE_LIMIT_REACHED is in no schema but is what PayPal answers (paypal §2.1)',
  },
  {
    operation: /^search\.get$/,
    direction: 'answer',
    status: 400,
    at: /^\/(name|message| must match exactly one)/,
    reason: 'RESULTSET_TOO_LARGE is documented for PayPal’s SDKs and missing in the schema (paypal §6.1)',
  },
  {
    operation: /^search\.get$/,
    direction: 'answer',
    status: 200,
    at: /transaction_details must NOT have fewer than 1 items/,
    reason: 'a window without rows is an empty list; the schema asks for at least one row',
  },
  {
    operation: /^captures\.refund$/,
    direction: 'answer',
    status: 400,
    at: /\/details\/0/,
    reason:
      'what a used request id with another payload gets is not documented; the switch answers v1’s DUPLICATE_REQUEST_ID (paypal §2.3)',
  },
  {
    operation: /^invoices\.create$/,
    direction: 'answer',
    status: 200,
    at: /./,
    reason: 'a repetition is answered 200 where invoicing honours the request id, which its specification does not mention (paypal §2.3)',
  },
  {
    operation: /^invoices\.get$/,
    direction: 'answer',
    at: /^\/status must be equal/,
    reason: 'the fault futureStatus answers a status that no list has, on purpose (F10)',
  },
  {
    operation: /^invoices\./,
    direction: 'answer',
    at: /refunds\/transactions\/\d+ must have required property 'method'/,
    reason: 'a PayPal refund was recorded with recipient_transaction_id and without method (paypal §3.6)',
  },
  {
    operation: /^invoices\.(create|update)$/,
    direction: 'answer',
    status: 400,
    at: /\/details\/0/,
    reason: 'the issue for an invoice number that is taken is not documented (paypal §3.5)',
  },
  {
    operation: /^invoices\.update$/,
    direction: 'answer',
    status: 422,
    at: /\/details\/0/,
    reason: 'which issue refuses an update in the wrong state, or the third change of recipient, is not documented (paypal §3.5)',
  },
  {
    operation: /^search\.get$/,
    direction: 'answer',
    at: /(_date|_datetime) must match pattern/,
    reason: 'reporting really writes +0000 without the colon (paypal §6.1)',
  },
  {
    operation: /^webhooks-events\./,
    direction: 'request',
    at: /event_id must match pattern/,
    reason: 'real event ids carry dashes, WH-…-…; the path pattern forbids them (paypal §2.5)',
  },
  {
    operation: /^(search|balances)\.get$/,
    direction: 'answer',
    status: 404,
    at: /^\/(name|message| must match exactly one)/,
    reason: '“Data for the given start date is not available” was seen as INVALID_REQUEST with 404 (paypal §6.1)',
  },
  {
    operation: /^balances\.get$/,
    direction: 'answer',
    status: 400,
    at: /^\/(name|message)/,
    reason: 'the same words for a moment before the account existed (paypal §6.1)',
  },
  {
    operation: /^invoices\.create$/,
    direction: 'answer',
    status: 422,
    at: /\/details\/0/,
    reason: 'the issue for an invoice number that is taken is not documented (paypal §3.5)',
  },
  {
    operation: /^invoices\.remind$/,
    direction: 'answer',
    status: 422,
    at: /\/details\/0/,
    reason: 'the issue for the third reminder of a day is not documented (paypal §3.5)',
  },
]
