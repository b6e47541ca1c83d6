/**
 * Every call that the client can make, and what its outcome can be. `effect` answers "may it be
 * repeated blindly?":
 * - read: changes nothing; the client itself repeats it.
 * - keyed: PayPal stores the PayPal-Request-Id; repeating with the same id is safe, repeating with
 *   another id is not.
 * - absolute: a second call leaves the same end state (it may be refused as already done).
 * - once: a repetition could do the work twice. Nobody repeats the call before
 *   following `ifUnknown`.
 */
export type Effect = 'read' | 'keyed' | 'absolute' | 'once'
export type IfUnknown =
  | 'readAgain'
  | 'repeatSameRequestId'
  | 'readResource'
  | 'searchByInvoiceNumber'
  | 'listAndCompare'

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  effect: Effect
  ifUnknown: IfUnknown
}

const read = (path: string, method: 'GET' | 'POST' = 'GET'): Operation => ({
  method,
  path,
  effect: 'read',
  ifUnknown: 'readAgain',
})
const once = (path: string, ifUnknown: IfUnknown): Operation => ({
  method: 'POST',
  path,
  effect: 'once',
  ifUnknown,
})
const absolute = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string): Operation => ({
  method,
  path,
  effect: 'absolute',
  ifUnknown: 'readResource',
})

const invoice = '/v2/invoicing/invoices/{invoice_id}'
const template = '/v2/invoicing/templates/{template_id}'
const dispute = '/v1/customer/disputes/{id}'
const webhook = '/v1/notifications/webhooks/{webhook_id}'
const lookup = '/v1/notifications/webhooks-lookup'
const event = '/v1/notifications/webhooks-events'

export const operations = {
  nextInvoiceNumber: read('/v2/invoicing/generate-next-invoice-number', 'POST'),
  // Invoicing documents no request id, so after an unclear answer we look up our own unique
  // number (paypal §2.3).
  createInvoice: once('/v2/invoicing/invoices', 'searchByInvoiceNumber'),
  listInvoices: read('/v2/invoicing/invoices'),
  searchInvoices: read('/v2/invoicing/search-invoices', 'POST'),
  getInvoice: read(invoice),
  updateInvoice: absolute('PUT', invoice),
  deleteInvoice: absolute('DELETE', invoice),
  sendInvoice: once(`${invoice}/send`, 'readResource'),
  remindInvoice: once(`${invoice}/remind`, 'readResource'),
  cancelInvoice: absolute('POST', `${invoice}/cancel`),
  recordPayment: once(`${invoice}/payments`, 'readResource'),
  deletePayment: absolute('DELETE', `${invoice}/payments/{transaction_id}`),
  recordRefund: once(`${invoice}/refunds`, 'readResource'),
  deleteRefund: absolute('DELETE', `${invoice}/refunds/{transaction_id}`),
  invoiceQrCode: read(`${invoice}/generate-qr-code`, 'POST'),
  listTemplates: read('/v2/invoicing/templates'),
  getTemplate: read(template),
  getCapture: read('/v2/payments/captures/{capture_id}'),
  refundCapture: {
    method: 'POST',
    path: '/v2/payments/captures/{capture_id}/refund',
    effect: 'keyed',
    ifUnknown: 'repeatSameRequestId',
  },
  getRefund: read('/v2/payments/refunds/{refund_id}'),
  searchTransactions: read('/v1/reporting/transactions'),
  balances: read('/v1/reporting/balances'),
  listDisputes: read('/v1/customer/disputes'),
  getDispute: read(dispute),
  patchDispute: absolute('PATCH', dispute),
  provideEvidence: once(`${dispute}/provide-evidence`, 'readResource'),
  acceptClaim: once(`${dispute}/accept-claim`, 'readResource'),
  makeOffer: once(`${dispute}/make-offer`, 'readResource'),
  sendDisputeMessage: once(`${dispute}/send-message`, 'readResource'),
  escalateDispute: once(`${dispute}/escalate`, 'readResource'),
  appealDispute: once(`${dispute}/appeal`, 'readResource'),
  acknowledgeReturn: once(`${dispute}/acknowledge-return-item`, 'readResource'),
  provideSupportingInfo: once(`${dispute}/provide-supporting-info`, 'readResource'),
  createWebhook: once('/v1/notifications/webhooks', 'listAndCompare'),
  listWebhooks: read('/v1/notifications/webhooks'),
  getWebhook: read(webhook),
  patchWebhook: absolute('PATCH', webhook),
  deleteWebhook: absolute('DELETE', webhook),
  webhookEventTypes: read(`${webhook}/event-types`),
  availableEventTypes: read('/v1/notifications/webhooks-event-types'),
  createLookup: once(lookup, 'listAndCompare'),
  listLookups: read(lookup),
  getLookup: read(`${lookup}/{webhook_lookup_id}`),
  deleteLookup: absolute('DELETE', `${lookup}/{webhook_lookup_id}`),
  listEvents: read(event),
  getEvent: read(`${event}/{event_id}`),
  resendEvent: once(`${event}/{event_id}/resend`, 'readResource'),
  simulateEvent: once('/v1/notifications/simulate-event', 'listAndCompare'),
  verifySignature: read('/v1/notifications/verify-webhook-signature', 'POST'),
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

/**
 * What a call counts as where calls are rationed. Reporting is the scarce one (paypal §2.4). What
 * changes something has a ration of its own, so that no amount of reading keeps it waiting, and a
 * gate of its own: in quarantine none of it leaves.
 */
export const callKinds = ['reporting', 'look', 'act'] as const
export type CallKind = (typeof callKinds)[number]

export function kindOf({ path, effect }: Operation): CallKind {
  if (path.startsWith('/v1/reporting/')) return 'reporting'
  return effect === 'read' ? 'look' : 'act'
}
