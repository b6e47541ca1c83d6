export const operationKinds = [
  'createInvoice',
  'updateInvoice',
  'sendInvoice',
  'remindInvoice',
  'cancelInvoice',
  'deleteInvoice',
  'recordPayment',
  'refundPayment',
  'provideEvidence',
  'acceptClaim',
  'makeOffer',
  'sendMessage',
  'escalate',
  'appeal',
  'acknowledgeReturn',
] as const
export const operationStates = ['ready', 'running', 'unknown', 'done', 'refused'] as const
export type OperationState = (typeof operationStates)[number]

/** PayPal's answer is still to come. */
export const openOperationStates = ['ready', 'running', 'unknown'] as const satisfies readonly OperationState[]
