/** Calls about an invoice itself: a bill has one under way at a time. */
const invoiceKinds = [
  'createInvoice',
  'updateInvoice',
  'sendInvoice',
  'remindInvoice',
  'cancelInvoice',
  'deleteInvoice',
  'recordPayment',
] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** Answers to a dispute. */
export const disputeKinds = [
  'provideEvidence',
  'acceptClaim',
  'makeOffer',
  'sendMessage',
  'escalate',
  'appeal',
  'acknowledgeReturn',
] as const
export type DisputeKind = (typeof disputeKinds)[number]

export const operationKinds = [...invoiceKinds, 'refundPayment', ...disputeKinds] as const
export type OperationKind = (typeof operationKinds)[number]

export const operationStates = ['ready', 'running', 'unknown', 'done', 'refused'] as const
export type OperationState = (typeof operationStates)[number]

/** PayPal's answer is still to come. */
export const openOperationStates = [
  'ready',
  'running',
  'unknown',
] as const satisfies readonly OperationState[]
